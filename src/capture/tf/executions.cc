#include "capture/tf/executions.h"

#include <algorithm>
#include <mutex>
#include <unordered_set>
#include <vector>

#include "capture/tf/python_api.h"
#include "capture/tf/python_sources.h"
#include "capture/tf/python_stack.h"
#include "frameworks/tensorflow/op_names.h"

namespace tdbg::tf {
namespace {

struct Call {
  uint64_t execution = 0;
  tdbg_id graph = 0;
  int64_t step_id = 0;  // 0: not known yet
  uint32_t flags = 0;
  void* caller = nullptr;  // Python's state of the thread that waits for it, if it runs Python
};

// Leaked on purpose: TensorFlow's threads may still run kernels while the process exits.
struct Calls {
  std::mutex mutex;
  std::vector<Call> running;  // told by the companion; they end
  std::vector<Call> deduced;  // from step ids; the next one of the same graph ends the last
  std::unordered_set<tdbg_id> called;
};

Calls& AllCalls() {
  static Calls& calls = *new Calls;
  return calls;
}

constexpr size_t kMostDeduced = 64;

// What this thread knew last: kernels of one call mostly come in a row.
struct Recent {
  int64_t step_id = 0;
  uint64_t execution = 0;
  uint64_t current = 0;  // the call that this thread has begun
  uint64_t updated = 0;  // the last execution that NoteUpdate was told of
};
thread_local Recent t_recent;

bool WantsStacks() {
  static const uint32_t* const wanted = tdbg_switch();
  return (__atomic_load_n(wanted, __ATOMIC_RELAXED) & TDBG_WANTS_STACKS) != 0;
}

template <typename Match>
Call* FindCall(std::vector<Call>& calls, Match match) {
  const auto found = std::find_if(calls.begin(), calls.end(), match);
  return found == calls.end() ? nullptr : &*found;
}

Call* CallOfStep(Calls& all, const Kernel& kernel, int64_t step_id) {
  const auto same_step = [&](const Call& call) { return call.step_id == step_id; };
  if (Call* call = FindCall(all.running, same_step)) return call;
  if (Call* call = FindCall(all.deduced, same_step)) return call;
  // A kernel of an unknown graph is no part of an eager op, which has no graph either.
  if (kernel.graph == 0 && !kernel.eager) return nullptr;
  Call* const waiting = FindCall(all.running, [&](const Call& call) {
    return call.step_id == 0 && call.graph == kernel.graph;
  });
  if (waiting != nullptr) waiting->step_id = step_id;
  return waiting;
}

Call* DeduceCall(Calls& all, const Kernel& kernel, int64_t step_id) {
  const auto end = [&](Call& call) { tdbg_execution_end(call.execution, call.flags); };
  if (Call* last = FindCall(all.deduced, [&](const Call& c) { return c.graph == kernel.graph; })) {
    end(*last);
    all.deduced.erase(all.deduced.begin() + (last - all.deduced.data()));
  } else if (all.deduced.size() >= kMostDeduced) {
    end(all.deduced.front());
    all.deduced.erase(all.deduced.begin());
  }
  tdbg_execution execution = {};
  execution.kind = kernel.session ? TDBG_SESSION_RUN : TDBG_FUNCTION_CALL;
  execution.graph = kernel.graph;
  Call call;
  call.execution = tdbg_execution_begin(&execution);
  call.graph = kernel.graph;
  call.step_id = step_id;
  all.deduced.push_back(call);
  return &all.deduced.back();
}

}  // namespace

tdbg_id DefineCallee(uint32_t kind, tdbg_text name) {
  if (kind != TDBG_EAGER_OP) return tdbg_define_name(name);
  const std::string_view type = frameworks::tensorflow::UsersType({name.data, name.size});
  return tdbg_define_name({type.data(), type.size()});
}

[[gnu::hot]] uint64_t BeginExecution(uint32_t kind, tdbg_id name, tdbg_id graph, tdbg_id stack) {
  if (kind == TDBG_EAGER_OP && stack == 0 && WantsStacks()) stack = CallingStack();
  const tdbg_execution begin = {kind, graph, stack, name};
  Call call;
  call.execution = tdbg_execution_begin(&begin);
  call.graph = graph;
  if (call.execution == 0) return 0;
  if (kind != TDBG_EAGER_OP) call.caller = WaitingPythonThread();
  t_recent.current = call.execution;
  Calls& all = AllCalls();
  bool is_new = false;
  {
    std::lock_guard lock(all.mutex);
    all.running.push_back(call);
    if (kind != TDBG_EAGER_OP) is_new = all.called.insert(graph).second;
  }
  if (is_new) TellSources();
  return call.execution;
}

[[gnu::hot]] void EndExecution(uint64_t execution) {
  if (execution == 0) return;
  if (t_recent.current == execution) t_recent.current = 0;
  uint32_t flags = 0;
  {
    Calls& all = AllCalls();
    std::lock_guard lock(all.mutex);
    if (Call* call =
            FindCall(all.running, [&](const Call& c) { return c.execution == execution; })) {
      flags = call->flags;
      all.running.erase(all.running.begin() + (call - all.running.data()));
    }
  }
  tdbg_execution_end(execution, flags);
}

[[gnu::hot]] uint64_t ExecutionOf(const Kernel& kernel, int64_t step_id) {
  if (kernel.eager && t_recent.current != 0) return t_recent.current;
  if (step_id == t_recent.step_id && t_recent.execution != 0) return t_recent.execution;
  // Kernels without a step of their own: those that are run without a graph, and those that tf.data
  // runs to set itself up.
  if (step_id == 0 || step_id == -1) return t_recent.current;
  Calls& all = AllCalls();
  std::lock_guard lock(all.mutex);
  Call* call = CallOfStep(all, kernel, step_id);
  if (call == nullptr) call = DeduceCall(all, kernel, step_id);
  t_recent.step_id = step_id;
  t_recent.execution = call->execution;
  return call->execution;
}

void NoteUpdate(uint64_t execution) {
  if (execution == 0 || t_recent.updated == execution) return;
  t_recent.updated = execution;
  Calls& all = AllCalls();
  std::lock_guard lock(all.mutex);
  const auto same = [&](const Call& call) { return call.execution == execution; };
  Call* call = FindCall(all.running, same);
  if (call == nullptr) call = FindCall(all.deduced, same);
  if (call != nullptr) call->flags |= TDBG_UPDATES;
}

void* CallerOf(uint64_t execution) {
  Calls& all = AllCalls();
  std::lock_guard lock(all.mutex);
  const Call* const call =
      FindCall(all.running, [&](const Call& c) { return c.execution == execution; });
  return call == nullptr ? nullptr : call->caller;
}

bool CalledByProgram(tdbg_id graph) {
  Calls& all = AllCalls();
  std::lock_guard lock(all.mutex);
  return all.called.contains(graph);
}

}  // namespace tdbg::tf
