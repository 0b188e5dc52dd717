#include "format/tensor_event.h"

#include <bit>
#include <cstring>
#include <limits>

namespace tdbg::format {
namespace {

constexpr uint32_t kAddedSlotAux = 0xff;
constexpr uint32_t kAddedIterationMark = 0xffff;
constexpr uint64_t kMost32 = std::numeric_limits<uint32_t>::max();

// 1 + 1 + 7 words of counts, five of doubles, two each of the reference and the size, one of the
// Addition itself.
static_assert(sizeof(TensorEventRecord) + sizeof(HealthGranule) + 8 * (1 + 1 + 1 + 7 + 5 + 2 + 2) <=
              EncodedTensorEvent::kMostBytes);

bool SameBits(double a, double b) {
  return std::bit_cast<uint64_t>(a) == std::bit_cast<uint64_t>(b);
}

// On bits, for a thread that flushes subnormals takes them for zeros.
bool IsNan(double value) { return (std::bit_cast<uint64_t>(value) << 1) > (uint64_t{0x7ff} << 53); }

// Whether rounding to float costs no more than its 24 bits: not below its normal range or above it.
bool RoundsWell(double value) {
  const uint64_t magnitude = std::bit_cast<uint64_t>(value) << 1 >> 1;
  constexpr uint64_t kLeast = std::bit_cast<uint64_t>(double{std::numeric_limits<float>::min()});
  constexpr uint64_t kMost = std::bit_cast<uint64_t>(double{std::numeric_limits<float>::max()});
  return magnitude == 0 || (kLeast <= magnitude && magnitude <= kMost);
}

class AdditionWriter {
 public:
  explicit AdditionWriter(std::byte* place) : place_(place), next_(place + sizeof(Addition)) {}

  void Add(AdditionField field, const void* bytes, size_t size) {
    addition_.fields |= field;
    std::memcpy(next_, bytes, size);
    next_ += size;
  }
  void Add(AdditionField field, uint64_t value) { Add(field, &value, sizeof value); }
  void Add(AdditionField field, double value) { Add(field, &value, sizeof value); }

  void SetJudgement(Judgement judgement) {
    addition_.verdict = static_cast<uint8_t>(judgement.verdict);
    addition_.source = static_cast<uint8_t>(judgement.source);
  }

  // Writes the Addition if it says anything; the end of the record.
  std::byte* Finish() {
    const Addition nothing = {};
    if (std::memcmp(&addition_, &nothing, sizeof nothing) == 0) return place_;
    std::memcpy(place_, &addition_, sizeof addition_);
    return next_;
  }

 private:
  Addition addition_ = {};
  std::byte* place_;
  std::byte* next_;
};

void AddCounts(const tensor::Health& health, HealthPart part, AdditionWriter& addition) {
  const auto wide = [](int64_t count) { return static_cast<uint64_t>(count); };
  // An unknown first_bad is -1, all ones in either width.
  const uint64_t counts[] = {wide(health.neg_inf),   wide(health.pos_inf), wide(health.nan),
                             wide(health.first_bad), wide(health.zero),    wide(health.negative),
                             wide(health.subnormal)};
  bool fits = health.first_bad < static_cast<int64_t>(kMost32);
  for (int i = 0; i < (part == HealthPart::kAll ? 7 : 4); ++i) {
    if (i != 3 && counts[i] > kMost32) fits = false;
  }
  if (!fits) {
    const WideCounts all = {health.neg_inf, health.pos_inf,  health.nan,      health.first_bad,
                            health.zero,    health.negative, health.subnormal};
    addition.Add(kAddedWideCounts, &all, sizeof all);
  } else if (health.bad() != 0) {
    const BadCounts narrow = {static_cast<uint32_t>(counts[0]), static_cast<uint32_t>(counts[1]),
                              static_cast<uint32_t>(counts[2]), static_cast<uint32_t>(counts[3])};
    addition.Add(kAddedBadCounts, &narrow, sizeof narrow);
  }
}

HealthGranule NarrowHealth(const tensor::Health& health, AdditionWriter& addition) {
  HealthGranule narrow;
  narrow.zero = static_cast<uint32_t>(health.zero);
  narrow.negative = static_cast<uint32_t>(health.negative);
  narrow.subnormal = static_cast<uint32_t>(health.subnormal);
  const auto put = [&](AdditionField field, double value, bool exact) {
    constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
    if (IsNan(value)) return kNan;
    if (RoundsWell(value)) {
      const float rounded = static_cast<float>(value);
      if (!exact || SameBits(rounded, value)) return rounded;
    }
    addition.Add(field, value);
    return kNan;
  };
  narrow.min = put(kAddedMin, health.min, true);
  narrow.max = put(kAddedMax, health.max, true);
  narrow.mean = put(kAddedMean, health.mean, false);
  narrow.variance = put(kAddedVariance, health.variance, false);
  narrow.l2 = put(kAddedL2, health.l2, false);
  return narrow;
}

HealthPart PartOf(Detail detail) {
  switch (detail) {
    case Detail::kFullHealth:
    case Detail::kFullTensor:
      return HealthPart::kAll;
    case Detail::kCurtHealth:
    case Detail::kConciseHealth:
      return HealthPart::kBadCounts;
    default:
      return HealthPart::kNone;
  }
}

}  // namespace

[[gnu::hot]] void EncodeTensorEvent(const TensorEvent& event, const tensor::Health* health,
                                    EncodedTensorEvent& out) {
  const HealthPart part = health == nullptr ? HealthPart::kNone : PartOf(event.detail);
  const bool full = part == HealthPart::kAll;
  std::byte* const start = out.bytes;
  AdditionWriter addition(start + (full ? 2 : 1) * kGranuleBytes);

  // In the order of the fields' bits.
  if (event.slot >= kAddedSlotAux) addition.Add(kAddedSlot, uint64_t{event.slot});
  if (event.iteration >= kAddedIterationMark) {
    addition.Add(kAddedIteration, uint64_t{event.iteration});
  }
  if (part != HealthPart::kNone) AddCounts(*health, part, addition);
  if (full) {
    const HealthGranule narrow = NarrowHealth(*health, addition);
    std::memcpy(start + kGranuleBytes, &narrow, sizeof narrow);
  }
  if (event.value) addition.Add(kAddedValue, &*event.value, sizeof *event.value);
  if (event.size) addition.Add(kAddedSize, &*event.size, sizeof *event.size);
  addition.SetJudgement(event.judgement);

  std::byte* const fixed_end = start + (full ? 2 : 1) * kGranuleBytes;
  std::byte* const end = addition.Finish();
  out.granules = static_cast<uint32_t>(GranulesFor(static_cast<uint64_t>(end - start)));
  std::memset(end, 0, static_cast<size_t>(start + out.granules * kGranuleBytes - end));
  out.aux = static_cast<uint8_t>(event.slot >= kAddedSlotAux ? kAddedSlotAux : event.slot);

  TensorEventRecord record = {};
  record.time_ns = event.time_ns;
  record.op = event.op;
  record.execution = event.execution;
  record.shape = event.shape;
  record.dtype = static_cast<uint8_t>(event.dtype);
  record.facts = static_cast<uint8_t>(
      static_cast<uint8_t>(event.detail) | static_cast<uint8_t>(event.checked) << kCheckedShift |
      (full ? kHasHealth : 0) | (end != fixed_end ? kHasAddition : 0));
  record.iteration = static_cast<uint16_t>(
      event.iteration >= kAddedIterationMark ? kAddedIterationMark : event.iteration);
  std::memcpy(start, &record, sizeof record);
}

}  // namespace tdbg::format
