#include "importers/tfdbg1/tensor_batch.h"

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>

#include "importers/tfdbg1/dump_layout.h"
#include "importers/tfdbg1/dump_values.h"

namespace tdbg::importers::tfdbg1 {

using store::Badness;
using store::EventId;

void TensorBatch::ReadAgain(const UnfinishedTensor& tensor) {
  losses_.Forget(files_.path(tensor.found.file));
  Leave(*tensor.device, run_.events.op[tensor.event]);
  Read(tensor.found);
  records_.back().id = tensor.event;
}

void TensorBatch::Keep(const UnfinishedTensor& tensor) {
  Record& record = Recall(tensor.event, tensor.found.root, *tensor.device);
  record.found = tensor.found;
  record.placed.certain = false;
  record.unfinished = true;
}

void TensorBatch::Read(const FoundTensor& found) {
  Record record;
  record.found = found;
  const std::string path = files_.path(found.file);
  const auto mapped = files_.Open(found.file);
  if (!mapped.ok()) losses_.Report(path, {"unreadable_file", -1, mapped.status().message()});
  const std::string_view bytes = mapped.ok() ? mapped->bytes() : std::string_view();
  files_.set_size(found.file, bytes.size());

  const TensorFile file = ReadTensorFile(bytes, found.path);
  if (mapped.ok()) {
    for (const Problem& problem : file.problems) losses_.Report(path, problem);
  }
  record.unfinished = file.unfinished;
  record.whole = file.whole;
  record.clean = file.clean;
  record.summary = file.summary;
  const bool certain = !file.unfinished && file.problems.empty();
  record.placed = {run_.strings.Intern(file.node), file.slot, file.detail, found.path.name.time_us,
                   certain};
  record.event.time_ns = found.path.name.time_us * 1000;
  record.event.slot = file.slot;
  record.event.dtype = file.dtype;
  record.event.detail = file.detail;
  record.event.payload.file = found.file;
  if (!file.tensor.empty()) {
    record.event.payload.offset = static_cast<uint64_t>(file.tensor.data() - bytes.data());
    record.event.payload.size = static_cast<uint32_t>(file.tensor.size());
  }
  if (file.whole && file.detail == Detail::kFullTensor &&
      file.tensor.size() <= DigestTable::kMostBytes) {
    const auto digest = DigestOfTensor(file.tensor, nullptr);
    if (digest.ok()) digests_.Set(found.file, *digest);
  }
  KeepDevice(file.device, record);
  records_.push_back(std::move(record));
}

void TensorBatch::KeepDevice(std::string_view name, Record& record) {
  const std::string_view directory = record.found.path.device_directory;
  DumpRoot& root = roots_[record.found.root];
  record.device = &root.device(!directory.empty() || name.empty() ? std::string(directory)
                                                                  : MangleDevice(name));
  if (!name.empty()) record.device->Name(name, DumpDevice::NamedBy::kTensor, run_);
}

std::vector<UnfinishedTensor> TensorBatch::Append() {
  NameDevices();
  RecallStaleGroups();
  Place();
  // Where the clock does not tell, ops stand in their graph before those that read them.
  std::sort(records_.begin(), records_.end(), [](const Record& a, const Record& b) {
    const auto key = [](const Record& record) {
      return std::tuple(record.event.time_ns, record.found.path.name.suffix, record.event.op,
                        record.event.slot, record.found.file);
    };
    return key(a) < key(b);
  });

  std::vector<UnfinishedTensor> unfinished;
  for (Record& record : records_) {
    Judge(record);
    Store(record);
    if (record.unfinished) {
      unfinished.push_back(
          {record.found, files_.size(record.found.file), record.id, record.device});
    } else {
      record.group->members.push_back({record.id, record.placed.certain});
    }
  }
  records_.clear();
  TellOfNodeless();
  return unfinished;
}

void TensorBatch::Store(Record& record) {
  const store::TensorEvent& event = record.event;
  run_.ExtendTime(event.time_ns);
  store::Op& op = run_.graphs.op(event.op);
  if (event.slot >= op.num_outputs && event.slot < INT32_MAX) {
    op.num_outputs = event.slot + 1;
    run_.graphs.Changed(op.graph);
  }
  if (!record.id.valid()) {
    record.id = run_.events.Append(event);
    const int32_t turn = record.found.path.name.suffix;
    if (turn > 0) run_.turns[record.id] = turn;
    return;
  }
  const store::TensorEvent before = run_.events.Row(record.id);
  if (before.op != event.op || before.slot != event.slot ||
      (before.execution.valid() && before.execution != event.execution)) {
    ++run_.changes.moved;
  }
  // Bounds that a graph sets change what a summary says, though not its row.
  const bool same = record.recalled && record.summary.empty() && before.op == event.op &&
                    before.execution == event.execution && before.device == event.device &&
                    before.dtype == event.dtype && before.badness == event.badness;
  if (same) return;
  run_.events.Set(record.id, event);
  run_.changes.Note(record.id);
}

void TensorBatch::NameDevices() {
  for (DumpRoot& root : roots_) {
    for (auto& [directory, device] : root.devices()) {
      if (device.id.valid() || directory.empty()) continue;
      device.Name(UnmangleDevice(directory), DumpDevice::NamedBy::kDirectory, run_);
    }
  }
}

// Sets whether the tensor is bad, from its own file and from the debug node that wrote it.
void TensorBatch::Judge(Record& record) {
  store::TensorEvent& event = record.event;
  const auto watch = watches_.Find(event.op, event.slot, event.detail);
  const std::string path = files_.path(record.found.file);
  const auto offset = static_cast<int64_t>(event.payload.offset);
  if (event.detail == Detail::kFullTensor) {
    if (record.recalled) losses_.TakeBack(path, "wrong_dtype");
    if (watch && watch->dtype != event.dtype && watch->dtype != tensor::DType::kInvalid &&
        event.dtype != tensor::DType::kInvalid) {
      losses_.Report(
          path, {"wrong_dtype", offset, "the tensor's element type is not the one its graph says"});
    }
    if (record.recalled) return;
    event.badness = record.clean   ? Badness::kClean
                    : record.whole ? Badness::kUnread
                                   : Badness::kUnknown;
    return;
  }
  if (record.recalled) ReadSummaryAgain(record);
  event.badness = Badness::kUnknown;
  event.dtype = tensor::DType::kInvalid;  // so far it was that of the summary
  if (record.summary.empty()) return;
  const auto digest = event.detail == Detail::kNanCount
                          ? DigestOfNanCount(record.summary.front(), watch)
                          : DigestOfNumericSummary(record.summary, watch);
  if (!digest.ok()) {
    losses_.Report(path, {"bad_summary", offset, digest.status().message()});
    return;
  }
  event.dtype = digest->dtype;
  if (digest->bad) event.badness = *digest->bad ? Badness::kBad : Badness::kClean;
}

// What it says depends on the debug node that wrote it, which may be another by now.
void TensorBatch::ReadSummaryAgain(Record& record) {
  const store::Payload& payload = record.event.payload;
  if (payload.size == 0) return;
  const auto mapped = files_.Open(record.found.file);
  if (!mapped.ok() || payload.offset + payload.size > mapped->bytes().size()) return;
  record.summary =
      ReadSummary(record.event.detail, mapped->bytes().substr(payload.offset, payload.size));
  if (!record.summary.empty()) losses_.TakeBack(files_.path(record.found.file), "bad_summary");
}

}  // namespace tdbg::importers::tfdbg1
