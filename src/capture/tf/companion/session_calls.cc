#include "capture/tf/companion/session_calls.h"

#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tdbg::tf::companion {
namespace {

using tensorflow::FunctionDef;
using tensorflow::FunctionLibraryDefinition;
using tensorflow::NodeDef;
using Stacks = std::unordered_map<std::string, tdbg_id>;  // by node

constexpr size_t kMostInlined = 1 << 16;
constexpr int kDeepest = 16;

struct SessionMemory {
  std::mutex mutex;
  std::unordered_map<std::string, Stacks> by_function;
  std::unordered_map<tdbg_id, Stacks> inlined;  // by graph
};

SessionMemory& TheSessionMemory() {
  static SessionMemory& memory = *new SessionMemory;
  return memory;
}

// The name of the function that the node calls; "" if it calls none.
std::string CalledBy(const NodeDef& node, const FunctionLibraryDefinition& library) {
  if (library.Find(node.op()) != nullptr) return node.op();
  const auto called = node.attr().find("f");
  return called == node.attr().end() ? std::string() : called->second.func().name();
}

// Entries never change and never move. Python is asked without our lock, for it may wait for its
// own, which somebody who waits for ours may hold.
const Stacks& StacksOf(const FunctionDef& function) {
  SessionMemory& memory = TheSessionMemory();
  const std::string& name = function.signature().name();
  {
    std::lock_guard<std::mutex> lock(memory.mutex);
    const auto known = memory.by_function.find(name);
    if (known != memory.by_function.end()) return known->second;
  }
  Stacks stacks;
  for (const NodeDef& node : function.node_def()) {
    const tdbg_id stack = Services().session_op_stack(Text(name), Text(node.name()));
    if (stack != 0) stacks[node.name()] = stack;
  }
  std::lock_guard<std::mutex> lock(memory.mutex);
  return memory.by_function.emplace(name, std::move(stacks)).first->second;
}

void FollowCall(Stacks& inlined, const NodeDef& call, const std::string& prefix,
                const FunctionLibraryDefinition& library, int depth) {
  const std::string name = CalledBy(call, library);
  const FunctionDef* const function = name.empty() ? nullptr : library.Find(name);
  if (function == nullptr || depth == kDeepest) return;
  const Stacks& stacks = StacksOf(*function);
  for (const NodeDef& node : function->node_def()) {
    const auto stack = stacks.find(node.name());
    if (stack != stacks.end() && inlined.size() < kMostInlined) {
      inlined[prefix + node.name()] = stack->second;
    }
    FollowCall(inlined, node, prefix + node.name() + "/", library, depth + 1);
  }
}

}  // namespace

void RememberSessionCalls(const tensorflow::Graph& graph, tdbg_id id,
                          const FunctionLibraryDefinition& library) {
  Stacks inlined;
  for (const tensorflow::Node* node : graph.op_nodes()) {
    FollowCall(inlined, node->def(), node->name() + "/", library, 0);
  }
  if (inlined.empty()) return;
  SessionMemory& memory = TheSessionMemory();
  std::lock_guard<std::mutex> lock(memory.mutex);
  memory.inlined[id] = std::move(inlined);
}

tdbg_id StackOfInlined(tdbg_id graph, const std::string& name) {
  SessionMemory& memory = TheSessionMemory();
  std::lock_guard<std::mutex> lock(memory.mutex);
  const auto stacks = memory.inlined.find(graph);
  if (stacks == memory.inlined.end()) return 0;
  const auto found = stacks->second.find(name);
  return found == stacks->second.end() ? 0 : found->second;
}

tdbg_id StackInSessionFunction(const std::string& function, const std::string& node) {
  SessionMemory& memory = TheSessionMemory();
  std::lock_guard<std::mutex> lock(memory.mutex);
  const auto stacks = memory.by_function.find(function);
  if (stacks == memory.by_function.end()) return 0;
  const auto found = stacks->second.find(node);
  return found == stacks->second.end() ? 0 : found->second;
}

}  // namespace tdbg::tf::companion
