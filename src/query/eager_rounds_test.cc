#include "query/eager_rounds.h"

#include <span>
#include <string>

#include <gtest/gtest.h>

namespace tdbg::query {
namespace {

using store::ExecutionId;

// A run whose ops have types of one letter.
struct Asked {
  explicit Asked(const std::string& types) {
    for (const char type : types) {
      store::Execution execution;
      execution.op_type = run.strings.Intern(std::string(1, type));
      run.executions.Append(execution);
    }
  }

  store::Run run{store::Format::kNative};
};

std::vector<size_t> Indices(const std::vector<ExecutionId>& executions) {
  std::vector<size_t> indices;
  for (const ExecutionId id : executions) indices.push_back(id.index());
  return indices;
}

TEST(EagerRounds, AreWhatRepeats) {
  Asked asked("xyzabcabcabcab");
  const EagerRounds rounds(asked.run, ExecutionId(13));
  EXPECT_EQ(rounds.length(), 3u);
  EXPECT_EQ(Indices(rounds.Of(ExecutionId(13))), (std::vector<size_t>{4, 7, 10, 13}));
  EXPECT_EQ(Indices(rounds.Of(ExecutionId(11))), (std::vector<size_t>{5, 8, 11}));
}

// Layers that are alike repeat within a round.
TEST(EagerRounds, AreTheLoopAndNotWhatRepeatsInIt) {
  Asked asked("maamaamaagmaamaamaagmaamaamaagmaamaamaa");
  const EagerRounds rounds(asked.run, ExecutionId(38));
  EXPECT_EQ(rounds.length(), 10u);
  EXPECT_EQ(Indices(rounds.Of(ExecutionId(38))), (std::vector<size_t>{8, 18, 28, 38}));
}

TEST(EagerRounds, EndAtWhatIsUnlike) {
  Asked asked("abcabcabcXabcabcabcabc");
  const EagerRounds rounds(asked.run, ExecutionId(21));
  EXPECT_EQ(Indices(rounds.Of(ExecutionId(21))), (std::vector<size_t>{12, 15, 18, 21}));
}

TEST(EagerRounds, AreNoneWhereNothingRepeats) {
  Asked asked("abcdef");
  const EagerRounds rounds(asked.run, ExecutionId(5));
  EXPECT_EQ(rounds.length(), 0u);
  EXPECT_EQ(Indices(rounds.Of(ExecutionId(5))), std::vector<size_t>{5});
  EXPECT_TRUE(rounds.last_round().empty());
}

TEST(EagerRounds, LendTheStackOfARoundBefore) {
  Asked asked("abababab");
  const store::StackId stack = asked.run.stacks.Intern(std::span<const store::FrameId>());
  asked.run.executions[ExecutionId(2)].stack = stack;
  const EagerRounds rounds(asked.run, ExecutionId(7));
  EXPECT_EQ(rounds.StackOf(ExecutionId(6)), stack);
  EXPECT_FALSE(rounds.StackOf(ExecutionId(7)).valid());
}

TEST(EagerRounds, AreOfOneThread) {
  Asked asked("axbabxabab");
  asked.run.executions[ExecutionId(1)].thread = store::ThreadId(1);
  asked.run.executions[ExecutionId(5)].thread = store::ThreadId(1);
  const EagerRounds rounds(asked.run, ExecutionId(9));
  EXPECT_EQ(rounds.length(), 2u);
  EXPECT_EQ(Indices(rounds.Of(ExecutionId(9))), (std::vector<size_t>{2, 4, 7, 9}));
}

}  // namespace
}  // namespace tdbg::query
