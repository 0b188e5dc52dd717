#include "capture/tf/framework.h"

#include <dlfcn.h>

namespace tdbg::tf {
namespace {

// Both libraries of the wheel, then whatever the program linked (a static build, another name).
struct Libraries {
  void* handles[3] = {dlopen("libtensorflow_framework.so.2", RTLD_LAZY | RTLD_NOLOAD),
                      dlopen("libtensorflow_cc.so.2", RTLD_LAZY | RTLD_NOLOAD), RTLD_DEFAULT};

  void* Find(const char* symbol) const {
    for (void* handle : handles) {  // a null handle means the default search, which is right too
      if (void* found = dlsym(handle, symbol)) return found;
    }
    return nullptr;
  }
};

template <typename Function>
bool Load(const Libraries& libraries, const char* name, Function** function, const char** missing) {
  *function = reinterpret_cast<Function*>(libraries.Find(name));
  if (*function == nullptr) *missing = name;
  return *function != nullptr;
}

bool Load(Framework* f, const char** missing) {
  const Libraries libraries;
#define TDBG_LOAD(name) Load(libraries, #name, &f->c.name, missing)
  const bool c_api =
      TDBG_LOAD(TF_Version) && TDBG_LOAD(TF_NewStatus) && TDBG_LOAD(TF_DeleteStatus) &&
      TDBG_LOAD(TF_GetCode) && TDBG_LOAD(TF_SetStatus) && TDBG_LOAD(TF_OpKernelContext_Failure) &&
      TDBG_LOAD(TF_NumInputs) && TDBG_LOAD(TF_NumOutputs) && TDBG_LOAD(TF_GetInput) &&
      TDBG_LOAD(TF_GetMutableOutput) && TDBG_LOAD(TF_ExpectedOutputDataType) &&
      TDBG_LOAD(TF_StepId) && TDBG_LOAD(TF_GetFrameId) && TDBG_LOAD(TF_GetIterId) &&
      TDBG_LOAD(TF_GetDeviceName) && TDBG_LOAD(TF_GetOpKernelName) &&
      TDBG_LOAD(TF_GetOpKernelRequestedInput) && TDBG_LOAD(TF_TensorType) &&
      TDBG_LOAD(TF_NumDims) && TDBG_LOAD(TF_Dim) && TDBG_LOAD(TF_TensorByteSize) &&
      TDBG_LOAD(TF_TensorData) && TDBG_LOAD(TF_DeleteTensor);
#undef TDBG_LOAD
  if (!c_api) return false;

  constexpr char kVtable[] = "_ZTVN10tensorflow16ThreadPoolDeviceE";
  constexpr char kCompute[] =
      "_ZN10tensorflow16ThreadPoolDevice7ComputeEPNS_8OpKernelEPNS_15OpKernelContextE";
  constexpr char kComputeAsync[] =
      "_ZN10tensorflow16ThreadPoolDevice12ComputeAsyncEPNS_13AsyncOpKernelEPNS_"
      "15OpKernelContextESt8"
      "functionIFvvEE";
  constexpr char kTraceString[] =
      "_ZNK10tensorflow8OpKernel11TraceStringB5cxx11ERKNS_15OpKernelContextEb";
  f->cpu.vtable = static_cast<void**>(libraries.Find(kVtable));
  f->cpu.compute = libraries.Find(kCompute);
  f->cpu.compute_async = libraries.Find(kComputeAsync);
  f->cpu.trace_string = libraries.Find(kTraceString);
  f->kernel.vtable = static_cast<void**>(libraries.Find("_ZTVN10tensorflow8OpKernelE"));
  f->kernel.deleting_destructor = libraries.Find("_ZN10tensorflow8OpKernelD0Ev");
  *missing = f->cpu.vtable == nullptr          ? kVtable
             : f->cpu.compute == nullptr       ? kCompute
             : f->cpu.compute_async == nullptr ? kComputeAsync
                                               : nullptr;
  return *missing == nullptr;
}

}  // namespace

const Framework* FindFramework(const char** reason) {
  static Framework framework;
  static const char* missing = nullptr;
  static const bool found = Load(&framework, &missing);
  *reason = missing;
  return found ? &framework : nullptr;
}

}  // namespace tdbg::tf
