// The hook on TensorFlow's CPU device: every kernel of every graph, eager op, session and dataset
// passes through two virtual functions of it, and those are ours while we record.

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <mutex>
#include <new>
#include <string>
#include <string_view>

#include <unistd.h>

#include "capture/tf/c_api_access.h"
#include "capture/tf/companion_loader.h"
#include "capture/tf/executions.h"
#include "capture/tf/framework.h"
#include "capture/tf/keras_layers.h"
#include "capture/tf/kernel_classes.h"
#include "capture/tf/kernel_run.h"
#include "capture/tf/python_stack.h"
#include "capture/tf/vtable_slot.h"
#include "capture/tf/worker_name.h"
#include "tdbg/capture.h"

namespace tdbg::tf {
namespace {

using ComputeFn = void (*)(void* device, void* kernel, void* context);
using ComputeAsyncFn = void (*)(void* device, void* kernel, void* context,
                                std::function<void()> done);

// All four are set before anything is hooked. Never destroyed: kernels may run until the very end
// of the process.
Hook* g_hook = nullptr;
ComputeFn g_compute = nullptr;
ComputeAsyncFn g_compute_async = nullptr;
const uint32_t* g_switch = nullptr;

void Forget(const void* kernel) { g_hook->kernels.Remove(kernel); }

bool Recording() { return __atomic_load_n(g_switch, __ATOMIC_RELAXED) != 0; }

// True if the outputs of kernels cannot be seen yet: their layout in this TensorFlow is not known.
bool Learning(Hook& hook, void* context) {
  if (hook.companion != nullptr || !StillLearning(*hook.framework, context)) return false;
  tdbg_unseen("kernels that ran before the layout of this TensorFlow was known", 1);
  return true;
}

[[gnu::hot]] void Compute(void* device, void* kernel, void* context) {
  if (!Recording()) {
    g_compute(device, kernel, context);
    return;
  }
  Hook& hook = *g_hook;
  KernelRun run(hook, kernel, context);
  g_compute(device, kernel, context);
  if (!Learning(hook, context)) run.Done();
}

void ComputeAsync(void* device, void* kernel, void* context, std::function<void()> done) {
  auto* const run = Recording() ? new (std::nothrow) KernelRun(*g_hook, kernel, context) : nullptr;
  if (run == nullptr) {
    g_compute_async(device, kernel, context, std::move(done));
    return;
  }
  g_compute_async(device, kernel, context, [run, context, done = std::move(done)] {
    if (!Learning(*g_hook, context)) run->Done();
    delete run;
    done();
  });
}

tdbg_hook_services g_services = {
    /*recording=*/nullptr, &DefineCallee,      &BeginExecution,  &EndExecution,
    &tdbg_define_stack,    &tdbg_define_graph, &DefineOpOfLayer, &tdbg_lost,
    &SessionOpStack,       &tdbg_memory_freed, &tdbg_raises,     /*as_written=*/0};

// 0 when hooked, 1 when there is no TensorFlow in this process, -1 when there is one we cannot
// hook.
int Install() {
  const char* reason = nullptr;
  const Framework* const framework = FindFramework(&reason);
  if (framework == nullptr) return 1;

  g_hook = new Hook;
  Hook& hook = *g_hook;
  hook.framework = framework;
  hook.from_start = std::getenv("TDBG_FROM_START") != nullptr;
  hook.access = &CApiAccess(*framework);
  tdbg_set("framework", "tensorflow");
  tdbg_set("framework_version", framework->c.TF_Version());
  if (const char* const config = std::getenv("TF_CONFIG")) {
    const std::string worker = WorkerName(config);
    if (!worker.empty()) tdbg_set("worker", worker.c_str());
  }
  if (tdbg_start(nullptr) != 0) {
    std::fprintf(stderr, "tdbg: process %d is not recorded: %s\n", getpid(), tdbg_last_error());
    return -1;
  }
  g_switch = tdbg_switch();

  const char* const as_written = std::getenv("TDBG_AS_WRITTEN");
  g_services.recording = g_switch;
  g_services.as_written = as_written != nullptr && std::string_view(as_written) == "1" ? 1 : 0;
  hook.companion = StartCompanion(&g_services, framework->c.TF_Version());
  if (hook.companion != nullptr) hook.access = &hook.companion->access;

  TellOfDeletedKernels(*framework, &Forget);
  g_compute = reinterpret_cast<ComputeFn>(framework->cpu.compute);
  g_compute_async = reinterpret_cast<ComputeAsyncFn>(framework->cpu.compute_async);
  const bool hooked = ReplaceVirtual(framework->cpu.vtable, framework->cpu.compute,
                                     reinterpret_cast<void*>(&Compute)) &&
                      ReplaceVirtual(framework->cpu.vtable, framework->cpu.compute_async,
                                     reinterpret_cast<void*>(&ComputeAsync));
  if (!hooked) tdbg_unseen("TensorFlow's CPU device could not be hooked: nothing is recorded", 1);
  return hooked ? 0 : -1;
}

// Tried again only while there is no TensorFlow: a program may load it later.
int InstallOnce() {
  static std::mutex& mutex = *new std::mutex;
  static int result = 1;
  const std::lock_guard lock(mutex);
  if (result == 1) result = Install();
  return result;
}

}  // namespace
}  // namespace tdbg::tf

// For programs that switch capture on by themselves, after tdbg_set().
extern "C" TDBG_API int tdbg_tf_install() {
  const int result = tdbg::tf::InstallOnce();
  if (result == 0) tdbg::tf::FollowKeras();
  return result;
}

// Under `tdbg run` the library is loaded by TensorFlow itself, or before a C++ program: at that
// moment everything we look for is mapped already. A program without TensorFlow is left alone.
__attribute__((constructor)) static void InstallWhenStartedByTdbg() {
  if (std::getenv("TDBG_TRACE") != nullptr) tdbg::tf::InstallOnce();
}

// TensorFlow calls this in the plugins that it loads, after that. If we were there before it,
// because a native program became a Python one, this is the moment.
extern "C" TDBG_API void TF_InitKernel() {
  if (std::getenv("TDBG_TRACE") != nullptr && tdbg::tf::InstallOnce() == 0) tdbg::tf::FollowKeras();
}
