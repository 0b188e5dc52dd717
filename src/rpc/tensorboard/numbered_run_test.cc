#include "rpc/tensorboard/numbered_run.h"

#include <limits>

#include <gtest/gtest.h>

#include "rpc/tensorboard/answers.h"

namespace tdbg::rpc::tensorboard {
namespace {

using store::EventId;
using store::ExecutionId;
using store::FrameId;

constexpr int32_t kHuge = std::numeric_limits<int32_t>::max();

ExecutionId AddExecution(store::Run& run, std::initializer_list<int32_t> slots) {
  store::Execution execution;
  execution.first_event = EventId(run.events.size());
  for (const int32_t slot : slots) {
    store::TensorEvent event;
    event.slot = slot;
    run.events.Append(event);
    ++execution.num_events;
  }
  return run.executions.Append(std::move(execution));
}

TEST(NumberedRun, OutputsStandWhereTheirRecordHasThem) {
  store::Run run(store::Format::kTfdbg2);
  const ExecutionId by_slot = AddExecution(run, {2, 0});
  const ExecutionId without_slots = AddExecution(run, {-1, -1});
  run.entries[EventId(3)] = 3;
  run.executions[without_slots].num_entries = 5;
  session::RunView view(run);
  const NumberedRun numbered(view);
  EXPECT_EQ(numbered.Outputs(by_slot), (std::vector<EventId>{EventId(1), EventId(), EventId(0)}));
  EXPECT_EQ(numbered.Outputs(without_slots),
            (std::vector<EventId>{EventId(2), EventId(), EventId(), EventId(3), EventId()}));
}

TEST(NumberedRun, DamagedSlotsTakeNoMemory) {
  store::Run run(store::Format::kNative);
  const ExecutionId execution = AddExecution(run, {0, kHuge});
  const store::GraphId graph = run.graphs.FindOrAddGraph(run.strings.Intern("g"));
  const store::OpId op = run.graphs.FindOrAddOp(graph, run.strings.Intern("a"));
  run.graphs.op(op).num_outputs = kHuge;
  const store::OpId reader = run.graphs.FindOrAddOp(graph, run.strings.Intern("b"));
  run.graphs.op(reader).inputs = {{run.strings.Intern("a"), kHuge}, {run.strings.Intern("a"), 1}};
  session::RunView view(run);
  NumberedRun numbered(view);
  EXPECT_EQ(numbered.Outputs(execution), std::vector<EventId>{EventId(0)});
  const auto answer = AnswerOpInfo(numbered, {{"graph_id", "g"}, {"op_name", "a"}});
  ASSERT_TRUE(answer.ok());
  EXPECT_LT(answer->size(), 10 * kMostOutputs);
  EXPECT_NE(answer->find(R"("input_slot":1)"), std::string::npos);
  EXPECT_EQ(answer->find(R"("input_slot":0)"), std::string::npos);
}

TEST(NumberedRun, FramesGoByTheirIdsOrByTheirPlace) {
  store::Run run(store::Format::kTfdbg2);
  const FrameId known = run.stacks.AddFrame();
  const FrameId nameless = run.stacks.AddFrame();
  run.stacks.frame(known).key = run.strings.Intern("frame-1");
  session::RunView view(run);
  NumberedRun numbered(view);
  EXPECT_EQ(FrameName(run, known), "frame-1");
  EXPECT_EQ(FrameName(run, nameless), "frame-1");
  EXPECT_EQ(numbered.FindFrame("frame-1"), known);  // the recording's own ids come first
  run.stacks.frame(known).key = run.strings.Intern("6b95d808");
  NumberedRun again(view);
  EXPECT_EQ(again.FindFrame("6b95d808"), known);
  EXPECT_EQ(again.FindFrame("frame-1"), nameless);
  for (const char* none : {"frame-0", "frame-2", "frame--1", "frame-", "frame-1x", "", "other"}) {
    EXPECT_FALSE(again.FindFrame(none).valid()) << none;
  }
}

}  // namespace
}  // namespace tdbg::rpc::tensorboard
