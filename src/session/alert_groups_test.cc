#include "session/alert_groups.h"

#include <gtest/gtest.h>

#include "base/scratch_directory.h"
#include "format/trace_sketch.h"

namespace tdbg::session {
namespace {

using format::ExecutionKind;
using format::TraceSketch;

// An eager op of this type that makes a NaN out of clean values, called by this line of the program.
void EagerBirth(TraceSketch& trace, const char* type, uint32_t stack, int64_t time_ns) {
  const uint32_t op = trace.Op(0, type, type);
  const uint32_t execution =
      trace.Execution(ExecutionKind::kEagerOp, time_ns, type, 0, stack);
  format::TensorEvent event;
  event.time_ns = time_ns;
  event.op = op;
  event.execution = execution;
  event.dtype = tensor::DType::kF32;
  event.detail = Detail::kCurtHealth;
  event.checked = format::Checked::kBad;
  trace.Event(event, nullptr);
  format::IncidentRecord birth = {};
  birth.time_ns = time_ns;
  birth.op = op;
  birth.execution = execution;
  birth.verdict = static_cast<uint8_t>(Verdict::kOrigin);
  birth.source = static_cast<uint8_t>(Source::kOp);
  trace.Incident(format::RecordKind::kBadValue, birth);
}

TEST(AlertGroups, EagerOpsOfOneTypeOnDifferentLinesAreDifferentRows) {
  const ScratchDirectory scratch;
  TraceSketch trace(scratch.path());
  trace.Process();
  const uint32_t main = trace.Frame("train.py", 3, "main");
  const uint32_t first = trace.Frame("train.py", 10, "loss", main);
  const uint32_t second = trace.Frame("train.py", 11, "loss", main);
  const uint32_t first_from_elsewhere = trace.Frame("train.py", 10, "loss");
  for (int64_t i = 0; i < 3; ++i) {
    EagerBirth(trace, "Log", first, 10 * i + 1);
    EagerBirth(trace, "Log", second, 10 * i + 2);
  }
  EagerBirth(trace, "Log", first_from_elsewhere, 40);
  EagerBirth(trace, "Sqrt", first, 50);
  trace.Finish();

  const auto session = Session::Open(scratch.path(), {});
  ASSERT_TRUE(session.ok()) << session.status().message();
  const auto groups = GroupAlerts((*session)->runs().front(), false);
  ASSERT_EQ(groups.size(), 3u);
  EXPECT_EQ(groups[0].count, 4);
  EXPECT_EQ(groups[1].count, 3);
  EXPECT_EQ(groups[2].count, 1);
}

}  // namespace
}  // namespace tdbg::session
