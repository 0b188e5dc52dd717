#include "importers/tfdbg1/tensor_file.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <nlohmann/json.hpp>

#include "importers/tfdbg1/dump_layout.h"
#include "importers/tfdbg1/event_file.h"
#include "importers/tfdbg1/tensor_check.h"
#include "importers/tfproto/graph_def.h"
#include "importers/tfproto/tensor_proto.h"
#include "tensor/element.h"

namespace tdbg::importers::tfdbg1 {
namespace {

using nlohmann::json;

// The node that the path names, as far as a path can.
std::string NodeOf(const TensorPath& path) {
  if (path.name.io != Io::kNone) return std::string(path.name.leaf);
  std::string_view scope = path.directory.substr(path.device_directory.size());
  if (scope.starts_with('/')) scope.remove_prefix(1);
  std::string node(scope);
  if (!node.empty()) node += '/';
  node += path.name.leaf;
  return node;
}

// Whether a tensor of `node` on `device` would be written to `path`, which reads like `path_node`.
bool LeadsTo(const TensorPath& path, std::string_view path_node, std::string_view node,
             std::string_view device) {
  if (path.name.io == Io::kInput) return !node.empty();  // named after the reader
  if (path.name.io == Io::kOutput) {
    return std::equal(node.begin(), node.end(), path.name.leaf.begin(), path.name.leaf.end(),
                      [](char a, char b) { return a == b || (a == '/' && b == '-'); });
  }
  if (!path.device_directory.empty() && node == path_node) return true;
  const auto resolved = ResolveNodePath(
      path.device_directory.empty() ? MangleDevice(device) : path.device_directory, node);
  std::string expected(path.directory);
  if (!expected.empty()) expected += '/';
  expected += path.name.leaf;
  return resolved == expected;
}

// Reads one file against its path; `file` collects what it says.
class Reading {
 public:
  Reading(std::string_view bytes, const TensorPath& path, TensorFile& file)
      : bytes_(bytes), path_(path), event_(ParseEventFile(bytes)), file_(file) {}

  void Run() {
    if (!IsTensorEvent()) return;
    if (event_.wall_time_us != static_cast<double>(path_.name.time_us)) {
      Report("wrong_time", -1, "the time in the file is not the one in its name");
    }
    if (event_.strange_at >= 0) {
      Report("unknown_field", event_.strange_at,
             "the file has a field that the runtime never writes");
    }
    ReadDeviceJson();
    ReadNode();
    ReadKey();
    ReadTensor();
  }

 private:
  void Report(std::string_view name, int64_t offset, std::string text) {
    file_.problems.push_back({name, offset, std::move(text)});
  }
  int64_t OffsetOf(std::string_view part) const {
    return part.empty() ? -1 : part.data() - bytes_.data();
  }

  bool IsTensorEvent() {
    if (bytes_.empty()) {
      Report("empty_file", 0, "the file is empty");
    } else if (event_.damaged_at >= 0) {
      Report("bad_event", event_.damaged_at,
             "the file is not a readable protocol buffer from here");
    } else if (event_.num_values != 1 || !event_.has_tensor) {
      Report("bad_event", -1, "the file does not hold one tensor");
    } else {
      return true;
    }
    file_.unfinished = true;
    return false;
  }

  void ReadDeviceJson() {
    const std::string_view text = event_.plugin_content;
    const json content = json::parse(text.begin(), text.end(), nullptr, /*allow_exceptions=*/false);
    if (event_.plugin_name != "debugger" || !content.is_object()) {
      Report("bad_json", OffsetOf(text), "the file does not say in JSON which device it is from");
      return;
    }
    const auto number = [&](const char* key) {
      const auto it = content.find(key);
      return it != content.end() && it->is_number_integer() ? it->get<int64_t>() : -1;
    };
    if (number("numChunks") != 1 || number("chunkIndex") != 0) {
      Report("bad_json", OffsetOf(text),
             "the file does not say that it holds its tensor in one piece");
    }
    json_slot_ = number("outputSlot");
    const auto device = content.find("device");
    if (device == content.end() || !device->is_string()) {
      Report("bad_json", OffsetOf(text), "the file does not say in JSON which device it is from");
      return;
    }
    const std::string& name = device->get_ref<const std::string&>();
    if (!path_.device_directory.empty() && MangleDevice(name) != path_.device_directory) {
      Report("wrong_device", OffsetOf(text), "the device in the file is not that of its directory");
      return;
    }
    // In the bytes rather than in the JSON, so that it outlives this function.
    const size_t at = text.find(name);
    if (at != std::string_view::npos) file_.device = text.substr(at, name.size());
  }

  void ReadNode() {
    if (LeadsTo(path_, file_.node, event_.tag, file_.device)) {
      file_.node = event_.tag;
    } else {
      Report("wrong_tag", OffsetOf(event_.tag), "the node in the file is not the one in its path");
    }
  }

  // "node:slot:DebugOp".
  void ReadKey() {
    std::string_view key = event_.key;
    const std::string suffix = ":" + std::string(path_.name.debug_op);
    bool right = key.ends_with(suffix);
    if (right) {
      const auto output = tfproto::ParseInputName(key.substr(0, key.size() - suffix.size()));
      right =
          output.op == event_.tag && (path_.name.io != Io::kNone || output.slot == path_.name.slot);
      if (right && path_.name.io != Io::kNone) file_.slot = output.slot;
    }
    if (!right) {
      Report("wrong_key", OffsetOf(key), "the watch key in the file is not that of its path");
    }
    if (json_slot_ && *json_slot_ != file_.slot) {
      Report("wrong_slot", OffsetOf(event_.plugin_content),
             "the output slot in the file's JSON is not that of its path");
    }
  }

  void ReadTensor() {
    const auto header = tfproto::ParseTensorHeader(event_.tensor);
    if (!header.ok() || header->dtype == tensor::DType::kInvalid) {
      Report("bad_tensor", OffsetOf(event_.tensor),
             header.ok() ? "the tensor has no element type" : header.status().message());
      return;
    }
    file_.dtype = header->dtype;
    file_.tensor = event_.tensor;
    const size_t before = file_.problems.size();
    CheckTensor(bytes_, event_.tensor, *header, file_.problems);
    file_.whole = file_.problems.size() == before;
    file_.clean = !tensor::MayBeBad(header->dtype) || header->elements == 0 ||
                  (file_.whole && !header->has_elements);  // a variable not yet initialised
    if (file_.detail != Detail::kNanCount && file_.detail != Detail::kNumericSummary) return;
    if (file_.whole) file_.summary = ReadSummary(file_.detail, event_.tensor);
    if (file_.summary.empty()) {
      Report("bad_summary", OffsetOf(event_.tensor),
             "the tensor is not what " + std::string(path_.name.debug_op) + " writes");
    }
  }

  std::string_view bytes_;
  const TensorPath& path_;
  EventFile event_;
  TensorFile& file_;
  std::optional<int64_t> json_slot_;
};

}  // namespace

TensorFile ReadTensorFile(std::string_view bytes, const TensorPath& path) {
  TensorFile file;
  file.node = NodeOf(path);
  if (path.name.io != Io::kInput) file.slot = path.name.slot;
  file.detail = DetailOfDebugOp(path.name.debug_op);
  Reading(bytes, path, file).Run();
  return file;
}

std::vector<double> ReadSummary(Detail detail, std::string_view tensor) {
  const auto value = tfproto::DecodeTensor(tensor, nullptr);
  if (!value.ok() || value->shape().rank() != 1) return {};
  std::vector<double> numbers;
  const tensor::TensorView& view = value->view();
  const auto at = [&](int64_t i) { return view.data + i * tensor::ElementStride(view.dtype); };
  if (detail == Detail::kNumericSummary && view.dtype == tensor::DType::kF64) {
    for (int64_t i = 0; i < view.num_elements(); ++i) {
      numbers.push_back(tensor::ReadDouble(view.dtype, at(i)));
    }
  } else if (detail == Detail::kNanCount && view.dtype == tensor::DType::kI64 &&
             view.num_elements() == 1) {
    numbers.push_back(tensor::ReadDouble(view.dtype, at(0)));
  }
  return numbers;
}

}  // namespace tdbg::importers::tfdbg1
