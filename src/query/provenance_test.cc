#include "query/provenance.h"

#include <gtest/gtest.h>

#include "query/run_sketch.h"

namespace tdbg::query {
namespace {

using store::EventId;
using store::ExecutionId;
using store::GraphId;
using store::OpId;

EventId BadInputOf(const store::Run& run, EventId event) {
  const EventIndex index(run);
  GraphLinks links(run);
  const BadValues bad(run, index, links);
  return Provenance(run, index, links, bad).BadInput(event);
}

TEST(Provenance, NamesTheInputThatWasBad) {
  RunSketch sketch;
  const GraphId graph = sketch.Graph("f");
  const OpId clean = sketch.Op(graph, "clean", "Sin");
  const OpId log = sketch.Op(graph, "log", "Log", {"clean"});
  const OpId sum = sketch.Op(graph, "sum", "Add", {"clean", "log"});
  const ExecutionId call = sketch.Execution(9, "f");
  sketch.Event(clean, 1, false, 0, call);
  const EventId born = sketch.Event(log, 2, true, 0, call);
  const EventId heir = sketch.Event(sum, 3, true, 0, call);
  EXPECT_EQ(BadInputOf(sketch.run, heir), born);
  EXPECT_FALSE(BadInputOf(sketch.run, born).valid());
}

TEST(Provenance, GoesThroughOpsOfWhichNothingWasRecorded) {
  RunSketch sketch;
  const GraphId graph = sketch.Graph("f");
  const OpId log = sketch.Op(graph, "log", "Log");
  sketch.Op(graph, "identity", "Identity", {"log"});
  const OpId neg = sketch.Op(graph, "neg", "Neg", {"identity"});
  const ExecutionId call = sketch.Execution(9, "f");
  const EventId born = sketch.Event(log, 1, true, 0, call);
  const EventId heir = sketch.Event(neg, 2, true, 0, call);
  EXPECT_EQ(BadInputOf(sketch.run, heir), born);
}

TEST(Provenance, FindsWhatANestedCallMade) {
  RunSketch sketch;
  const GraphId outer = sketch.Graph("outer");
  const GraphId inner = sketch.Graph("inner", outer);
  const OpId log = sketch.Op(inner, "log", "Log");
  // The call op "inner_call" itself is not recorded.
  const OpId neg = sketch.Op(outer, "neg", "Neg", {"inner_call"});
  const ExecutionId call = sketch.Execution(9, "outer");
  const EventId born = sketch.Event(log, 1, true, 0, call);
  const EventId heir = sketch.Event(neg, 2, true, 0, call);
  EXPECT_EQ(BadInputOf(sketch.run, heir), born);
}

TEST(Provenance, AnExecutionsOutputIsTheResultOfItsGraph) {
  RunSketch sketch;
  const GraphId graph = sketch.Graph("f");
  const OpId log = sketch.Op(graph, "log", "Log");
  const OpId result = sketch.Op(graph, "result", "Identity", {"log"});
  const ExecutionId call = sketch.Execution(9, "f");
  sketch.run.executions[call].graph = graph;
  sketch.Event(log, 1, true, 0, call);
  const EventId handed_out = sketch.Event(result, 2, true, 0, call);
  const EventId output = sketch.Output(call, 0, true);
  EXPECT_EQ(BadInputOf(sketch.run, output), handed_out);
}

TEST(Provenance, FollowsEagerTensors) {
  RunSketch sketch;
  const ExecutionId first = sketch.Execution(1, "Log");
  sketch.run.executions[first].output_tensor_ids = {7};
  const EventId born = sketch.Output(first, 0, true);
  const ExecutionId second = sketch.Execution(2, "Neg");
  sketch.run.executions[second].input_tensor_ids = {7};
  const EventId heir = sketch.Output(second, 0, true);
  EXPECT_EQ(BadInputOf(sketch.run, heir), born);
  EXPECT_FALSE(BadInputOf(sketch.run, born).valid());
}

// TensorFlow 1: the variable is an op whose output is a reference, recorded without its value.
TEST(Provenance, AReferenceVariableHoldsWhatItTookIn) {
  RunSketch sketch;
  const GraphId graph = sketch.Graph("session");
  const OpId weight = sketch.Op(graph, "w", "VariableV2");
  const OpId read = sketch.Op(graph, "w/read", "Identity", {"w"});
  const OpId gradient = sketch.Op(graph, "gradient", "Log", {"w/read"});
  sketch.Op(graph, "update", "ApplyGradientDescent", {"w", "gradient"});
  const ExecutionId first = sketch.Execution(0, "run"), second = sketch.Execution(10, "run");
  for (const auto& [run, time] : {std::pair(first, 1), std::pair(second, 11)}) {
    const EventId reference = sketch.Event(weight, time, false, 0, run);
    sketch.run.events.badness[reference] = store::Badness::kUnknown;
  }
  const EventId born = sketch.Event(gradient, 3, true, 0, first);
  const EventId later = sketch.Event(read, 12, true, 0, second);
  EXPECT_EQ(BadInputOf(sketch.run, later), born);
  EXPECT_FALSE(BadInputOf(sketch.run, born).valid());
}

}  // namespace
}  // namespace tdbg::query
