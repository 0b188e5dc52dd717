#include "base/status.h"

#include <memory>

#include <gtest/gtest.h>

namespace tdbg {
namespace {

Result<int> Half(int number) {
  if (number % 2 != 0) return InvalidArgument("odd");
  return number / 2;
}

Result<int> Quarter(int number) {
  TDBG_ASSIGN_OR_RETURN(const int half, Half(number));
  TDBG_ASSIGN_OR_RETURN(const int quarter, Half(half));
  return quarter;
}

Status CheckDivides(int number) {
  TDBG_RETURN_IF_ERROR(Quarter(number).status());
  return Status::Ok();
}

TEST(Status, SaysWhatWentWrong) {
  EXPECT_TRUE(Status::Ok().ok());
  EXPECT_EQ(Status::Ok().message(), "");
  const Status status = Corrupt("bits fell over");
  EXPECT_FALSE(status.ok());
  EXPECT_EQ(status.code(), StatusCode::kCorrupt);
  EXPECT_EQ(status.message(), "bits fell over");
}

TEST(Result, IsAValueOrAnError) {
  EXPECT_EQ(*Quarter(8), 2);
  EXPECT_TRUE(Quarter(8).status().ok());
  EXPECT_EQ(Quarter(6).status().message(), "odd");
  EXPECT_TRUE(CheckDivides(8).ok());
  EXPECT_EQ(CheckDivides(7).code(), StatusCode::kInvalidArgument);
}

TEST(Result, MovesItsValueOut) {
  Result<std::unique_ptr<int>> result(std::make_unique<int>(7));
  const std::unique_ptr<int> taken = *std::move(result);
  EXPECT_EQ(*taken, 7);
}

TEST(ResultDeathTest, HasNoValueAfterAnError) {
  EXPECT_DEATH(static_cast<void>(*Half(3)), "internal error");
  EXPECT_DEATH(static_cast<void>(Result<int>(Status::Ok())), "internal error");
}

}  // namespace
}  // namespace tdbg
