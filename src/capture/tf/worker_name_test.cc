#include "capture/tf/worker_name.h"

#include <gtest/gtest.h>

namespace tdbg::tf {
namespace {

TEST(WorkerName, IsTypeAndIndexOfTheTask) {
  EXPECT_EQ(
      WorkerName(
          R"({"cluster": {"worker": ["a:1", "b:2"]}, "task": {"type": "worker", "index": 1}})"),
      "worker:1");
  EXPECT_EQ(WorkerName(R"({"task":{"index":"0","type":"chief"},"cluster":{}})"), "chief:0");
}

TEST(WorkerName, IsNothingWhereNobodySaysIt) {
  for (const char* text :
       {"", "{}", "task", R"({"task": {}})", R"({"task": {"index": 1}})", R"({"task": {"type":)"}) {
    EXPECT_EQ(WorkerName(text), "") << text;
  }
}

}  // namespace
}  // namespace tdbg::tf
