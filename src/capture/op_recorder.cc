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

uint8_t BadNumbersIn(const tensor::Health& health) {
  return static_cast<uint8_t>((health.nan > 0 ? kHoldsNan : 0) |
                              (health.neg_inf > 0 ? kHoldsNegInf : 0) |
                              (health.pos_inf > 0 ? kHoldsPosInf : 0));
}

format::ReadingRecord ReadingOf(const tdbg_op_run& reader, const EagerValue& value, uint32_t slot,
                                int64_t time_ns) {
  return {.head = {},
          .time_ns = time_ns,
          .made_by = ExecutionOnDisk(value.execution),
          .made_slot = static_cast<uint16_t>(value.slot),
          .slot = static_cast<uint16_t>(slot),
          .op = reader.op,
          .execution = ExecutionOnDisk(reader.execution)};
}

// What an op that made nothing bad did with the bad values that it read. nullopt: it may have
// looked at them or at their shapes only.
std::optional<format::Reading> ReadingWithoutHarm(const tdbg_op_run& run) {
  bool numbers = false;
  for (uint32_t i = 0; i < run.output_count; ++i) {
    const tensor::DType dtype = DTypeOf(run.outputs[i]);
    if (run.outputs[i].data == nullptr && run.outputs[i].bytes != 0) continue;
    if (tensor::MayBeBad(dtype)) return format::Reading::kClean;
    numbers = numbers || tensor::Info(dtype).bytes != 0;
  }
  if (numbers) return std::nullopt;
  return format::Reading::kLeaves;
}

// Whether an op had a use for what it read: an infinity compares with any number, NaN with none.
bool ComparesInfinities(const OpState& op, const EagerValue& value) {
  return op.role.load(std::memory_order_relaxed) == TDBG_COMPARES &&
         (value.likeness.numbers & kHoldsNan) == 0;
}

// Where an op that makes no numbers puts what it reads.
PutInto PutsInto(const tdbg_op_run& run, uint32_t flags) {
  if ((flags & TDBG_ASSIGNS) != 0) return PutInto::kVariable;
  for (uint32_t i = 0; i < run.output_count; ++i) {
    if (DTypeOf(run.outputs[i]) == tensor::DType::kVariant) return PutInto::kCollection;
  }
  return PutInto::kNowhere;
}

// Where an op finds what it yields, if it makes no value of its own.
PutInto TakesOutOf(uint32_t role, uint32_t flags) {
  if (role == TDBG_READS_VARIABLE) return PutInto::kVariable;
  if ((flags & TDBG_CALLS) != 0) return PutInto::kCollection;
  return PutInto::kNowhere;
}

}  // namespace

// What is decided about an op that has run when its first bad output is seen.
struct OpRecorder::Ruling {
  Judgement judgement;
  IncidentLimits::Grant grant;
  Incident incident;
  Likeness likeness;
  uint64_t bad_outputs = 0;         // bits
  uint32_t birth = 0;               // of which it was made, where that is not told yet
  bool handed_in = false;           // by the program, to which it may mean something
  bool from_outside = false;        // made of what was handed in
  PutInto out = PutInto::kNowhere;  // it was put there before, and is taken out by this op
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

[[gnu::hot]] OpRecorder::Outcome OpRecorder::Done(ThreadLog& log, const tdbg_op_run& run,
                                                  const OpState& op, Plan::Now now) {
  const int64_t time_ns = run.time_ns != 0 ? run.time_ns : NowNs();
  std::optional<Ruling> ruling;
  for (uint32_t i = 0; i < run.output_count; ++i) {
    if (!parts_.plan.WantsDType(DTypeOf(run.outputs[i]))) continue;
    Output(log, run, op, i, now, ruling, time_ns);
  }
  if (!ruling) {
    const EagerValues& values = parts_.eager_values;
    if (!values.any() || !(values.awaits() || values.any_decided())) return {};
  }
  return Conclude(log, run, op, now, ruling ? &*ruling : nullptr, time_ns);
}

OpRecorder::Outcome OpRecorder::Conclude(ThreadLog& log, const tdbg_op_run& run, const OpState& op,
                                         Plan::Now now, Ruling* ruling, int64_t time_ns) {
  // An array that is handed in twice lies in one place.
  const bool hands_in = (op.flags.load(std::memory_order_relaxed) & TDBG_HANDS_IN) != 0;
  const bool reads = parts_.eager_values.any() && (ruling || parts_.eager_values.awaits());
  if (!hands_in && (reads || (ruling && ruling->out != PutInto::kNowhere))) {
    NoteReads(log, run, op, ruling, time_ns);
  }
  Outcome outcome;
  if (ruling) {
    const bool open = FollowOutputs(log, run, op, now, *ruling);
    if (!ruling->handed_in) outcome.bad_slot = ruling->incident.slot;
    if (!ruling->handed_in && !open) outcome.incident = ruling->incident;
    outcome.kept = ruling->incident.kept && ruling->judgement.verdict == Verdict::kOrigin;
  }
  if (!parts_.eager_values.any_decided()) return outcome;
  if (const auto decided = parts_.eager_values.TakeDecided()) {
    outcome.incident = {decided->judgement, decided->slot, decided->time_ns, decided->kept};
    parts_.limits.BirthIsToldIn(run.execution);
  }
  return outcome;
}

// Whether an eager op made, or the program handed in, a bad tensor that this op has read.
bool OpRecorder::ReadsEagerValue(const tdbg_op_run& run) const {
  for (uint32_t i = 0; i < run.input_count; ++i) {
    const void* data = nullptr;
    if (CheckInput(run, i, &data) == Inputs::kBad && parts_.eager_values.Find(data)) return true;
  }
  return false;
}

void OpRecorder::NoteReads(ThreadLog& log, const tdbg_op_run& run, const OpState& op,
                           Ruling* ruling, int64_t time_ns) {
  using format::Reading;
  const uint32_t flags = op.flags.load(std::memory_order_relaxed);
  const bool in_graph = (flags & kRunsByItself) == 0;
  const auto write = [&](const EagerValue& value, Reading reading) {
    log.Write(ReadingOf(run, value, ruling ? ruling->incident.slot : 0, time_ns),
              static_cast<uint8_t>(reading));
  };
  if (parts_.eager_values.awaits()) {
    if (const auto given_up = parts_.eager_values.OpPasses()) write(*given_up, Reading::kLeaves);
  }
  const auto made_bad_of = [&](const EagerValue& value, bool harms) {
    if (ruling != nullptr && ruling->birth == 0) ruling->birth = value.birth;
    if (ruling != nullptr) ruling->from_outside |= value.from_outside;
    if (!harms || !value.handed_in) return;
    parts_.limits.HandedInDoesHarm(run.execution, value.op, value.likeness.digest, value.judgement);
    if (value.kept) parts_.plan.IncidentAt(parts_.steps.count());
  };
  const std::optional<Reading> reading = ruling ? Reading::kBad : ReadingWithoutHarm(run);
  const PutInto into = reading == Reading::kLeaves ? PutsInto(run, flags) : PutInto::kNowhere;
  for (uint32_t i = 0; i < run.input_count; ++i) {
    const void* data = nullptr;
    if (CheckInput(run, i, &data) != Inputs::kBad) continue;
    const auto known = parts_.eager_values.Find(data);
    if (!reading) {
      if (!known || !ComparesInfinities(op, *known)) continue;
      const auto news = parts_.eager_values.Read(data, Reading::kClean, in_graph);
      if (news) write(news->value, news->reading);
      continue;
    }
    // What an op made is there to stay once it is in a variable. What the program handed in, it
    // wanted there.
    const bool for_later = into == PutInto::kCollection ||
                           (into == PutInto::kVariable && known && known->from_outside);
    if (known && for_later) {
      if (const auto put = parts_.eager_values.PutAway(data, into)) write(*put, Reading::kAwaited);
      continue;
    }
    const auto news = parts_.eager_values.Read(data, *reading, in_graph);
    if (!news) continue;
    write(news->value, news->reading);
    made_bad_of(news->value, news->harms);
  }
  if (ruling == nullptr || ruling->out == PutInto::kNowhere) return;
  for (const EagerValue& value : parts_.eager_values.TakenOut(ruling->out, ruling->likeness)) {
    write(value, Reading::kBad);
    made_bad_of(value, true);
    if (in_graph) parts_.eager_values.Decide(value.birth);
  }
}

bool OpRecorder::FollowOutputs(ThreadLog& log, const tdbg_op_run& run, const OpState& op,
                               Plan::Now now, const Ruling& ruling) {
  const bool by_itself = (op.flags.load(std::memory_order_relaxed) & kRunsByItself) != 0;
  if (!by_itself || run.execution == 0) return false;
  // Of memory that is not followed it is not known when something else comes to its place.
  const auto is_bad = [&](uint32_t i) { return i < 64 && (ruling.bad_outputs >> i & 1) != 0; };
  // What a variable holds is the program's like an array that it hands in.
  const bool outside = ruling.handed_in || ruling.out == PutInto::kVariable;
  const auto can_follow = [&](uint32_t i) {
    return outside || (run.outputs[i].flags & TDBG_FOLLOWED) != 0;
  };
  // Where ops are left out, nobody learns what they make of a value.
  bool open = !now.leaves_out();
  for (uint32_t i = 0; i < run.output_count; ++i) open = open && (!is_bad(i) || can_follow(i));
  if (!open) parts_.eager_values.Decide(ruling.birth);
  for (uint32_t i = 0; i < run.output_count; ++i) {
    if (!is_bad(i) || !can_follow(i)) continue;
    const EagerValue value = {.execution = run.execution,
                              .slot = run.first_slot + i,
                              .op = run.op,
                              .time_ns = ruling.incident.time_ns,
                              .likeness = ruling.likeness,
                              .judgement = ruling.judgement,
                              .birth = ruling.birth,
                              .opens = open && ruling.judgement.IsBirth(),
                              .handed_in = outside,
                              .from_outside = outside || ruling.from_outside,
                              .kept = ruling.grant.values};
    if (outside) {
      log.Write(ReadingOf(run, value, 0, value.time_ns),
                static_cast<uint8_t>(format::Reading::kAwaited));
    }
    if (const auto given_up = parts_.eager_values.Add(run.outputs[i].data, value)) {
      log.Write(ReadingOf(run, *given_up, 0, value.time_ns),
                static_cast<uint8_t>(format::Reading::kLeaves));
    }
  }
  if (open && ruling.judgement.IsBirth()) parts_.limits.BirthIsOpenIn(run.execution);
  return open;
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
    if (first) {
      ruling = Judged(run, op, index, now,
                      {.digest = DigestOf(*measured.health, event.shape, event.dtype),
                       .numbers = BadNumbersIn(*measured.health)});
    }
    if (first) {
      ruling->incident = {ruling->judgement, slot, time_ns, ruling->grant.values};
    }
    if (index < 64) ruling->bad_outputs |= uint64_t{1} << index;
    event.judgement = ruling->judgement;
    if (now.is_auto()) event.detail = Detail::kFullHealth;
    if (ruling->grant.values && now.detail() != Detail::kFullTensor) {
      event.value = Keep(log, tensor, shape, kLargestIncidentValue);
      if (event.value) event.detail = Detail::kFullTensor;
    }
  }
  if (now.detail() == Detail::kFullTensor) event.value = Keep(log, tensor, shape, UINT64_MAX);
  const bool recorded = log.Event(event, measured.health ? &*measured.health : nullptr);
  if (bad && !recorded && ruling->judgement.verdict == Verdict::kOrigin) {
    parts_.losses.Count(Loss::kUnrecordedBirth);
  }
  if (bad && ruling->grant.operands) Explain(log, run, *ruling, slot, time_ns);
}

OpRecorder::Ruling OpRecorder::Judged(const tdbg_op_run& run, const OpState& op, uint32_t index,
                                      Plan::Now now, const Likeness& likeness) {
  const uint32_t role = op.role.load(std::memory_order_relaxed);
  const uint32_t flags = op.flags.load(std::memory_order_relaxed);
  const bool calls = (flags & TDBG_CALLS) != 0;
  // Where some ops are left out, it is not known what becomes of a value.
  const bool hands_in = (flags & TDBG_HANDS_IN) != 0 && run.execution != 0 && !now.leaves_out();
  const bool reads = role == TDBG_READS_CONSTANT || role == TDBG_READS_VARIABLE;
  const Inputs inputs = reads ? Inputs::kClean : CheckInputs(run);
  const Before before = parts_.limits.BeforeIn(run.execution, run.op, likeness.digest, hands_in);
  Ruling ruling;
  ruling.likeness = likeness;
  ruling.judgement = Judge(role, calls, inputs, before);
  // The bad input may be one that no recorded op made: a feed, an array, a constant.
  if (inputs == Inputs::kBad && !before.bad_in_run && now.saw_all() &&
      !(parts_.eager_values.any() && ReadsEagerValue(run))) {
    const uint32_t brought = RoleFromOutside(run);
    if (brought != TDBG_COMPUTES) ruling.judgement = JudgeOutside(brought);
  }
  if (ruling.judgement.verdict == Verdict::kOrigin && !hands_in) {
    const PutInto out = TakesOutOf(role, flags);
    if (!parts_.eager_values.TakenOut(out, likeness).empty()) {
      ruling.out = out;
      ruling.judgement = {Verdict::kInherited, Source::kUnknown};
    }
  }
  const int64_t step_count = parts_.steps.count();
  ruling.handed_in = hands_in && ruling.judgement.verdict == Verdict::kOrigin;
  if (ruling.handed_in) {
    constexpr uint64_t kSmall = 64;
    const bool small = run.outputs[index].bytes <= kSmall;
    ruling.grant = parts_.limits.AdmitHandedIn(run.execution, step_count, small);
    if (!ruling.grant.operands) parts_.losses.Count(Loss::kUnkeptOperands);
    return ruling;
  }
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

std::optional<OpRecorder::Incident> OpRecorder::Kept() {
  const auto kept = parts_.eager_values.TakeKept();
  if (!kept) return std::nullopt;
  return Incident{kept->judgement, kept->slot, kept->time_ns, kept->kept};
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
