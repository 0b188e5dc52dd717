#include "capture/op_recorder.h"

#include <algorithm>

#include "capture/clock.h"
#include "format/checksum.h"

namespace tdbg::capture {
namespace {

using format::Checked;
using format::RecordKind;
using format::TensorEvent;

constexpr uint64_t kLargestIncidentValue = uint64_t{64} << 20;

// Whether it pays to go without reading an output that its bound says is finite. A bound that is
// made of bounds is further from the truth with each op, so what is quickly read is read all the
// same: later bounds then start from what was seen.
bool IsWorthRulingOut(const tdbg_tensor& tensor, uint32_t bound) {
  constexpr uint32_t kLooseBound = 126 + 32;
  constexpr uint64_t kFewBytes = 4 << 10, kFewForLoose = 300 << 10;
  return tensor.bytes >= (bound > kLooseBound ? kFewForLoose : kFewBytes);
}

// A number that two different values hardly have in common: all that their health tells is in it.
uint64_t DigestOf(const tensor::Health& health, uint32_t shape, tensor::DType dtype) {
  const int64_t counts[] = {shape,          static_cast<int64_t>(dtype),
                            health.neg_inf, health.pos_inf,
                            health.nan,     health.negative,
                            health.zero,    health.first_bad};
  const double moments[] = {health.min, health.max, health.mean, health.l2};
  return format::Checksum64(moments, sizeof moments, format::Checksum64(counts, sizeof counts));
}

TensorEvent EventOf(const tdbg_op_run& run, uint32_t slot, int64_t time_ns) {
  TensorEvent event;
  event.time_ns = time_ns;
  event.op = run.op;
  event.execution = ExecutionOnDisk(run.execution);
  event.iteration = run.iteration;
  event.slot = slot;
  return event;
}

}  // namespace

// What is decided about an op that has run when its first bad output is seen.
struct OpRecorder::Ruling {
  Judgement judgement;
  IncidentLimits::Grant grant;
  Incident incident;
};

[[gnu::hot]] const KnownShape* OpRecorder::ShapeOf(ThreadLog& log, const tdbg_tensor& tensor) {
  const KnownShape* shape = log.shapes.Find(
      parts_.definitions, std::span<const int64_t>(tensor.dims, tensor.dims ? tensor.rank : 0));
  if (shape == nullptr) parts_.losses.Count(Loss::kShape);
  return shape;
}

std::optional<format::ValueRef> OpRecorder::Keep(ThreadLog& log, const tdbg_tensor& tensor,
                                                 const KnownShape* shape, uint64_t most_bytes) {
  if (shape == nullptr || !IsReadable(tensor, shape->elements)) return std::nullopt;
  const tensor::DType dtype = DTypeOf(tensor);
  uint64_t bytes = static_cast<uint64_t>(shape->elements) * tensor::Info(dtype).bytes;
  if (bytes > most_bytes) {
    parts_.losses.Count(Loss::kCutValue);
    bytes = most_bytes;
  }
  return log.Value({static_cast<const std::byte*>(tensor.data), bytes}, shape->number, dtype);
}

[[gnu::hot]] std::optional<OpRecorder::Incident> OpRecorder::Done(ThreadLog& log,
                                                                  const tdbg_op_run& run,
                                                                  const OpState& op,
                                                                  Plan::Now now) {
  const int64_t time_ns = run.time_ns != 0 ? run.time_ns : NowNs();
  std::optional<Ruling> ruling;
  for (uint32_t i = 0; i < run.output_count; ++i) {
    if (!parts_.plan.WantsDType(DTypeOf(run.outputs[i]))) continue;
    Output(log, run, op, i, now, ruling, time_ns);
  }
  if (!ruling) return std::nullopt;
  return ruling->incident;
}

uint32_t OpRecorder::LateBound(const tdbg_op_run& run, uint64_t output_bytes) const {
  constexpr uint32_t kMostRead = 4;
  constexpr uint64_t kManyBytes = 64 << 10, kShare = 3;
  if (run.growth == TDBG_GROWS_FREELY || output_bytes < kManyBytes || run.input == nullptr ||
      run.input_count > kMostRead) {
    return 0;
  }
  tdbg_tensor inputs[kMostRead];
  for (uint32_t i = 0; i < run.input_count; ++i) {
    inputs[i] = {};
    if (run.input(run.context, i, &inputs[i]) != 0) return 0;
    // An input too large to be worth reading is noticed before any other is read in vain.
    if (inputs[i].bytes > output_bytes / kShare) return 0;
  }
  return parts_.magnitudes.BoundOf(run.growth, {inputs, run.input_count}, output_bytes / kShare);
}

[[gnu::hot]] Measurement OpRecorder::MeasureOutput(const tdbg_op_run& run,
                                                   const tdbg_tensor& tensor,
                                                   const KnownShape* shape, Plan::Now now) {
  const int64_t elements = shape != nullptr ? shape->elements : -1;
  const bool one_bit = now.is_auto() && now.detail() == Detail::kCurtHealth;
  uint32_t bound = 0;
  if (DTypeOf(tensor) == tensor::DType::kF32) {
    bound = run.bound != 0 || !now.is_auto() ? run.bound : LateBound(run, tensor.bytes);
  }
  const bool ruled_out =
      bound != 0 && one_bit && IsWorthRulingOut(tensor, bound) && IsReadable(tensor, elements);
  Measurement measured = ruled_out ? Measurement{.checked = Checked::kClean,
                                                 .health = {},
                                                 .exponent = static_cast<int>(bound),
                                                 .ruled_out = true}
                                   : Measure(tensor, elements, now.detail());
  if (bound != 0 && measured.checked != Checked::kUnknown &&
      measured.exponent > static_cast<int>(bound)) {
    parts_.losses.Count(Loss::kDisprovedBound);
    parts_.magnitudes.Disprove();
  }
  if (measured.unreadable) parts_.losses.Count(Loss::kUnreadableTensor);
  parts_.magnitudes.Remember(tensor, measured.exponent);
  return measured;
}

[[gnu::hot]] void OpRecorder::Output(ThreadLog& log, const tdbg_op_run& run, const OpState& op,
                                     uint32_t index, Plan::Now now, std::optional<Ruling>& ruling,
                                     int64_t time_ns) {
  const tdbg_tensor& tensor = run.outputs[index];
  const uint32_t slot = run.first_slot + index;
  const KnownShape* shape = ShapeOf(log, tensor);
  const Measurement measured = MeasureOutput(run, tensor, shape, now);
  TensorEvent event = EventOf(run, slot, time_ns);
  event.shape = shape ? shape->number : 0;
  event.dtype = DTypeOf(tensor);
  event.detail = measured.ruled_out ? Detail::kShape : now.detail();
  event.checked = measured.checked;
  const bool bad = measured.checked == Checked::kBad;
  if (bad) {
    const bool first = !ruling;
    if (first) ruling = Judged(run, op, now, DigestOf(*measured.health, event.shape, event.dtype));
    if (first) ruling->incident = {ruling->judgement, slot, time_ns, ruling->grant.values};
    event.judgement = ruling->judgement;
    if (now.is_auto()) event.detail = Detail::kFullHealth;
    if (ruling->grant.values && now.detail() != Detail::kFullTensor) {
      event.value = Keep(log, tensor, shape, kLargestIncidentValue);
      if (event.value) event.detail = Detail::kFullTensor;
    }
  }
  if (now.detail() == Detail::kFullTensor) event.value = Keep(log, tensor, shape, UINT64_MAX);
  log.Event(event, measured.health ? &*measured.health : nullptr);
  if (bad && ruling->grant.operands) Explain(log, run, *ruling, slot, time_ns);
}

OpRecorder::Ruling OpRecorder::Judged(const tdbg_op_run& run, const OpState& op, Plan::Now now,
                                      uint64_t digest) {
  const uint32_t role = op.role.load(std::memory_order_relaxed);
  const bool calls = (op.flags.load(std::memory_order_relaxed) & TDBG_CALLS) != 0;
  const bool reads = role == TDBG_READS_CONSTANT || role == TDBG_READS_VARIABLE;
  const Inputs inputs = reads ? Inputs::kClean : CheckInputs(run);
  const Before before = parts_.limits.BeforeIn(run.execution, run.op, digest);
  Ruling ruling;
  ruling.judgement = Judge(role, calls, inputs, before);
  // The bad input may be one that no recorded op made: a feed, an array, a constant.
  if (inputs == Inputs::kBad && !before.bad_in_run && now.saw_all()) {
    const uint32_t brought = RoleFromOutside(run);
    if (brought != TDBG_COMPUTES) ruling.judgement = JudgeOutside(brought);
  }
  const int64_t step_count = parts_.steps.count();
  ruling.grant = parts_.limits.Admit(run.execution, run.op, step_count, ruling.judgement);
  if (!ruling.grant.operands) {
    parts_.losses.Count(Loss::kUnkeptOperands);
  } else if (ruling.grant.values) {
    parts_.plan.IncidentAt(step_count);
  } else if (ruling.judgement.verdict == Verdict::kOrigin) {
    parts_.losses.Count(Loss::kUnkeptValue);
  }
  return ruling;
}

void OpRecorder::Explain(ThreadLog& log, const tdbg_op_run& run, const Ruling& ruling,
                         uint32_t slot, int64_t time_ns) {
  const bool inherited = ruling.judgement.verdict == Verdict::kInherited;
  log.Write(format::IncidentRecord{
      .head = {},
      .time_ns = time_ns,
      .op = run.op,
      .execution = ExecutionOnDisk(run.execution),
      .slot = slot,
      .iteration = run.iteration,
      .stack = !inherited && run.stack != nullptr ? run.stack(run.context) : 0,
      .message = 0,
      .operand_count = run.input != nullptr ? run.input_count : 0,
      .verdict = static_cast<uint8_t>(ruling.judgement.verdict),
      .source = static_cast<uint8_t>(ruling.judgement.source),
      .zero = {}});
  Operands(log, run, time_ns, ruling.grant.values);
}

void OpRecorder::Show(ThreadLog& log, const tdbg_op_run& run) {
  const Ruling none = {
      .judgement = {}, .grant = {.operands = true, .values = true}, .incident = {}};
  Explain(log, run, none, run.first_slot, run.time_ns);
}

std::optional<OpRecorder::Incident> OpRecorder::Failed(ThreadLog& log, const tdbg_op_run& run,
                                                       std::string_view message) {
  const int64_t time_ns = run.time_ns != 0 ? run.time_ns : NowNs();
  const IncidentLimits::Grant grant = parts_.limits.AdmitError(parts_.steps.count());
  if (!grant.operands) {
    parts_.losses.Count(Loss::kUnkeptError);
    return std::nullopt;
  }
  log.Write(format::IncidentRecord{.head = {},
                                   .time_ns = time_ns,
                                   .op = run.op,
                                   .execution = ExecutionOnDisk(run.execution),
                                   .slot = 0,
                                   .iteration = run.iteration,
                                   .stack = run.stack != nullptr ? run.stack(run.context) : 0,
                                   .message = parts_.definitions.String(message),
                                   .operand_count = run.input != nullptr ? run.input_count : 0,
                                   .verdict = 0,
                                   .source = 0,
                                   .zero = {}},
            0, RecordKind::kError);
  Operands(log, run, time_ns, grant.values);
  return Incident{.judgement = {}, .slot = 0, .time_ns = time_ns, .kept = grant.values};
}

void OpRecorder::Operands(ThreadLog& log, const tdbg_op_run& run, int64_t time_ns, bool values) {
  if (run.input == nullptr) return;
  for (uint32_t i = 0; i < run.input_count; ++i) {
    TensorEvent event = EventOf(run, i, time_ns);
    tdbg_tensor tensor = {};
    Measurement measured;
    if (run.input(run.context, i, &tensor) == 0) {
      const KnownShape* shape = ShapeOf(log, tensor);
      measured = Measure(tensor, shape ? shape->elements : -1, Detail::kFullHealth);
      event.dtype = DTypeOf(tensor);
      event.shape = shape ? shape->number : 0;
      event.checked = measured.checked;
      event.detail = measured.health ? Detail::kFullHealth : Detail::kShape;
      if (values) event.value = Keep(log, tensor, shape, kLargestIncidentValue);
      if (event.value) event.detail = Detail::kFullTensor;
    }
    log.Event(event, measured.health ? &*measured.health : nullptr, RecordKind::kOperand);
  }
}

}  // namespace tdbg::capture
