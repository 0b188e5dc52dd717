#include "importers/tfdbg1/dump_values.h"

#include <map>
#include <string_view>

#include "importers/tfdbg1/event_file.h"
#include "importers/tfdbg1/numeric_summary.h"
#include "importers/tfdbg1/tensor_file.h"
#include "importers/tfproto/attr_value.h"
#include "importers/tfproto/graph_def.h"
#include "importers/tfproto/tensor_proto.h"
#include "tensor/format_text.h"
#include "tensor/health.h"

namespace tdbg::importers::tfdbg1 {

using store::Digest;
using store::EventId;

namespace {

// In tfdbg1 a tensor that should have elements and has none is a variable not yet initialised; by
// TensorFlow's general rule it would be all zeros.
bool IsUninitialized(const tfproto::TensorHeader& header) {
  return header.elements > 0 && !header.has_elements;
}

}  // namespace

Result<Digest> DigestOfTensor(std::string_view tensor, std::shared_ptr<const void> owner) {
  TDBG_ASSIGN_OR_RETURN(const auto header, tfproto::ParseTensorHeader(tensor));
  if (IsUninitialized(header)) {
    Digest digest;
    digest.dtype = header.dtype;
    digest.rank = header.shape.rank();
    digest.shape = header.shape;
    digest.elements = header.elements;
    digest.bad = false;
    digest.initialized = false;
    return digest;
  }
  TDBG_ASSIGN_OR_RETURN(const tensor::Value value, tfproto::DecodeTensor(tensor, std::move(owner)));
  return store::DigestOf(value.dtype(), value.shape(), tensor::ComputeHealth(value.view()));
}

Result<DumpValues::Recorded> DumpValues::Open(EventId event) const {
  const store::Payload payload = run_.events.payload[event];
  TDBG_ASSIGN_OR_RETURN(MappedFile mapped, files_->Open(payload.file));
  auto file = std::make_shared<const MappedFile>(std::move(mapped));
  const std::string_view bytes = file->bytes();
  if (payload.size == 0 || payload.offset > bytes.size() ||
      payload.size > bytes.size() - payload.offset) {
    return Corrupt("no tensor can be read from " + files_->path(payload.file));
  }
  const std::string_view tensor = bytes.substr(payload.offset, payload.size);
  return Recorded{std::move(file), tensor};
}

Result<Digest> DumpValues::ReadDigest(EventId event) const {
  if (const Digest* known = digests_->Find(run_.events.payload[event].file)) return *known;
  TDBG_ASSIGN_OR_RETURN(const Recorded recorded, Open(event));
  const Detail detail = run_.events.detail[event];
  if (detail == Detail::kNanCount || detail == Detail::kNumericSummary) {
    const std::vector<double> numbers = ReadSummary(detail, recorded.tensor);
    if (numbers.empty()) {
      return Corrupt("no summary can be read from " +
                     files_->path(run_.events.payload[event].file));
    }
    const auto watch = watches_->Find(run_.events.op[event], run_.events.slot[event], detail);
    return detail == Detail::kNanCount ? DigestOfNanCount(numbers.front(), watch)
                                       : DigestOfNumericSummary(numbers, watch);
  }
  return DigestOfTensor(recorded.tensor, recorded.file);
}

Result<tensor::Value> DumpValues::ReadValue(EventId event) const {
  const Detail detail = run_.events.detail[event];
  if (detail == Detail::kNanCount || detail == Detail::kNumericSummary) {
    return Unsupported("only a summary of this tensor was dumped, not its value");
  }
  return ReadRecorded(event);
}

Result<tensor::Value> DumpValues::ReadRecorded(EventId event) const {
  TDBG_ASSIGN_OR_RETURN(const Recorded recorded, Open(event));
  TDBG_ASSIGN_OR_RETURN(const auto header, tfproto::ParseTensorHeader(recorded.tensor));
  if (IsUninitialized(header)) {
    return Unsupported("the variable was not initialised when it was dumped: it has no value");
  }
  return tfproto::DecodeTensor(recorded.tensor, recorded.file);
}

uint64_t DumpValues::RecordedBytes(EventId event) const {
  return files_->size(run_.events.payload[event].file);
}

Result<std::vector<store::Attribute>> DumpValues::ReadAttributes(store::OpId id) const {
  const store::Op& op = run_.graphs.op(id);
  if (!op.type.valid()) return NotFound("no graph of the dump tells what this op is");
  // A graph that was recorded is known by the path of its file.
  const std::string path(run_.strings[run_.graphs.graph(op.graph).key]);
  TDBG_ASSIGN_OR_RETURN(const MappedFile file, files_->Open(path));
  const std::string_view name = run_.strings[op.name];
  std::map<std::string, std::string> texts;
  bool found = false;
  const Status status =
      tfproto::ForEachNode(ParseEventFile(file.bytes()).graph_def, [&](const auto& node) {
        if (node.name != name) return;
        found = true;
        for (const auto& [key, value] : node.attrs) {
          texts[tensor::EscapeControls(key)] = tfproto::AttrText(value);
        }
      });
  if (!found) return status.ok() ? NotFound("the op is not in " + path + " any more") : status;
  std::vector<store::Attribute> attributes;
  for (auto& [key, text] : texts) attributes.push_back({key, std::move(text)});
  return attributes;
}

Result<std::vector<std::string>> DumpValues::ReadSource(store::SourceFileId) const {
  return NotFound("a tfdbg1 dump holds no source files");
}

}  // namespace tdbg::importers::tfdbg1
