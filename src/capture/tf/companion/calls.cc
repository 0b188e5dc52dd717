#include "capture/tf/companion/calls.h"

#include <cstring>
#include <mutex>
#include <string>
#include <unordered_map>

#include <dlfcn.h>
#include <sys/mman.h>
#include <unistd.h>

#include "capture/tf/companion/graphs.h"
#include "capture/tf/companion/stacks.h"
#include "tensorflow/core/common_runtime/eager/kernel_and_device.h"

namespace tdbg::tf::companion {
namespace {

using tensorflow::KernelAndDeviceFunc;

const tdbg_hook_services* g_services = nullptr;

// What a call is, found once for each function.
struct Callee {
  uint32_t kind;
  std::string name;
  tdbg_id graph;
};

const Callee& FindCallee(const std::string& function) {
  static std::mutex& mutex = *new std::mutex;
  static auto& callees = *new std::unordered_map<std::string, Callee>;
  thread_local const std::string* last_function = nullptr;
  thread_local const Callee* last_callee = nullptr;
  if (last_function != nullptr && *last_function == function) return *last_callee;
  std::lock_guard<std::mutex> lock(mutex);
  auto [found, fresh] = callees.try_emplace(function);
  if (fresh) {
    found->second = IsEagerWrapper(function)
                        ? Callee{TDBG_EAGER_OP, OpOfEagerWrapper(function), 0}
                        : Callee{TDBG_FUNCTION_CALL, function, GraphOfFunction(function)};
  }
  last_function = &found->first;
  last_callee = &found->second;
  return found->second;
}

// The parameters of Run() differ between versions; whatever they are, they are passed on.
template <typename Function>
struct RunHook;

template <typename Result, typename... Arguments>
struct RunHook<Result (KernelAndDeviceFunc::*)(Arguments...)> {
  using Original = Result (*)(KernelAndDeviceFunc*, Arguments...);
  static inline Original original = nullptr;

  static Result Run(KernelAndDeviceFunc* self, Arguments... arguments) {
    const Callee& callee = FindCallee(self->name());
    const uint64_t execution =
        g_services->execution_begin(callee.kind, Text(callee.name), callee.graph, 0);
    Result result = original(self, std::forward<Arguments>(arguments)...);
    g_services->execution_end(execution);
    return result;
  }
};

// The place in the vtable that a pointer to a virtual member function means (Itanium C++ ABI: one
// more than its offset in bytes).
template <typename Function>
size_t SlotOf(Function function) {
  uintptr_t offset_plus_one;
  std::memcpy(&offset_plus_one, &function, sizeof(offset_plus_one));
  return (offset_plus_one - 1) / sizeof(void*);
}

}  // namespace

bool HookCalls(const tdbg_hook_services* services) {
  g_services = services;
  auto** const vtable =
      static_cast<void**>(dlsym(RTLD_DEFAULT, "_ZTVN10tensorflow19KernelAndDeviceFuncE"));
  if (vtable == nullptr) return false;
  using Hook = RunHook<decltype(&KernelAndDeviceFunc::Run)>;
  constexpr size_t kBeforeFunctions = 2;  // offset to top, type information
  void** const slot = vtable + kBeforeFunctions + SlotOf(&KernelAndDeviceFunc::Run);

  const uintptr_t page_size = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
  void* const page = reinterpret_cast<void*>(reinterpret_cast<uintptr_t>(slot) & ~(page_size - 1));
  if (mprotect(page, page_size, PROT_READ | PROT_WRITE) != 0) return false;
  Hook::original = reinterpret_cast<typename Hook::Original>(*slot);
  __atomic_store_n(slot, reinterpret_cast<void*>(&Hook::Run), __ATOMIC_RELEASE);
  mprotect(page, page_size, PROT_READ);
  return true;
}

}  // namespace tdbg::tf::companion
