#include "importers/tfdbg1/graph_file.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "frameworks/op_types.h"
#include "importers/tfdbg1/dump_layout.h"
#include "importers/tfdbg1/dump_name.h"
#include "importers/tfdbg1/event_file.h"
#include "importers/tfdbg1/tensor_file.h"
#include "importers/tfproto/graph_def.h"

namespace tdbg::importers::tfdbg1 {
namespace {

using frameworks::OpRole;
using store::InputRef;
using store::OpId;
using tfproto::NodeDef;

constexpr std::string_view kCopyPrefix = "__copy_";
constexpr std::string_view kDebugPrefix = "__dbg_";

// "p:0" of "_arg_p_0_3" or "_retval_p_0_3"; "" for another name.
std::string TensorAtBorder(std::string_view name, std::string_view prefix) {
  if (!name.starts_with(prefix)) return {};
  name.remove_prefix(prefix.size());
  name = name.substr(0, std::min(name.rfind('_'), name.size()));
  const size_t slot = name.rfind('_');
  if (slot == std::string_view::npos) return {};
  return std::string(name.substr(0, slot)) + ":" + std::string(name.substr(slot + 1));
}

std::string TransferKey(const NodeDef& node) {
  std::string key(node.StringAttr("tensor_name"));
  for (const std::string_view end : {"send_device", "recv_device"}) {
    key += ' ';
    key += node.StringAttr(end);
  }
  return key;
}

class GraphReader {
 public:
  GraphReader(std::string_view graph_def, std::string_view device_directory, store::Run& run,
              WatchTable& watches, GraphFile& file)
      : graph_def_(graph_def),
        device_directory_(device_directory),
        run_(run),
        watches_(watches),
        file_(file) {}

  // Returns where the graph is damaged, or -1.
  int64_t Read() {
    int64_t damaged_at = -1;
    // Copy nodes are collected first, because the nodes that read them stand before them in the
    // file.
    const Status status = tfproto::ForEachNode(
        graph_def_,
        [&](const NodeDef& node) {
          if (node.name.starts_with(kCopyPrefix) && !node.inputs.empty()) {
            copies_.emplace(node.name, node.inputs.front());
          }
        },
        &damaged_at);
    if (status.ok()) damaged_at = -1;
    if (!tfproto::ForEachNode(graph_def_, [&](const NodeDef& node) { AddNode(node); }).ok()) {
      TDBG_CHECK(damaged_at >= 0);  // the same bytes were read before, without damage
    }
    // Tensors may have told of some of its ops before.
    run_.graphs.PutFirst(file_.graph, ops_);
    if (told_before_) ++run_.changes.moved;
    return damaged_at;
  }

  // What only the whole graph can tell. Returns the number of inputs that name no op of it.
  int64_t Finish() {
    int64_t dangling = 0;
    for (const OpId id : run_.graphs.graph(file_.graph).ops) {
      for (const InputRef& input : run_.graphs.op(id).inputs) {
        const OpId producer = FindNode(input.op);
        if (!producer.valid()) {
          ++dangling;
        } else {
          SawOutput(producer, input.slot);
        }
      }
    }
    for (const auto& [node, detail] : debug_nodes_) AddWatch(node, detail);
    for (const auto& [key, input] : sends_) {
      const OpId producer = FindNode(input.op);
      if (producer.valid()) file_.sent.push_back({key, producer, input.slot});
    }
    return dangling;
  }

  int64_t nameless() const { return nameless_; }

 private:
  void AddNode(const NodeDef& node) {
    if (node.name.empty() || node.op.empty()) {
      ++nameless_;
      return;
    }
    if (node.name.starts_with(kCopyPrefix)) return;
    if (node.name.starts_with(kDebugPrefix)) {
      file_.watched = true;
      debug_nodes_.emplace_back(node, DetailOfDebugOp(node.op));
      return;
    }
    const OpId id = run_.graphs.FindOrAddOp(file_.graph, run_.strings.Intern(node.name));
    store::Op& op = run_.graphs.op(id);
    told_before_ = told_before_ || (id.index() < known_ops_ && !op.type.valid());
    ops_.push_back(id);
    op.type = run_.strings.Intern(node.op);
    if (!node.device.empty()) op.device = run_.InternDevice(node.device);
    if (file_.device.empty() && MangleDevice(node.device) == device_directory_) {
      file_.device = node.device;
    }
    op.inputs.clear();
    for (const std::string_view input : node.inputs) AddInput(input, op);
    AddBorder(node, id);
  }

  void AddInput(std::string_view text, store::Op& op) {
    auto input = tfproto::ParseInputName(text);
    if (input.op.starts_with(kDebugPrefix)) return;
    if (const auto copied = copies_.find(input.op); copied != copies_.end()) {
      const bool control = input.slot == InputRef::kControl;
      input = tfproto::ParseInputName(copied->second);
      if (control) input.slot = InputRef::kControl;
    }
    op.inputs.push_back({run_.strings.Intern(input.op), input.slot});
  }

  // Where tensors enter and leave this part of the graph.
  void AddBorder(const NodeDef& node, OpId id) {
    const store::Op& op = run_.graphs.op(id);
    switch (frameworks::RoleOf(node.op)) {
      case OpRole::kArgument:
        AddName(TensorAtBorder(node.name, "_arg_"), file_.feeds);
        break;
      case OpRole::kResult:
        AddName(TensorAtBorder(node.name, "_retval_"), file_.fetches);
        break;
      case OpRole::kReceive:
        file_.received.push_back({TransferKey(node), id, 0});
        break;
      case OpRole::kSend:
        if (!op.inputs.empty()) sends_.emplace_back(TransferKey(node), op.inputs.front());
        break;
      default:
        break;
    }
  }

  void AddName(const std::string& name, std::vector<StringId>& names) {
    if (!name.empty()) names.push_back(run_.strings.Intern(name));
  }

  void AddWatch(const NodeDef& node, Detail detail) {
    const auto output = tfproto::ParseInputName(node.StringAttr("tensor_name"));
    const OpId id = FindNode(run_.strings.Find(output.op));
    if (!id.valid()) return;
    SawOutput(id, output.slot);
    constexpr int64_t kReferenceTwin = 100;
    Watch watch;
    const auto dtype = tensor::DTypeFromNumber(node.TypeAttr("T") % kReferenceTwin);
    if (dtype) watch.dtype = *dtype;
    if (detail == Detail::kNumericSummary) {
      const float infinity = std::numeric_limits<float>::infinity();
      watch.lower_bound = node.FloatAttr("lower_bound", -infinity);
      watch.upper_bound = node.FloatAttr("upper_bound", infinity);
    }
    watches_.Add(id, output.slot, detail, watch);
  }

  // Not what is known by its tensors alone.
  OpId FindNode(StringId name) const {
    const OpId id = run_.graphs.FindOp(file_.graph, name);
    return id.valid() && run_.graphs.op(id).type.valid() ? id : OpId();
  }

  // An op has at least the outputs that somebody uses; the graph does not record how many there
  // are.
  void SawOutput(OpId id, int32_t slot) {
    store::Op& op = run_.graphs.op(id);
    if (slot < INT32_MAX) op.num_outputs = std::max(op.num_outputs, slot + 1);
  }

  std::string_view graph_def_;
  std::string_view device_directory_;
  store::Run& run_;
  WatchTable& watches_;
  GraphFile& file_;
  std::unordered_map<std::string_view, std::string_view> copies_;  // copy node to what it copies
  std::vector<std::pair<NodeDef, Detail>> debug_nodes_;
  std::vector<OpId> ops_;  // in the order of the file
  const size_t known_ops_ = run_.graphs.num_ops();
  bool told_before_ = false;
  std::vector<std::pair<std::string, InputRef>> sends_;
  int64_t nameless_ = 0;
};

}  // namespace

GraphFile ReadGraphFile(std::string_view bytes, std::string_view key,
                        std::string_view device_directory, int64_t time_us, store::Run& run,
                        WatchTable& watches) {
  const EventFile event = ParseEventFile(bytes);
  GraphFile file;
  file.key = key;
  file.graph = run.graphs.FindOrAddGraph(run.strings.Intern(key));
  file.time_us = time_us;
  store::Graph& graph = run.graphs.graph(file.graph);
  graph.time_ns = time_us * 1000;
  graph.recorded = true;
  run.ExtendTime(graph.time_ns);

  const auto report = [&](std::string_view name, int64_t offset, std::string text) {
    file.problems.push_back({name, offset, std::move(text)});
  };
  if (bytes.empty()) {
    report("empty_file", 0, "the file is empty");
  } else if (event.graph_def.empty() || event.damaged_at >= 0) {
    report("bad_event", event.damaged_at, "the graph's file ends early or is damaged");
  }
  file.unfinished = !file.problems.empty();
  GraphReader reader(event.graph_def, device_directory, run, watches, file);
  const int64_t damaged_at = reader.Read();
  const int64_t dangling = reader.Finish();
  std::sort(file.feeds.begin(), file.feeds.end());
  std::sort(file.fetches.begin(), file.fetches.end());
  if (file.unfinished) return file;

  if (event.wall_time_us != static_cast<double>(time_us)) {
    report("wrong_time", -1, "the time in the file is not the one in its name");
  }
  if (event.strange_at >= 0) {
    report("unknown_field", event.strange_at, "the file has a field that the runtime never writes");
  }
  if (damaged_at >= 0) {
    report("bad_graph", event.graph_def.data() - bytes.data() + damaged_at,
           "a node of the graph is damaged and left out");
  }
  if (reader.nameless() > 0) {
    report("bad_graph", -1,
           std::to_string(reader.nameless()) + " nodes of the graph have no name or no op type");
  }
  if (file.problems.empty() && dangling > 0) {
    report("dangling_input", -1,
           std::to_string(dangling) + " inputs name ops that the graph does not have");
  }
  return file;
}

}  // namespace tdbg::importers::tfdbg1
