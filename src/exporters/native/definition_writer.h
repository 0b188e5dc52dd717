// What a native trace defines by number: each is written into the meta segments before it is first
// mentioned.
#pragma once

#include <cstdint>
#include <map>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "exporters/native/segment_stream.h"
#include "store/run.h"
#include "tensor/shape.h"

namespace tdbg::exporters::native {

// Numbers count up from 1; 0 is none.
class DefinitionWriter {
 public:
  explicit DefinitionWriter(SegmentStream& meta) : meta_(meta) {}

  uint32_t String(std::string_view text);
  uint32_t Shape(const tensor::Shape& shape);

  // The number of the stack's innermost frame. Frames that were never recorded are left out.
  uint32_t Stack(const store::Run& run, store::StackId stack);

  uint32_t Layer(const store::Run& run, store::LayerId id);

  // The graph must be written after the one around it.
  void WriteGraph(const store::Run& run, store::GraphId id);
  uint32_t Graph(store::GraphId id) const { return NumberOf(graphs_, id); }

  // A second call for the op replaces what the first one wrote: `device` may be known only when the
  // op has run.
  void WriteOp(const store::Run& run, store::OpId id, store::DeviceId device);
  uint32_t Op(store::OpId id) const { return NumberOf(ops_, id); }

  // The number of an op without a graph that stands for what an execution itself did.
  uint32_t EagerOp(const store::Run& run, StringId type, store::DeviceId device, int32_t outputs);

  void WriteSource(std::string_view path, std::string_view text);

 private:
  template <typename Map, typename Key>
  static uint32_t NumberOf(const Map& map, const Key& key) {
    const auto found = map.find(key);
    return found == map.end() ? 0 : found->second;
  }

  SegmentStream& meta_;
  std::unordered_map<std::string, uint32_t> strings_;
  std::map<std::vector<int64_t>, uint32_t> shapes_;
  std::map<std::pair<uint32_t, store::FrameId>, uint32_t> frames_;  // by caller and frame
  std::map<store::LayerId, uint32_t> layers_;
  std::unordered_map<store::GraphId, uint32_t> graphs_;
  std::unordered_map<store::OpId, uint32_t> ops_;
  std::map<std::tuple<StringId, store::DeviceId, int32_t>, uint32_t> eager_ops_;
  uint32_t op_count_ = 0;
};

}  // namespace tdbg::exporters::native
