#include "query/alerts.h"

#include <gtest/gtest.h>

#include "query/event_index.h"

namespace tdbg::query {
namespace {

using store::Badness;
using store::EventId;
using store::ExecutionId;
using store::OpId;

std::vector<Alert> AlertsOf(const store::Run& run) {
  const EventIndex index(run);
  GraphLinks links(run);
  const BadValues bad(run, index, links);
  return AlertList(run, index, links, bad).alerts();
}

// A function "f" that one execution ran; rows are added in the order of the test.
class SmallRun {
 public:
  explicit SmallRun(int32_t outputs = 1, store::Format format = store::Format::kTfdbg2)
      : run_(format) {
    graph_ = run_.graphs.FindOrAddGraph(run_.strings.Intern("f"));
    store::Execution execution;
    execution.graph = graph_;
    execution.num_outputs = outputs;
    execution.op_type = run_.strings.Intern("__inference_f_1");
    run_.executions.Append(std::move(execution));
  }

  OpId AddOp(const char* name, const char* type, const char* input = nullptr) {
    const OpId id = run_.graphs.FindOrAddOp(graph_, run_.strings.Intern(name));
    run_.graphs.op(id).type = run_.strings.Intern(type);
    run_.graphs.op(id).num_outputs = 1;
    if (input != nullptr) run_.graphs.op(id).inputs.push_back({run_.strings.Intern(input), 0});
    return id;
  }

  EventId AddEvent(OpId op, int64_t time_ns, Badness badness, int32_t slot = 0,
                   Detail detail = Detail::kUnknown) {
    store::TensorEvent event;
    event.detail = detail;
    event.op = op;
    event.slot = slot;
    event.time_ns = time_ns;
    event.badness = badness;
    event.execution = ExecutionId(0);
    return run_.events.Append(event);
  }

  const store::Run& run() const { return run_; }

 private:
  store::Run run_;
  store::GraphId graph_;
};

TEST(EventIndex, PairsEventsOfOneRoundWhateverTheirTimes) {
  SmallRun small;
  const OpId x = small.AddOp("x", "Placeholder"), y = small.AddOp("y", "Log", "x");
  const EventId x0 = small.AddEvent(x, 10, Badness::kClean);
  const EventId y0 = small.AddEvent(y, 11, Badness::kClean);
  const EventId y1 = small.AddEvent(y, 20, Badness::kClean);
  const EventId x1 = small.AddEvent(x, 21, Badness::kClean);  // late
  const EventIndex index(small.run());
  EXPECT_EQ(index.SameIteration(y0, x, 0), x0);
  EXPECT_EQ(index.SameIteration(y1, x, 0), x1);
  EXPECT_EQ(index.Before(x, 0, index.rank(y1), ExecutionId(0)), x0);
  EXPECT_FALSE(index.SameIteration(y1, x, 1).valid());
}

TEST(EventIndex, KeepsOutputsApart) {
  SmallRun small;
  const OpId op = small.AddOp("top_k", "TopKV2");
  std::vector<EventId> first, second;
  for (int64_t i = 0; i < 4; ++i) {
    first.push_back(small.AddEvent(op, 10 * i, Badness::kClean, 0));
    second.push_back(small.AddEvent(op, 10 * i + 1, Badness::kClean, 1));
  }
  const EventIndex index(small.run());
  const auto of_first = index.OfOutput(op, 0), of_second = index.OfOutput(op, 1);
  EXPECT_EQ(std::vector(of_first.begin(), of_first.end()), first);
  EXPECT_EQ(std::vector(of_second.begin(), of_second.end()), second);
  EXPECT_EQ(index.OfOp(op).size(), 8u);
  EXPECT_TRUE(index.OfOutput(op, 2).empty());
}

TEST(Alerts, AnArgumentRecordedAfterItsReaderIsStillTheOrigin) {
  SmallRun small;
  const OpId x = small.AddOp("x", "Placeholder"), y = small.AddOp("y", "Cast", "x");
  small.AddOp("Identity", "Identity", "y");
  const EventId reader = small.AddEvent(y, 10, Badness::kBad);
  const EventId argument = small.AddEvent(x, 11, Badness::kBad);
  const auto alerts = AlertsOf(small.run());
  ASSERT_EQ(alerts.size(), 2u);
  EXPECT_EQ(alerts[0].event, reader);
  EXPECT_EQ(alerts[0].verdict, Verdict::kInherited);
  EXPECT_EQ(alerts[1].event, argument);
  EXPECT_EQ(alerts[1].verdict, Verdict::kOrigin);
  EXPECT_EQ(alerts[1].source, Source::kInput);
}

// The reader's output may hold no floats, or may have been filtered out or lost: that is not known.
TEST(Alerts, AReaderWithoutRecordMasksNothing) {
  SmallRun small;
  const OpId log = small.AddOp("log", "Log");
  small.AddOp("exp", "Exp", "log");
  small.AddOp("Identity", "Identity", "exp");
  small.AddEvent(log, 10, Badness::kBad);
  const auto alerts = AlertsOf(small.run());
  ASSERT_EQ(alerts.size(), 1u);
  EXPECT_EQ(alerts[0].verdict, Verdict::kOrigin);
}

TEST(Alerts, AReaderWithoutRecordMayAssign) {
  SmallRun small(/*outputs=*/0);
  const OpId log = small.AddOp("log", "Log");
  small.AddOp("mul", "Mul", "log");
  small.AddOp("AssignVariableOp", "AssignVariableOp", "mul");
  small.AddEvent(log, 10, Badness::kBad);
  const auto alerts = AlertsOf(small.run());
  ASSERT_EQ(alerts.size(), 1u);
  EXPECT_EQ(alerts[0].verdict, Verdict::kOrigin);
}

// Recorded graphs are as deep as their writer likes; the stack is not.
TEST(Alerts, AVeryLongChainWithoutRecordsIsNoProblem) {
  SmallRun small;
  const OpId first = small.AddOp("op0", "Log");
  std::string before = "op0";
  for (int i = 1; i < 200'000; ++i) {
    const std::string name = "op" + std::to_string(i);
    small.AddOp(name.c_str(), "Mul", before.c_str());
    before = name;
  }
  const OpId last = small.AddOp("last", "Exp", before.c_str());
  small.AddEvent(first, 10, Badness::kBad);
  small.AddEvent(last, 20, Badness::kBad);
  EXPECT_EQ(AlertsOf(small.run()).size(), 2u);
}

TEST(Alerts, AValueSpeaksForItsSummariesInWhateverOrderTheyWereDumped) {
  SmallRun small(1, store::Format::kTfdbg1);
  const OpId early = small.AddOp("early", "Log"), late = small.AddOp("late", "Log");
  const OpId summed = small.AddOp("summed", "Log");
  small.AddEvent(early, 1, Badness::kBad, 0, Detail::kNumericSummary);
  small.AddEvent(early, 2, Badness::kBad, 0, Detail::kNanCount);
  const EventId value = small.AddEvent(early, 3, Badness::kBad, 0, Detail::kFullTensor);
  const EventId first = small.AddEvent(late, 4, Badness::kBad, 0, Detail::kFullTensor);
  small.AddEvent(late, 5, Badness::kBad, 0, Detail::kNumericSummary);
  const EventId iteration = small.AddEvent(late, 6, Badness::kBad, 0, Detail::kFullTensor);
  const EventId summary = small.AddEvent(summed, 7, Badness::kBad, 0, Detail::kNumericSummary);
  small.AddEvent(summed, 8, Badness::kBad, 0, Detail::kNanCount);
  std::vector<EventId> told;
  for (const Alert& alert : AlertsOf(small.run())) told.push_back(alert.event);
  EXPECT_EQ(told, (std::vector{value, first, iteration, summary}));
}

TEST(Alerts, AComparisonMasks) {
  SmallRun small;
  const OpId log = small.AddOp("log", "Log");
  small.AddOp("Greater", "Greater", "log");
  small.AddOp("Identity", "Identity", "Greater");
  small.AddEvent(log, 10, Badness::kBad);
  const auto alerts = AlertsOf(small.run());
  ASSERT_EQ(alerts.size(), 1u);
  EXPECT_EQ(alerts[0].verdict, Verdict::kMasked);
}

// What a branch reads that never ran is nobody's.
TEST(Alerts, ABranchThatIsNotTakenMasks) {
  SmallRun small(1, store::Format::kNative);
  const OpId log = small.AddOp("log", "Log");
  small.AddOp("way", "Switch", "log");
  small.AddOp("result", "Identity");
  small.AddEvent(log, 10, Badness::kBad);
  const auto alerts = AlertsOf(small.run());
  ASSERT_EQ(alerts.size(), 1u);
  EXPECT_EQ(alerts[0].verdict, Verdict::kMasked);
}

// Equal(NaN, NaN) is false: the gradient of a maximum divides by the number of elements equal to
// it.
class Maximum {
 public:
  Maximum() {
    log_ = small_.AddOp("log", "Log");
    copy_ = small_.AddOp("copy", "Reshape", "log");
    small_.AddOp("equal", "Equal", "copy");
    count_ = small_.AddOp("count", "Sum", "equal");
    quotient_ = small_.AddOp("quotient", "RealDiv", "count");
  }
  // The verdicts on the Log, on the copy of it that is compared, and on the quotient.
  std::vector<Verdict> Verdicts(bool leaves) {
    small_.AddOp("Identity", "Identity", leaves ? "log" : "count");
    small_.AddOp("Identity_1", "Identity", "quotient");
    small_.AddEvent(log_, 10, Badness::kBad);
    small_.AddEvent(copy_, 15, Badness::kBad);
    small_.AddEvent(count_, 20, Badness::kClean);
    small_.AddEvent(quotient_, 30, Badness::kBad);
    std::vector<Verdict> verdicts;
    for (const Alert& alert : AlertsOf(small_.run())) verdicts.push_back(alert.verdict);
    return verdicts;
  }

 private:
  SmallRun small_;
  OpId log_, copy_, count_, quotient_;
};

TEST(Alerts, WhatAComparisonOfABadValueLedToIsNoBirth) {
  EXPECT_EQ(Maximum().Verdicts(true),
            (std::vector{Verdict::kOrigin, Verdict::kMasked, Verdict::kInherited}));
}

// A NaN that somebody asked about and put aside does not excuse what is born of what was put there.
TEST(Alerts, AMaskedValueIsNoReason) {
  EXPECT_EQ(Maximum().Verdicts(false),
            (std::vector{Verdict::kMasked, Verdict::kMasked, Verdict::kOrigin}));
}

}  // namespace
}  // namespace tdbg::query
