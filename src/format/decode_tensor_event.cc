#include <cstring>
#include <limits>

#include "format/tensor_event.h"

namespace tdbg::format {
namespace {

// Takes words off the front of a record, and remembers if there ever were too few.
class WordReader {
 public:
  explicit WordReader(std::span<const std::byte> bytes) : bytes_(bytes) {}

  template <typename T>
  T Take() {
    T value = {};
    if (bytes_.size() < sizeof(T)) {
      enough_ = false;
      return value;
    }
    std::memcpy(&value, bytes_.data(), sizeof(T));
    bytes_ = bytes_.subspan(sizeof(T));
    return value;
  }
  bool enough() const { return enough_; }

 private:
  std::span<const std::byte> bytes_;
  bool enough_ = true;
};

constexpr uint32_t kKnownFields = 2 * kAddedSize - 1;

bool ReadAddition(WordReader& words, DecodedTensorEvent& decoded) {
  const auto addition = words.Take<Addition>();
  const uint32_t fields = addition.fields;
  if ((fields & ~kKnownFields) != 0 || addition.verdict > static_cast<uint8_t>(Verdict::kHandled) ||
      addition.source > static_cast<uint8_t>(Source::kVariable)) {
    return false;
  }
  TensorEvent& event = decoded.event;
  tensor::Health& health = decoded.health;
  event.judgement = {static_cast<Verdict>(addition.verdict), static_cast<Source>(addition.source)};
  if (fields & kAddedSlot) event.slot = static_cast<uint32_t>(words.Take<uint64_t>());
  if (fields & kAddedIteration) event.iteration = static_cast<uint32_t>(words.Take<uint64_t>());
  if (fields & kAddedBadCounts) {
    const auto counts = words.Take<BadCounts>();
    health.neg_inf = counts.neg_inf;
    health.pos_inf = counts.pos_inf;
    health.nan = counts.nan;
    constexpr uint32_t kUnknown = std::numeric_limits<uint32_t>::max();
    health.first_bad = counts.first_bad == kUnknown ? -1 : int64_t{counts.first_bad};
  }
  if (fields & kAddedWideCounts) {
    const auto counts = words.Take<WideCounts>();
    health.neg_inf = counts.neg_inf;
    health.pos_inf = counts.pos_inf;
    health.nan = counts.nan;
    health.first_bad = counts.first_bad;
    health.zero = counts.zero;
    health.negative = counts.negative;
    health.subnormal = counts.subnormal;
  }
  const auto take_double = [&](AdditionField field, double& value) {
    if (fields & field) value = words.Take<double>();
  };
  take_double(kAddedMin, health.min);
  take_double(kAddedMax, health.max);
  take_double(kAddedMean, health.mean);
  take_double(kAddedVariance, health.variance);
  take_double(kAddedL2, health.l2);
  if (fields & kAddedValue) event.value = words.Take<ValueRef>();
  if (fields & kAddedSize) event.size = words.Take<TensorSize>();
  return words.enough();
}

void WidenHealth(const HealthGranule& narrow, tensor::Health& health) {
  health.zero = narrow.zero;
  health.negative = narrow.negative;
  health.subnormal = narrow.subnormal;
  health.min = narrow.min;
  health.max = narrow.max;
  health.mean = narrow.mean;
  health.variance = narrow.variance;
  health.l2 = narrow.l2;
}

}  // namespace

std::optional<DecodedTensorEvent> DecodeTensorEvent(std::span<const std::byte> record) {
  if (record.size() < sizeof(TensorEventRecord)) return std::nullopt;
  TensorEventRecord fixed;
  std::memcpy(&fixed, record.data(), sizeof fixed);
  const uint8_t detail = fixed.facts & kDetailMask;
  const uint8_t checked = fixed.facts >> kCheckedShift & kCheckedMask;
  if (detail > static_cast<uint8_t>(kLastDetailOnDisk) ||
      checked > static_cast<uint8_t>(Checked::kUnknown)) {
    return std::nullopt;
  }
  DecodedTensorEvent decoded;
  decoded.event = {.time_ns = fixed.time_ns,
                   .op = fixed.op,
                   .execution = fixed.execution,
                   .shape = fixed.shape,
                   .iteration = fixed.iteration,
                   .slot = fixed.head.aux,
                   .dtype = tensor::DTypeFromNumber(fixed.dtype).value_or(tensor::DType::kInvalid),
                   .detail = static_cast<Detail>(detail),
                   .checked = static_cast<Checked>(checked),
                   .judgement = {},
                   .value = std::nullopt,
                   .size = std::nullopt};
  WordReader words(record.subspan(sizeof fixed));
  if (fixed.facts & kHasHealth) {
    WidenHealth(words.Take<HealthGranule>(), decoded.health);
    decoded.part = HealthPart::kAll;
  }
  if ((fixed.facts & kHasAddition) && !ReadAddition(words, decoded)) return std::nullopt;
  if (!words.enough()) return std::nullopt;
  if (decoded.part == HealthPart::kNone &&
      (decoded.event.checked == Checked::kClean || decoded.health.bad() != 0)) {
    decoded.part = HealthPart::kBadCounts;
  }
  return decoded;
}

bool CompleteHealth(const TensorEvent& event, int64_t elements, tensor::Health& health) {
  if (health.first_bad < -1 || health.first_bad >= elements) return false;
  int64_t rest = elements;
  for (const int64_t count :
       {health.neg_inf, health.pos_inf, health.nan, health.negative, health.zero}) {
    if (count < 0 || count > rest) return false;
    rest -= count;
  }
  health.elements = elements;
  if (tensor::HasNumbers(event.dtype)) health.positive = rest;
  return true;
}

}  // namespace tdbg::format
