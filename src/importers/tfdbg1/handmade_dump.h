// For tests: dumps written file by file, right or wrong, into a temporary directory.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <protozero/pbf_writer.hpp>
#include <stdlib.h>

#include "frameworks/tensorflow/debug_ops.h"
#include "importers/tfdbg1/tfdbg1_importer.h"
#include "store/trace.h"

namespace tdbg::importers::tfdbg1 {

inline constexpr char kCpu[] = "/job:localhost/replica:0/task:0/device:CPU:0";
inline constexpr char kCpuDirectory[] =
    "_tfdbg_device_,job_localhost,replica_0,task_0,device_CPU_0";

// Encodes one message; `fill` writes its fields.
inline std::string Message(const std::function<void(protozero::pbf_writer&)>& fill) {
  std::string bytes;
  protozero::pbf_writer writer(bytes);
  fill(writer);
  return bytes;
}

inline std::string TensorBytes(int dtype, const std::vector<int64_t>& dims,
                               const std::string& content) {
  return Message([&](auto& tensor) {
    tensor.add_enum(1, dtype);
    tensor.add_message(2, Message([&](auto& shape) {
                         for (const int64_t dim : dims) {
                           shape.add_message(2, Message([&](auto& extent) {
                                               if (dim != 0) extent.add_int64(1, dim);
                                             }));
                         }
                       }));
    if (!content.empty()) tensor.add_bytes(4, content);
  });
}

template <typename T>
std::string ContentOf(const std::vector<T>& elements) {
  return std::string(reinterpret_cast<const char*>(elements.data()), elements.size() * sizeof(T));
}

inline std::string FloatTensor(const std::vector<float>& elements) {
  return TensorBytes(1, {static_cast<int64_t>(elements.size())}, ContentOf(elements));
}

// The whole file of a dumped tensor.
inline std::string TensorEventBytes(const std::string& node, int slot, const std::string& debug_op,
                                    int64_t time_us, const std::string& tensor,
                                    const std::string& device = kCpu) {
  const std::string json = "{\"device\":\"" + device + "\",\"outputSlot\":" + std::to_string(slot) +
                           ",\"numChunks\":1,\"chunkIndex\":0}";
  return Message([&](auto& event) {
    event.add_double(1, static_cast<double>(time_us));
    event.add_message(
        5, Message([&](auto& summary) {
          summary.add_message(
              1, Message([&](auto& value) {
                value.add_string(1, node);
                value.add_string(7, node + ":" + std::to_string(slot) + ":" + debug_op);
                value.add_message(8, tensor);
                value.add_message(9, Message([&](auto& metadata) {
                                    metadata.add_message(1, Message([&](auto& plugin) {
                                                           plugin.add_string(1, "debugger");
                                                           plugin.add_string(2, json);
                                                         }));
                                  }));
              }));
        }));
  });
}

struct HandmadeNode {
  std::string name;
  std::string op;
  std::vector<std::string> inputs = {};
  std::vector<std::pair<std::string, std::string>> attrs = {};  // name, AttrValue bytes
  std::string device = kCpu;
};

inline std::string TextAttr(const std::string& text) {
  return Message([&](auto& value) { value.add_bytes(2, text); });
}
inline std::string FloatAttr(float number) {
  return Message([&](auto& value) { value.add_float(4, number); });
}
inline std::string TypeAttr(int dtype) {
  return Message([&](auto& value) { value.add_enum(6, dtype); });
}

inline std::string GraphEventBytes(int64_t time_us, const std::vector<HandmadeNode>& nodes) {
  const std::string graph = Message([&](auto& graph_def) {
    for (const HandmadeNode& node : nodes) {
      graph_def.add_message(1, Message([&](auto& node_def) {
                              node_def.add_string(1, node.name);
                              node_def.add_string(2, node.op);
                              for (const std::string& input : node.inputs)
                                node_def.add_string(3, input);
                              if (!node.device.empty()) node_def.add_string(4, node.device);
                              for (const auto& [name, attr_value] : node.attrs) {
                                node_def.add_message(5, Message([&](auto& entry) {
                                                       entry.add_string(1, name);
                                                       entry.add_message(2, attr_value);
                                                     }));
                              }
                            }));
    }
  });
  return Message([&](auto& event) {
    event.add_double(1, static_cast<double>(time_us));
    event.add_bytes(4, graph);
  });
}

inline std::string LogEventBytes(int64_t time_us, const std::string& message) {
  return Message([&](auto& event) {
    if (time_us != 0) event.add_double(1, static_cast<double>(time_us));
    event.add_message(6, Message([&](auto& log) { log.add_string(2, message); }));
  });
}

inline std::string MetadataJson(int64_t run_index, const std::string& fetches = "",
                                const std::string& feeds = "") {
  return "{\"global_step\":5,\"session_run_index\":" + std::to_string(run_index) +
         ",\"executor_step_index\":0,\"input_names\":[" + feeds + "],\"output_names\":[" + fetches +
         "],\"target_nodes\":[]}";
}

// A directory that lives as long as the object, and what an importer makes of it.
class HandmadeDump {
 public:
  HandmadeDump() {
    std::string pattern = (std::filesystem::temp_directory_path() / "tfdbg1_XXXXXX").string();
    root_ = mkdtemp(pattern.data());
    Reopen();
  }
  ~HandmadeDump() { std::filesystem::remove_all(root_); }
  HandmadeDump(const HandmadeDump&) = delete;
  HandmadeDump& operator=(const HandmadeDump&) = delete;

  const std::string& root() const { return root_; }
  const store::Trace& trace() const { return *trace_; }
  const store::Run& run() const { return *trace_->runs.front(); }

  // Forgets all that was read.
  void Reopen() {
    trace_ = std::make_unique<store::Trace>();
    importer_ = std::make_unique<Tfdbg1Importer>(root_, "", *trace_);
  }

  void Write(const std::string& path, std::string_view bytes) {
    const std::filesystem::path full = std::filesystem::path(root_) / path;
    std::filesystem::create_directories(full.parent_path());
    std::ofstream(full, std::ios::binary) << bytes;
  }

  // Where the runtime puts such a file. `node` may have scopes.
  std::string TensorPathOf(const std::string& node, int slot, const std::string& debug_op,
                           int64_t time_us) const {
    return std::string(kCpuDirectory) + "/" + node + "_" + std::to_string(slot) + "_" + debug_op +
           "_" + std::to_string(time_us);
  }
  void WriteTensor(
      const std::string& node, int slot, int64_t time_us, const std::string& tensor,
      const std::string& debug_op = std::string(frameworks::tensorflow::kDebugIdentity)) {
    Write(TensorPathOf(node, slot, debug_op, time_us),
          TensorEventBytes(node, slot, debug_op, time_us, tensor));
  }
  void WriteGraph(int64_t time_us, const std::vector<HandmadeNode>& nodes,
                  const std::string& root = "") {
    Write(root + kCpuDirectory + "/_tfdbg_graph_hash77_" + std::to_string(time_us),
          GraphEventBytes(time_us, nodes));
  }
  void WriteMetadata(int64_t run_index, int64_t time_us, const std::string& json,
                     const std::string& root = "") {
    const std::string digits = std::to_string(run_index);
    Write(root + "_tfdbg_core_metadata_sessionrun" + std::string(14 - digits.size(), '0') + digits +
              "_" + std::to_string(time_us),
          LogEventBytes(time_us, json));
  }

  Status Update() { return importer_->Update({}); }

  // Names of all losses, each with its count: "bad_name*2 wrong_tag*1".
  std::string Losses() const {
    std::string text;
    for (const store::Loss& loss : trace_->losses.losses()) {
      text += (text.empty() ? "" : " ") + loss.name + "*" + std::to_string(loss.count);
    }
    return text;
  }
  // "node:slot" of each event, in order.
  std::vector<std::string> Events() const {
    std::vector<std::string> names;
    for (const store::EventId id : run().events.ids()) {
      const store::TensorEvent event = run().events.Row(id);
      names.push_back(std::string(run().strings[run().graphs.op(event.op).name]) + ":" +
                      std::to_string(event.slot));
    }
    return names;
  }

 private:
  std::string root_;
  std::unique_ptr<store::Trace> trace_;
  std::unique_ptr<Tfdbg1Importer> importer_;
};

}  // namespace tdbg::importers::tfdbg1
