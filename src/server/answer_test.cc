#include "server/answer.h"

#include <gtest/gtest.h>

namespace tdbg::server {
namespace {

TEST(AnswerTest, AFileToSaveHasAHarmlessName) {
  const Answer answer = FromReply(
      {.content_type = "text/csv", .body = "1,2", .file_name = "a/b\":\r\nSet-Cookie: x=ü.csv"});
  ASSERT_EQ(answer.headers.size(), 1u);
  EXPECT_EQ(answer.headers[0].first, "Content-Disposition");
  EXPECT_EQ(answer.headers[0].second, "attachment; filename=\"a_b____Set-Cookie__x___.csv\"");
  EXPECT_EQ(answer.body, "1,2");
  EXPECT_EQ(answer.cache_control, "no-store");
}

TEST(AnswerTest, AnErrorIsJsonWhateverItSays) {
  const Answer answer = ErrorAnswer(404, "no \"x\"\n\xff");
  EXPECT_EQ(answer.status, 404);
  EXPECT_EQ(answer.content_type, "application/json");
  EXPECT_EQ(answer.body, "{\"error\":\"no \\\"x\\\"\\n\xEF\xBF\xBD\"}");
}

}  // namespace
}  // namespace tdbg::server
