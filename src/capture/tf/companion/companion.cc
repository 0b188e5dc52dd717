// The part of the adapter that is compiled for one version of TensorFlow: graphs as written, Python
// stacks, the names of calls, faster access to tensors. It runs nothing until it is started.
//
// One translation unit on purpose: it is compiled on the user's machine, and TensorFlow's headers
// take longer than everything below them. TDBG_TF_VERSION comes from whoever compiles it.

#include <cstring>

#include "capture/tf/companion/calls.cc"
#include "capture/tf/companion/constants.cc"
#include "capture/tf/companion/graphs.cc"
#include "capture/tf/companion/kernel_access.cc"
#include "capture/tf/companion/memory.cc"
#include "capture/tf/companion/probes.cc"
#include "capture/tf/companion/services.h"
#include "capture/tf/companion/session_calls.cc"
#include "capture/tf/companion/stacks.cc"

namespace tdbg::tf::companion {
namespace {

const tdbg_hook_services* g_services = nullptr;

}  // namespace

void SetServices(const tdbg_hook_services* services) { g_services = services; }
const tdbg_hook_services& Services() { return *g_services; }

}  // namespace tdbg::tf::companion

extern "C" TDBG_API const tdbg_companion* TDBG_COMPANION_START(const tdbg_hook_services* services,
                                                               const char* framework_version) {
  using namespace tdbg::tf::companion;
  if (std::strcmp(framework_version, TDBG_TF_VERSION) != 0) return nullptr;
  SetServices(services);
  static const tdbg_companion companion = {TDBG_TF_VERSION, &DescribeKernel, KernelAccess(),
                                           &RunningStack, &BadConstantReadBy};
  RegisterProbe();
  RegisterGraphPasses(services->as_written != 0);
  FollowMemory();
  if (!HookCalls()) services->lost("calls could not be followed: they are told by kernels", 1);
  return &companion;
}
