// Where the tensors of a batch belong. Graphs, metadata and files come in any order, so tensors of
// earlier updates are placed again when what has come since may put them elsewhere.

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "importers/tfdbg1/tensor_batch.h"

namespace tdbg::importers::tfdbg1 {

// Of a tensor whose row is there, what placing it needs; its file is not opened.
TensorBatch::Record& TensorBatch::Recall(store::EventId event, uint32_t root, DumpDevice& device) {
  Record& record = records_.emplace_back();
  record.id = event;
  record.recalled = true;
  record.event = run_.events.Row(event);
  record.device = &device;
  record.found.root = root;
  record.found.file = record.event.payload.file;
  record.placed.node = run_.graphs.op(record.event.op).name;
  record.placed.slot = record.event.slot;
  record.placed.detail = record.event.detail;
  record.placed.time_us = record.event.time_ns / 1000;
  Leave(device, record.event.op);
  return record;
}

void TensorBatch::Recall(uint32_t root, DumpDevice& device, TensorGroup& group) {
  for (const TensorGroup::Member& member : group.members) {
    Recall(member.event, root, device).placed.certain = member.certain;
  }
  group = {};
}

void TensorBatch::RecallStaleGroups() {
  for (uint32_t root = 0; root < roots_.size(); ++root) {
    for (auto& [directory, device] : roots_[root].devices()) {
      if (!device.has_stale_groups()) continue;
      for (auto& [execution, group] : device.groups()) {
        if (group.stale) Recall(root, device, group);
      }
      device.StaleGroupsAreGone();
    }
  }
}

// A tensor of this op is placed anew.
void TensorBatch::Leave(DumpDevice& device, store::OpId op) {
  const auto it = device.nodeless.find(op);
  if (it == device.nodeless.end()) return;
  --it->second;
  device.nodeless_changed = true;
}

void TensorBatch::Place() {
  std::sort(records_.begin(), records_.end(),
            [](const Record& a, const Record& b) { return a.placed.time_us < b.placed.time_us; });
  std::map<std::tuple<uint32_t, std::string_view, store::ExecutionId>, std::vector<Record*>> groups;
  for (Record& record : records_) {
    record.event.device = record.device->id;
    record.event.execution = roots_[record.found.root].FindExecution(record.placed.time_us);
    groups[{record.found.root, record.device->directory, record.event.execution}].push_back(
        &record);
  }
  for (auto& [key, group] : groups) PlaceGroup(group);
}

// `records` are of one group, the earliest first.
void TensorBatch::PlaceGroup(std::vector<Record*>& records) {
  DumpDevice& device = *records.front()->device;
  const store::ExecutionId execution = records.front()->event.execution;
  TensorGroup& group = device.groups()[execution];
  const Placement placement(
      device.graphs(), execution.valid() ? &run_.executions[execution] : nullptr, run_, watches_);
  std::vector<PlacedTensor> tensors;
  for (const Record* record : records) tensors.push_back(record->placed);
  const int64_t first_us = std::min(group.first_us, tensors.front().time_us);
  const GraphFile* graph = device.FindGraph(group.graph);
  // A graph that did not fit those before does not fit them all.
  const bool more_of_the_same =
      !group.members.empty() &&
      (graph == nullptr || (graph->time_us <= first_us && placement.WatchesAll(*graph, tensors)));
  if (!more_of_the_same) {
    const size_t others = records_.size();
    Recall(records.front()->found.root, device, group);
    for (size_t i = others; i < records_.size(); ++i) {
      records.push_back(&records_[i]);
      tensors.push_back(records_[i].placed);
    }
    graph = placement.FindGraph(tensors, first_us);
  }
  group.graph = graph != nullptr ? graph->graph : store::GraphId();
  for (Record* record : records) {
    const int64_t time_us = record->placed.time_us;
    group.first_us = std::min(group.first_us, time_us);
    group.last_us = std::max(group.last_us, time_us);
    record->group = &group;
    record->event.op = placement.FindOp(graph, record->placed);
    if (!record->event.op.valid()) PlaceWithoutNode(*record);
    const store::Op& op = run_.graphs.op(record->event.op);
    const bool published = run_.graphs.graph(op.graph).time_ns <= record->event.time_ns;
    group.settled = group.settled && op.type.valid() && published;
  }
}

// Places a tensor whose op is in no graph that was read.
void TensorBatch::PlaceWithoutNode(Record& record) {
  DumpDevice& device = *record.device;
  store::GraphId graph;
  if (device.graphs().empty()) {
    const std::string place = roots_[record.found.root].PathOf(device.directory);
    graph = run_.graphs.FindOrAddGraph(run_.strings.Intern(place));
    run_.graphs.graph(graph).device = device.id;
  } else {
    graph = device.graphs().front().graph;
    for (const GraphFile& file : device.graphs()) {
      if (file.time_us <= record.placed.time_us) graph = file.graph;
    }
  }
  record.event.op = run_.graphs.FindOrAddOp(graph, record.placed.node);
  ++device.nodeless[record.event.op];
  device.nodeless_changed = true;
}

void TensorBatch::TellOfNodeless() {
  for (DumpRoot& root : roots_) {
    for (auto& [directory, device] : root.devices()) {
      if (!std::exchange(device.nodeless_changed, false)) continue;
      int64_t tensors = 0;
      for (auto it = device.nodeless.begin(); it != device.nodeless.end();) {
        tensors += it->second;
        const auto [op, left] = *it++;
        if (left > 0) continue;
        if (!run_.graphs.op(op).type.valid()) run_.graphs.Withdraw(op);
        device.nodeless.erase(op);
      }
      const std::string place = root.PathOf(directory);
      losses_.TakeBack(place, "missing_graph");
      losses_.TakeBack(place, "missing_node");
      if (tensors == 0) continue;
      if (device.graphs().empty()) {
        losses_.Report(place,
                       {"missing_graph", -1, "no graph tells what the tensors of this device are"},
                       tensors);
      } else if (std::none_of(device.graphs().begin(), device.graphs().end(),
                              [](const GraphFile& file) { return file.unfinished; })) {
        // Else the loss of the graph's end is told already.
        losses_.Report(
            place, {"missing_node", -1, "tensors are of nodes that no graph of this device has"},
            tensors);
      }
    }
  }
}

}  // namespace tdbg::importers::tfdbg1
