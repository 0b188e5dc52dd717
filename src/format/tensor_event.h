// Tensor events, the records there are millions of: 32 bytes for a checked tensor, 64 with full
// health. What does not fit there (bad counts, extremes that are no float32, …) is added behind.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "format/record.h"
#include "format/records.h"
#include "tensor/dtype.h"
#include "tensor/health.h"
#include "vocabulary/detail.h"
#include "vocabulary/verdict.h"

namespace tdbg::format {

// What the recorder saw of the elements. The numbers are on disk; the store says more
// (store::Badness).
enum class Checked : uint8_t { kClean = 0, kBad = 1, kUnknown = 2 };

// Where a ValueRecord lies: values segment (thread, sequence), offset from the start of the file.
struct ValueRef {
  uint32_t thread;
  uint32_t sequence;
  uint64_t offset_bytes;

  bool operator==(const ValueRef&) const = default;
};
static_assert(sizeof(ValueRef) == 16);

// What is known of the size of a tensor whose shape is unknown, because another recorder summed it
// up.
struct TensorSize {
  int64_t elements;
  int64_t rank;  // -1: unknown

  bool operator==(const TensorSize&) const = default;
};
static_assert(sizeof(TensorSize) == 16);

// As a kTensorEvent: output `slot` of `op`. As a kOperand: what `op` read as its input `slot`.
struct TensorEvent {
  int64_t time_ns = 0;
  uint32_t op = 0;
  uint32_t execution = 0;
  uint32_t shape = 0;  // 0: unknown
  uint32_t iteration = 0;
  uint32_t slot = 0;  // kNoSlot: the recorder does not tell which
  tensor::DType dtype = tensor::DType::kInvalid;
  Detail detail = Detail::kNoTensor;
  Checked checked = Checked::kUnknown;
  Judgement judgement;
  std::optional<ValueRef> value;
  std::optional<TensorSize> size = std::nullopt;

  static constexpr uint32_t kNoSlot = 0xffffffff;
};

// The parts of `health` that an event carries.
enum class HealthPart : uint8_t {
  kNone,
  kBadCounts,  // neg_inf, pos_inf, nan, first_bad
  kAll,
};

// The record in full, but for the head: writer.AppendBytes(kind, encoded.aux, encoded.record()).
struct EncodedTensorEvent {
  static constexpr size_t kMostBytes = 256;

  alignas(8) std::byte bytes[kMostBytes];
  uint32_t granules;
  uint8_t aux;

  std::span<const std::byte> record() const { return {bytes, granules * kGranuleBytes}; }
};

// How much of `health` (which may be null) is kept depends on the event's detail: for
// kConciseHealth and kCurtHealth kBadCounts, unless all are zero; for kFullHealth and kFullTensor
// everything; else nothing. Right on threads that flush subnormals; may raise floating-point flags.
void EncodeTensorEvent(const TensorEvent& event, const tensor::Health* health,
                       EncodedTensorEvent& out);

// An event as it was encoded. It knows neither shape nor what a recorder of another format left
// open, so it cannot be a store::Digest: importers make one of it, with the shape that the trace
// defines elsewhere.
struct DecodedTensorEvent {
  TensorEvent event;
  HealthPart part = HealthPart::kNone;
  // Tells as much as `part` says. `elements` and, for kAll, `positive` are left 0: see
  // CompleteHealth. `subnormal` is negative if subnormals were not counted. Moments are within 1e-7
  // of what was encoded, all else is equal.
  tensor::Health health;
};

// `record` with its head. nullopt if the parts it announces are not there.
std::optional<DecodedTensorEvent> DecodeTensorEvent(std::span<const std::byte> record);

// Fills in what follows from the number of elements, which the shape knows. False, with `health`
// unchanged, if the counts do not add up.
[[nodiscard]] bool CompleteHealth(const TensorEvent& event, int64_t elements,
                                  tensor::Health& health);

// The fixed parts on disk. The slot is the head's aux; if that is 255, it is in the addition.
struct TensorEventRecord {
  RecordHead head;
  int64_t time_ns;
  uint32_t op;
  uint32_t execution;
  uint32_t shape;
  uint8_t dtype;
  uint8_t facts;       // Detail | Checked << 3 | kHasHealth | kHasAddition
  uint16_t iteration;  // 0xffff: see the addition
};
static_assert(sizeof(TensorEventRecord) == kGranuleBytes);
static_assert(offsetof(TensorEventRecord, time_ns) == 8);
static_assert(offsetof(TensorEventRecord, op) == 16);
static_assert(offsetof(TensorEventRecord, shape) == 24);
static_assert(offsetof(TensorEventRecord, iteration) == 30);

inline constexpr uint8_t kDetailMask = 0x07;
inline constexpr int kCheckedShift = 3;
inline constexpr uint8_t kCheckedMask = 0x03;
inline constexpr uint8_t kHasHealth = 0x20;
inline constexpr uint8_t kHasAddition = 0x40;

// The second granule, a tensor::Health as the common event has it: half its size, since it is
// written for every tensor of a step that is recorded in full. Bad counts are zero unless added;
// positive is what remains of the elements.
struct HealthGranule {
  uint32_t zero;
  uint32_t negative;
  uint32_t subnormal;
  float min;
  float max;
  float mean;
  float variance;
  float l2;
};
static_assert(sizeof(HealthGranule) == kGranuleBytes);
static_assert(sizeof(TensorEventRecord) + sizeof(HealthGranule) <= 64,
              "the common event with full health");

// Then, where kHasAddition says so: this, and for each set bit of `fields`, lowest first, its words
// of 8 bytes, up to the end of the granule.
struct Addition {
  uint32_t fields;
  uint8_t verdict;
  uint8_t source;
  uint16_t zero;
};
static_assert(sizeof(Addition) == 8);

struct BadCounts {
  uint32_t neg_inf, pos_inf, nan;
  uint32_t first_bad;  // 2^32-1: unknown
};
static_assert(sizeof(BadCounts) == 16);

// Where one of them needs more than 32 bits.
struct WideCounts {
  int64_t neg_inf, pos_inf, nan;
  int64_t first_bad;  // -1: unknown
  int64_t zero, negative, subnormal;
};
static_assert(sizeof(WideCounts) == 56);

enum AdditionField : uint32_t {
  kAddedSlot = 1u << 0,       // u64
  kAddedIteration = 1u << 1,  // u64
  kAddedBadCounts = 1u << 2,  // BadCounts
  kAddedWideCounts =
      1u << 3,          // WideCounts, instead of BadCounts and of the counts of HealthGranule
  kAddedMin = 1u << 4,  // f64, and so on down to l2
  kAddedMax = 1u << 5,
  kAddedMean = 1u << 6,
  kAddedVariance = 1u << 7,
  kAddedL2 = 1u << 8,
  kAddedValue = 1u << 9,  // ValueRef
  kAddedSize = 1u << 10,  // TensorSize
};

}  // namespace tdbg::format
