#include "exporters/native/event_encoder.h"

#include <limits>

namespace tdbg::exporters::native {
namespace {

using store::Digest;

// Counts that a summary has and moments that it may lack: what is not known is NaN.
tensor::Health HealthOf(const Digest& digest) {
  constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
  tensor::Health health;
  health.elements = digest.elements.value_or(0);
  health.neg_inf = digest.neg_inf.value_or(0);
  health.pos_inf = digest.pos_inf.value_or(0);
  health.nan = digest.nan.value_or(0);
  health.negative = digest.negative.value_or(0);
  health.zero = digest.zero.value_or(0);
  health.positive = digest.positive.value_or(0);
  health.subnormal = digest.subnormal.value_or(-1);
  health.min = digest.min.value_or(kUnknown);
  health.max = digest.max.value_or(kUnknown);
  health.mean = digest.mean.value_or(kUnknown);
  health.variance = digest.variance.value_or(kUnknown);
  health.l2 = digest.l2.value_or(kUnknown);
  health.first_bad = digest.first_bad.value_or(-1);
  return health;
}

Detail DetailOf(const Digest& digest) {
  if (digest.elements && digest.negative && digest.zero && digest.positive && digest.nan) {
    return Detail::kFullHealth;
  }
  if (digest.neg_inf && digest.pos_inf && digest.nan) return Detail::kConciseHealth;
  if (digest.bad) return Detail::kCurtHealth;
  return digest.elements ? Detail::kShape : Detail::kNoTensor;
}

format::ValueRef WriteValue(const tensor::Value& value, DefinitionWriter& definitions,
                            SegmentStream& values) {
  const tensor::TensorView& view = value.view();
  format::ValueRecord record = {};
  record.size = static_cast<uint64_t>(view.num_elements() * tensor::ElementStride(view.dtype));
  record.shape = definitions.Shape(view.shape);
  record.dtype = static_cast<uint8_t>(view.dtype);
  values.Append(record, std::span(view.data, record.size));
  return values.last();
}

}  // namespace

format::EncodedTensorEvent EncodeEvent(const store::Run& run, store::EventId id, uint32_t op,
                                       uint32_t execution, DefinitionWriter& definitions,
                                       SegmentStream& values) {
  const store::TensorEvent row = run.events.Row(id);
  const auto read = run.values->ReadDigest(id);
  const Digest digest = read.ok() ? *read : Digest();
  format::TensorEvent event;
  event.time_ns = row.time_ns;
  event.op = op;
  event.execution = execution;
  event.iteration = row.iteration;
  event.slot = row.slot < 0 ? format::TensorEvent::kNoSlot : static_cast<uint32_t>(row.slot);
  event.dtype = digest.dtype == tensor::DType::kInvalid ? row.dtype : digest.dtype;
  event.detail = DetailOf(digest);
  if (digest.bad) event.checked = *digest.bad ? format::Checked::kBad : format::Checked::kClean;
  if (digest.shape) {
    event.shape = definitions.Shape(*digest.shape);
  } else if (digest.elements) {
    event.size = format::TensorSize{*digest.elements, digest.rank.value_or(-1)};
  }
  if (row.detail == Detail::kFullTensor) {
    const auto value = run.values->ReadValue(id);
    if (value.ok() && tensor::HasNumbers(value->dtype())) {
      event.value = WriteValue(*value, definitions, values);
      event.detail = Detail::kFullTensor;
    }
  }
  const tensor::Health health = HealthOf(digest);
  format::EncodedTensorEvent encoded;
  format::EncodeTensorEvent(event, &health, encoded);
  return encoded;
}

}  // namespace tdbg::exporters::native
