#include "importers/native/event_record.h"

#include <algorithm>
#include <cstring>
#include <limits>

namespace tdbg::importers::native {
namespace {

using format::Checked;
using format::DecodedTensorEvent;
using format::HealthPart;

store::Badness BadnessOf(const format::TensorEvent& event) {
  switch (event.checked) {
    case Checked::kClean:
      return store::Badness::kClean;
    case Checked::kBad:
      return store::Badness::kBad;
    case Checked::kUnknown:
      break;
  }
  if (event.dtype != tensor::DType::kInvalid && !tensor::MayBeBad(event.dtype)) {
    return store::Badness::kClean;
  }
  return event.value ? store::Badness::kUnread : store::Badness::kUnknown;
}

// What a row of the store needs of the event. The common event has nothing behind its fixed parts,
// and is read without decoding the rest.
std::optional<format::TensorEvent> Glance(std::span<const std::byte> record) {
  if (record.size() < sizeof(format::TensorEventRecord)) return std::nullopt;
  format::TensorEventRecord fixed;
  std::memcpy(&fixed, record.data(), sizeof fixed);
  const size_t granules = (fixed.facts & format::kHasHealth) != 0 ? 2 : 1;
  const uint8_t detail = fixed.facts & format::kDetailMask;
  const uint8_t checked = fixed.facts >> format::kCheckedShift & format::kCheckedMask;
  if ((fixed.facts & format::kHasAddition) == 0 &&
      record.size() == granules * format::kGranuleBytes &&
      detail <= static_cast<uint8_t>(kLastDetailOnDisk) &&
      checked <= static_cast<uint8_t>(Checked::kUnknown)) {
    format::TensorEvent event;
    event.time_ns = fixed.time_ns;
    event.op = fixed.op;
    event.execution = fixed.execution;
    event.shape = fixed.shape;
    event.iteration = fixed.iteration;
    event.slot = fixed.head.aux;
    event.dtype = tensor::DTypeFromNumber(fixed.dtype).value_or(tensor::DType::kInvalid);
    event.detail = static_cast<Detail>(detail);
    event.checked = static_cast<Checked>(checked);
    return event;
  }
  const auto decoded = format::DecodeTensorEvent(record);
  if (!decoded) return std::nullopt;
  return decoded->event;
}

}  // namespace

std::optional<EventRow> ReadEventRow(const format::RecordView& record, uint32_t file) {
  const auto event = Glance(record.bytes);
  if (!event) return std::nullopt;
  EventRow row;
  row.op = event->op;
  row.execution = event->execution;
  row.event.time_ns = event->time_ns;
  constexpr uint32_t kMostSlot = std::numeric_limits<int32_t>::max();
  row.event.slot = event->slot > kMostSlot ? -1 : static_cast<int32_t>(event->slot);
  row.event.dtype = event->dtype;
  // A value that was kept counts, whatever the mode.
  row.event.detail = event->value ? Detail::kFullTensor : event->detail;
  row.event.badness = BadnessOf(*event);
  row.event.judgement = event->judgement;
  row.event.iteration = event->iteration;
  row.event.payload = {record.offset_bytes, static_cast<uint32_t>(record.bytes.size()), file};
  return row;
}

store::Digest ReadEventDigest(const DecodedTensorEvent& decoded, const tensor::Shape* shape) {
  store::Digest digest;
  const format::TensorEvent& event = decoded.event;
  digest.dtype = event.dtype;
  tensor::Health health = decoded.health;
  if (shape != nullptr) {
    digest.rank = shape->rank();
    digest.shape = *shape;
    digest.elements = *shape->NumElements();
  } else if (event.size && event.size->elements >= 0) {
    if (event.size->rank >= 0) digest.rank = event.size->rank;
    digest.elements = event.size->elements;
  }
  if (decoded.part == HealthPart::kAll && digest.elements &&
      format::CompleteHealth(event, *digest.elements, health)) {
    store::Digest full =
        store::DigestOf(event.dtype, digest.shape.value_or(tensor::Shape()), health);
    full.rank = digest.rank;
    full.shape = digest.shape;
    if (health.subnormal < 0) full.subnormal.reset();
    // In a damaged record the counts may contradict the check; the event was taken for a bad one
    // everywhere else.
    if (event.checked == Checked::kBad) full.bad = true;
    return full;
  }
  if (event.checked != Checked::kUnknown) digest.bad = event.checked == Checked::kBad;
  if (decoded.part != HealthPart::kNone) {
    digest.neg_inf = health.neg_inf;
    digest.pos_inf = health.pos_inf;
    digest.nan = health.nan;
    if (health.first_bad >= 0 && health.first_bad < digest.elements.value_or(0)) {
      digest.first_bad = health.first_bad;
    }
  }
  return digest;
}

}  // namespace tdbg::importers::native
