#include "capture/tf/companion/calls.h"

#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include <dlfcn.h>

#include "capture/tf/companion/graphs.h"
#include "capture/tf/companion/services.h"
#include "capture/tf/companion/stacks.h"
#include "capture/tf/vtable_slot.h"
#include "tensorflow/core/common_runtime/eager/kernel_and_device.h"

namespace tdbg::tf::companion {
namespace {

using tensorflow::KernelAndDeviceFunc;
using tensorflow::KernelAndDeviceOp;

// What a call is, found once for each function.
struct Callee {
  uint32_t kind;
  tdbg_id name;
  tdbg_id graph;
};

Callee Describe(const std::string& name) {
  const auto callee = [](uint32_t kind, const std::string& called, tdbg_id graph) {
    return Callee{kind, Services().define_callee(kind, Text(called)), graph};
  };
  if (IsEagerWrapper(name)) return callee(TDBG_EAGER_OP, OpOfEagerWrapper(name), 0);
  if (IsTracedFunction(name)) return callee(TDBG_FUNCTION_CALL, name, GraphOfFunction(name));
  return callee(TDBG_EAGER_OP, name, 0);
}

using Callees = std::unordered_map<std::string, Callee>;  // by function

const Callees::value_type& FindCallee(const std::string& name) {
  static std::mutex& mutex = *new std::mutex;
  static Callees& callees = *new Callees;
  std::lock_guard<std::mutex> lock(mutex);
  auto found = callees.find(name);
  if (found == callees.end()) found = callees.emplace(name, Describe(name)).first;
  return *found;
}

// As FindCallee, but from what this thread lately found for the object that is called. Such objects
// come and go, and their addresses with them, so the name must fit.
[[gnu::hot]] const Callee& CalleeOf(const void* called, const std::string& name) {
  constexpr size_t kRemembered = 64;
  thread_local const Callees::value_type* remembered[kRemembered] = {};
  const uint64_t mixed = reinterpret_cast<uintptr_t>(called) * 0x9E3779B97F4A7C15u;
  const Callees::value_type*& known = remembered[mixed >> 58];
  if (known == nullptr || known->first != name) known = &FindCallee(name);
  return known->second;
}

thread_local const void* t_direct_kernel = nullptr;

const std::string& NameOf(const KernelAndDeviceFunc& call) { return call.name(); }
const std::string& NameOf(const KernelAndDeviceOp& call) { return call.kernel()->type_string(); }

// The stack in an argument of a call. Only one of the arguments has one: it tells where the call
// was made.
tdbg_id StackAmong(const std::optional<tensorflow::ManagedStackTrace>& trace) {
  return DefineStack(trace);
}
template <typename Argument>
tdbg_id StackAmong(const Argument&) {
  return 0;
}

// The parameters of Run() differ between versions; whatever they are, they are passed on.
template <typename Class, typename Function>
struct RunHook;

template <typename Class, typename Base, typename Result, typename... Arguments>
struct RunHook<Class, Result (Base::*)(Arguments...)> {
  using Original = Result (*)(Class*, Arguments...);
  static inline Original original = nullptr;

  [[gnu::hot]] static Result Run(Class* self, Arguments... arguments) {
    if (__atomic_load_n(Services().recording, __ATOMIC_RELAXED) == 0) {
      return original(self, std::forward<Arguments>(arguments)...);
    }
    const Callee& callee = CalleeOf(self, NameOf(*self));
    // A stack takes some microseconds: only those who want to see everything pay for it.
    tdbg_id stack = 0;
    if (Services().as_written != 0) stack = (stack | ... | StackAmong(arguments));
    const uint64_t execution =
        Services().execution_begin(callee.kind, callee.name, callee.graph, stack);
    const void* const outer = std::exchange(t_direct_kernel, self->kernel());
    Result result = original(self, std::forward<Arguments>(arguments)...);
    t_direct_kernel = outer;
    Services().execution_end(execution);
    return result;
  }
};

// Puts our Run() into the vtable of `Class`.
template <typename Class>
bool HookRun(const char* vtable_symbol) {
  // Not in the global scope of every Python package, but loaded, since we are linked with it.
  void* const library = dlopen("libtensorflow_cc.so.2", RTLD_LAZY | RTLD_NOLOAD);
  auto** const vtable = static_cast<void**>(dlsym(library, vtable_symbol));
  if (vtable == nullptr) return false;
  using Hook = RunHook<Class, decltype(&Class::Run)>;
  void** const slot = vtable + kBeforeFunctions + SlotOf(&Class::Run);
  // The original is known before the first call can come through the slot.
  Hook::original = reinterpret_cast<typename Hook::Original>(*slot);
  return WriteSlot(slot, reinterpret_cast<void*>(&Hook::Run));
}

}  // namespace

bool HookCalls() {
  return HookRun<KernelAndDeviceFunc>("_ZTVN10tensorflow19KernelAndDeviceFuncE") &&
         HookRun<KernelAndDeviceOp>("_ZTVN10tensorflow17KernelAndDeviceOpE");
}

bool IsRunDirectly(const void* kernel) { return kernel != nullptr && kernel == t_direct_kernel; }

}  // namespace tdbg::tf::companion
