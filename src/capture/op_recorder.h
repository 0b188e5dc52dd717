// Ops that ran or failed: their tensors are measured, judged and recorded.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "capture/definitions.h"
#include "capture/eager_values.h"
#include "capture/incident_limits.h"
#include "capture/losses.h"
#include "capture/magnitudes.h"
#include "capture/op_table.h"
#include "capture/plan.h"
#include "capture/statistics.h"
#include "capture/steps.h"
#include "capture/thread_log.h"
#include "capture/verdict.h"
#include "tdbg/capture.h"

namespace tdbg::capture {

// What is borrowed lives for ever. For any thread, each with its own log.
class OpRecorder {
 public:
  struct Parts {
    Definitions& definitions;
    Losses& losses;
    Plan& plan;
    Steps& steps;
    IncidentLimits& limits;
    Magnitudes& magnitudes;
    EagerValues& eager_values;
  };
  explicit OpRecorder(const Parts& parts) : parts_(parts) {}

  // A bad value that is worth telling: what an op made, or an eager op made or the program handed
  // in before, and of which it is only known now that something bad goes on.
  struct Incident {
    Judgement judgement;
    uint32_t slot = 0;
    int64_t time_ns = 0;
    bool kept = false;  // with its values, as only the first ones of a step and run are
  };
  // All empty where all is well.
  struct Outcome {
    std::optional<uint32_t> bad_slot;  // the first bad output that the op made
    std::optional<Incident> incident;
    bool kept = false;  // with the values that it read, which are not to be dropped
  };
  Outcome Done(ThreadLog& log, const tdbg_op_run& run, const OpState& op, Plan::Now now);

  // The same at the end of the program: a birth of which something was kept and never read.
  std::optional<Incident> Kept();

  // Records what the op read and the stack it was run from, for somebody who looks at it: the
  // program is about to be held there. `run` has its time.
  void Show(ThreadLog& log, const tdbg_op_run& run);

  // nullopt if enough failures were recorded before.
  std::optional<Incident> Failed(ThreadLog& log, const tdbg_op_run& run, std::string_view message);

 private:
  struct Ruling;

  void Output(ThreadLog& log, const tdbg_op_run& run, const OpState& op, uint32_t index,
              Plan::Now now, std::optional<Ruling>& ruling, int64_t time_ns);
  Ruling Judged(const tdbg_op_run& run, const OpState& op, uint32_t index, Plan::Now now,
                const Likeness& likeness);
  bool ReadsEagerValue(const tdbg_op_run& run) const;
  // What is told of an op that made something bad, or ran while others wait to be told.
  Outcome Conclude(ThreadLog& log, const tdbg_op_run& run, const OpState& op, Plan::Now now,
                   Ruling* ruling, int64_t time_ns);
  // Writes down which values of eager ops this op has read. `ruling` is null where it made nothing
  // bad.
  void NoteReads(ThreadLog& log, const tdbg_op_run& run, const OpState& op, Ruling* ruling,
                 int64_t time_ns);
  // Whether it is left open what becomes of the bad outputs of an eager op.
  bool FollowOutputs(ThreadLog& log, const tdbg_op_run& run, const OpState& op, Plan::Now now,
                     const Ruling& ruling);
  void Explain(ThreadLog& log, const tdbg_op_run& run, const Ruling& ruling, uint32_t slot,
               int64_t time_ns);
  void Operands(ThreadLog& log, const tdbg_op_run& run, int64_t time_ns, bool values);
  // Reads the output, unless it is known to be finite and nobody wants to know more of it.
  Measurement MeasureOutput(const tdbg_op_run& run, const tdbg_tensor& tensor,
                            const KnownShape* shape, Plan::Now now);
  // The bound of an op whose inputs are much smaller than what it made: the inputs are read
  // instead.
  uint32_t LateBound(const tdbg_op_run& run, uint64_t output_bytes) const;
  const KnownShape* ShapeOf(ThreadLog& log, const tdbg_tensor& tensor);
  std::optional<format::ValueRef> Keep(ThreadLog& log, const tdbg_tensor& tensor,
                                       const KnownShape* shape, uint64_t most_bytes);

  const Parts parts_;
};

}  // namespace tdbg::capture
