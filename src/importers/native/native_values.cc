#include "importers/native/native_values.h"

#include "format/tensor_event.h"
#include "importers/native/event_record.h"
#include "importers/native/record_cast.h"

namespace tdbg::importers::native {

using format::DecodeTensorEvent;
using format::ValueRecord;
using store::EventId;

std::span<const std::byte> NativeValues::Record(EventId event) const {
  const store::Payload payload = run_.events.payload[event];
  if (!segments_.IsOpen(payload.file)) return {};
  const std::span<const std::byte> segment = segments_.segment(payload.file).owner->bytes();
  const auto record = format::ReadRecord(segment, payload.offset);
  return record ? record->bytes : std::span<const std::byte>();
}

Result<store::Digest> NativeValues::ReadDigest(EventId event) const {
  if (run_.events.badness[event] == store::Badness::kFailed) return store::Digest();
  const auto record = Record(event);
  if (record.empty()) return store::NotKept("this tensor");
  const auto decoded = DecodeTensorEvent(record);
  if (!decoded) return Corrupt("the record of this tensor has changed since it was read");
  if (decoded->event.value && decoded->part != format::HealthPart::kAll) {
    if (const auto value = ReadValue(event); value.ok()) {
      auto digest =
          store::DigestOf(value->dtype(), value->shape(), tensor::ComputeHealth(value->view()));
      // Only the beginning of the value may have been kept, but the recorder had checked all of it.
      if (decoded->event.checked == format::Checked::kBad) digest.bad = true;
      return digest;
    }
  }
  return ReadEventDigest(*decoded, definitions_.Shape(decoded->event.shape));
}

Result<tensor::Value> NativeValues::ReadValue(EventId event) const {
  const Detail detail = run_.events.detail[event];
  if (run_.events.badness[event] == store::Badness::kFailed) {
    return Unsupported("the op failed, so it has no value");
  }
  const auto fixed = Record(event);
  if (fixed.empty()) return store::NotKept("this tensor");
  const auto decoded = DecodeTensorEvent(fixed);
  if (decoded && !tensor::HasNumbers(decoded->event.dtype)) {
    return Unsupported("elements without numbers are not recorded");
  }
  if (!decoded || !decoded->event.value) {
    if (detail == Detail::kFullTensor) {
      return NotFound("its value was lost while the program ran");
    }
    return Unsupported(std::string("of this tensor only ") + DetailName(detail) +
                       " was recorded; record with full_tensor to have values");
  }
  const format::ValueRef& ref = *decoded->event.value;
  const OpenSegment* const segment = segments_.Values(ref.thread, ref.sequence);
  if (segment == nullptr) return store::NotKept("its value");
  const auto record = format::ReadRecord(segment->owner->bytes(), ref.offset_bytes);
  const auto value = record && record->kind == format::RecordKind::kValue
                         ? CopyRecord<ValueRecord>(record->bytes)
                         : std::nullopt;
  std::string_view elements;
  const tensor::Shape* const shape = value ? definitions_.Shape(value->shape) : nullptr;
  if (shape == nullptr || !TailOf<ValueRecord>(record->bytes, value->size, elements)) {
    return Corrupt("the record of its value is damaged");
  }
  const auto dtype = tensor::DTypeFromNumber(value->dtype);
  if (!dtype || !tensor::HasNumbers(*dtype)) return Corrupt("the record of its value is damaged");
  // Whoever asks goes by the tensor's own type and shape.
  const tensor::Shape* const told = definitions_.Shape(decoded->event.shape);
  if (*dtype != decoded->event.dtype || (told != nullptr && *told != *shape)) {
    return Corrupt("the record of its value is that of another tensor");
  }
  const uint64_t wanted = static_cast<uint64_t>(*shape->NumElements());
  const auto stride = static_cast<uint64_t>(tensor::ElementStride(*dtype));
  if (elements.size() / stride < wanted) {
    return NotFound("its value was cut short while the program ran");
  }
  return tensor::Value::Borrow(*dtype, *shape, elements.data(), segment->owner);
}

Result<tensor::Value> NativeValues::ReadRecorded(EventId event) const { return ReadValue(event); }

uint64_t NativeValues::RecordedBytes(EventId event) const {
  uint64_t bytes = run_.events.payload[event].size;
  if (run_.events.detail[event] != Detail::kFullTensor) return bytes;
  if (const auto value = ReadValue(event); value.ok()) {
    bytes +=
        static_cast<uint64_t>(value->view().num_elements() * tensor::ElementStride(value->dtype()));
  }
  return bytes;
}

Result<std::vector<store::Attribute>> NativeValues::ReadAttributes(store::OpId) const {
  return Unsupported("a native trace records no attributes of ops");
}

Result<std::vector<std::string>> NativeValues::ReadSource(store::SourceFileId file) const {
  std::string_view text = definitions_.SourceText(file);
  if (text.empty()) return NotFound("the recording has the file's name, but not its text");
  std::vector<std::string> lines;
  while (!text.empty()) {
    const size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.emplace_back(line);
    text = end == text.npos ? std::string_view() : text.substr(end + 1);
  }
  return lines;
}

}  // namespace tdbg::importers::native
