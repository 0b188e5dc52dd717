#include "importers/tfdbg1/tensor_batch.h"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "importers/tfdbg1/dump_layout.h"
#include "importers/tfdbg1/dump_values.h"

namespace tdbg::importers::tfdbg1 {

using store::Badness;
using store::EventId;

void TensorBatch::Read(const FoundTensor& found, EventId event) {
  Record record;
  record.found = found;
  record.id = event;
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
  record.placed = {run_.strings.Intern(file.node), file.slot, file.detail,
                   found.path.name.time_us,        certain,   {}};
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
  if (!record.device->id.valid() && !name.empty()) record.device->id = run_.InternDevice(name);
}

std::vector<UnfinishedTensor> TensorBatch::Append() {
  NameDevices();
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
    run_.ExtendTime(record.event.time_ns);
    store::Op& op = run_.graphs.op(record.event.op);
    if (record.event.slot >= op.num_outputs && record.event.slot < INT32_MAX) {
      op.num_outputs = record.event.slot + 1;
      run_.graphs.Changed(op.graph);
    }
    if (record.id.valid()) {
      if (run_.events.op[record.id] != record.event.op ||
          run_.events.slot[record.id] != record.event.slot ||
          run_.events.time_ns[record.id] != record.event.time_ns) {
        ++run_.changes.moved;
      }
      run_.events.Set(record.id, record.event);
      run_.changes.Note(record.id);
    } else {
      record.id = run_.events.Append(record.event);
    }
    if (record.unfinished) {
      unfinished.push_back({record.found, files_.size(record.found.file), record.id});
    }
  }
  records_.clear();
  return unfinished;
}

void TensorBatch::NameDevices() {
  for (DumpRoot& root : roots_) {
    for (auto& [directory, device] : root.devices()) {
      if (!device.id.valid() && !directory.empty()) {
        device.id = run_.InternDevice(UnmangleDevice(directory));
      }
    }
  }
}

void TensorBatch::Place() {
  std::sort(records_.begin(), records_.end(),
            [](const Record& a, const Record& b) { return a.placed.time_us < b.placed.time_us; });
  std::map<std::pair<DumpDevice*, store::ExecutionId>, std::vector<Record*>> groups;
  for (Record& record : records_) {
    record.event.device = record.device->id;
    record.event.execution = roots_[record.found.root].FindExecution(record.placed.time_us);
    groups[{record.device, record.event.execution}].push_back(&record);
  }
  for (const auto& [key, group] : groups) PlaceGroup(group);
}

void TensorBatch::PlaceGroup(const std::vector<Record*>& group) {
  std::vector<PlacedTensor> tensors;
  for (const Record* record : group) tensors.push_back(record->placed);
  const store::ExecutionId execution = group.front()->event.execution;
  PlaceTensors(tensors, group.front()->device->graphs,
               execution.valid() ? &run_.executions[execution] : nullptr, run_, watches_);
  for (size_t i = 0; i < group.size(); ++i) {
    group[i]->event.op = tensors[i].op;
    if (!tensors[i].op.valid()) PlaceWithoutNode(*group[i]);
  }
}

// Places a tensor whose op is in no graph that was read.
void TensorBatch::PlaceWithoutNode(Record& record) {
  const DumpDevice& device = *record.device;
  const std::string place = JoinPath(roots_[record.found.root].path(), device.directory);
  store::GraphId graph;
  if (device.graphs.empty()) {
    losses_.Report(place,
                   {"missing_graph", -1, "no graph tells what the tensors of this device are"});
    graph = run_.graphs.FindOrAddGraph(run_.strings.Intern(place));
    run_.graphs.graph(graph).device = device.id;
  } else {
    graph = device.graphs.front().graph;
    bool complete = true;
    for (const GraphFile& file : device.graphs) {
      if (file.time_us <= record.placed.time_us) graph = file.graph;
      complete = complete && !file.unfinished;
    }
    if (complete) {  // else the loss of the graph's end is told already
      losses_.Report(place,
                     {"missing_node", -1, "tensors are of nodes that no graph of this device has"});
    }
  }
  record.event.op = run_.graphs.FindOrAddOp(graph, record.placed.node);
}

// Sets whether the tensor is bad, from its own file and from the debug node that wrote it.
void TensorBatch::Judge(Record& record) {
  store::TensorEvent& event = record.event;
  const auto watch = watches_.Find(event.op, event.slot, event.detail);
  const auto report = [&](const Problem& problem) {
    losses_.Report(files_.path(record.found.file), problem);
  };
  if (event.detail == Detail::kFullTensor) {
    if (watch && watch->dtype != event.dtype && watch->dtype != tensor::DType::kInvalid &&
        event.dtype != tensor::DType::kInvalid) {
      report({"wrong_dtype", static_cast<int64_t>(event.payload.offset),
              "the tensor's element type is not the one its graph says"});
    }
    event.badness = record.clean   ? Badness::kClean
                    : record.whole ? Badness::kUnread
                                   : Badness::kUnknown;
    return;
  }
  event.badness = Badness::kUnknown;
  event.dtype = tensor::DType::kInvalid;  // so far it was that of the summary
  if (record.summary.empty()) return;
  const auto digest = event.detail == Detail::kNanCount
                          ? DigestOfNanCount(record.summary.front(), watch)
                          : DigestOfNumericSummary(record.summary, watch);
  if (!digest.ok()) {
    report({"bad_summary", static_cast<int64_t>(event.payload.offset), digest.status().message()});
    return;
  }
  event.dtype = digest->dtype;
  if (digest->bad) event.badness = *digest->bad ? Badness::kBad : Badness::kClean;
}

}  // namespace tdbg::importers::tfdbg1
