#include "capture/tf/companion/stacks.h"

#include <mutex>
#include <unordered_map>
#include <vector>

namespace tdbg::tf::companion {
namespace {

using NodeStacks = tensorflow::StackTracesMap;

struct Memory {
  std::mutex mutex;
  std::unordered_map<std::string, NodeStacks> by_function;
};

Memory& TheMemory() {
  static Memory& memory = *new Memory;
  return memory;
}

constexpr size_t kMostFunctions = 4096;

// Older versions can only give frames that they then keep.
template <typename Trace>
auto FramesOf(const Trace& trace, int) -> decltype(trace.ToUncachedFrames()) {
  return trace.ToUncachedFrames();
}
template <typename Trace>
std::vector<tensorflow::StackFrame> FramesOf(const Trace& trace, long) {
  const auto frames = trace.ToFrames();
  return {frames.begin(), frames.end()};
}

}  // namespace

tdbg_id DefineStack(const tensorflow::AbstractStackTrace* trace) {
  return trace == nullptr ? 0 : DefineStack(FramesOf(*trace, 0));
}

tdbg_id DefineStack(const std::vector<tensorflow::StackFrame>& from) {
  std::vector<tdbg_frame> frames;
  frames.reserve(from.size());
  for (const tensorflow::StackFrame& frame : from) {
    frames.push_back({Text(frame.file_name), Text(frame.function_name),
                      static_cast<uint32_t>(frame.line_number < 0 ? 0 : frame.line_number), 0, 0,
                      0});
  }
  return frames.empty() ? 0 : Services().define_stack(frames.data(), frames.size());
}

tdbg_id DefineStack(const std::optional<tensorflow::ManagedStackTrace>& trace) {
  if (!trace.has_value()) return 0;
  return DefineStack(trace->ToStackFrames({}, {}, /*reverse_traversal=*/false, /*limit=*/-1));
}

void RememberStacks(const tensorflow::FunctionLibraryDefinition& library) {
  Memory& memory = TheMemory();
  std::lock_guard<std::mutex> lock(memory.mutex);
  for (const std::string& name : library.ListFunctionNames()) {
    // Named by tf.data after the method that takes the function: Dataset.map is Dataset_map.
    if (name.find("Dataset") == std::string::npos || memory.by_function.count(name) != 0) continue;
    const NodeStacks* stacks = library.GetStackTraces(name);
    if (stacks == nullptr || stacks->empty()) continue;
    if (memory.by_function.size() >= kMostFunctions) {
      Services().lost("stacks of functions used by datasets", 1);
      return;
    }
    memory.by_function.emplace(name, *stacks);
  }
}

tdbg_id RememberedStack(const std::string& function, const std::string& node) {
  Memory& memory = TheMemory();
  std::lock_guard<std::mutex> lock(memory.mutex);
  const auto stacks = memory.by_function.find(function);
  if (stacks == memory.by_function.end()) return 0;
  const auto found = stacks->second.find(node);
  return found == stacks->second.end() ? 0 : DefineStack(found->second.get());
}

}  // namespace tdbg::tf::companion
