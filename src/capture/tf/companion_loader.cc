#include "capture/tf/companion_loader.h"

#include <cstdlib>

#include <dlfcn.h>

namespace tdbg::tf {
namespace {

#define TDBG_NAME_OF(symbol) #symbol
#define TDBG_EXPANDED_NAME_OF(macro) TDBG_NAME_OF(macro)
constexpr const char* kStart = TDBG_EXPANDED_NAME_OF(TDBG_COMPANION_START);

}  // namespace

const tdbg_companion* StartCompanion(const tdbg_hook_services* services,
                                     const char* framework_version) {
  const char* const path = std::getenv("TDBG_COMPANION");
  if (path == nullptr || *path == '\0') return nullptr;
  // A companion runs nothing while it is loaded: a wrong one does no harm until it is started.
  void* const library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    tdbg_lost("companion could not be loaded: no graphs, stacks or sources", 1);
    return nullptr;
  }
  const auto start = reinterpret_cast<tdbg_companion_start_fn>(dlsym(library, kStart));
  const tdbg_companion* const companion =
      start == nullptr ? nullptr : start(services, framework_version);
  if (companion == nullptr) {
    tdbg_lost("companion is for another TensorFlow: no graphs, stacks or sources", 1);
    return nullptr;
  }
  return companion;
}

}  // namespace tdbg::tf
