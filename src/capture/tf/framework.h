// The TensorFlow in this process: its libraries, found if they are loaded, and the functions of its
// C API that the hook calls. Nothing is linked: a program without TensorFlow has no use for us.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tdbg::tf {

// Opaque types of the C API. A kernel's context may be passed as TF_OpKernelContext.
struct TF_OpKernelContext;
struct TF_Tensor;
struct TF_Status;
struct TF_StringView {
  const char* data;
  size_t len;
};

struct CApi {
  const char* (*TF_Version)();
  TF_Status* (*TF_NewStatus)();
  void (*TF_DeleteStatus)(TF_Status*);
  int (*TF_GetCode)(const TF_Status*);
  void (*TF_SetStatus)(TF_Status*, int code, const char* message);
  int (*TF_NumInputs)(TF_OpKernelContext*);
  int (*TF_NumOutputs)(TF_OpKernelContext*);
  void (*TF_GetInput)(TF_OpKernelContext*, int, TF_Tensor**, TF_Status*);
  TF_Tensor* (*TF_GetMutableOutput)(TF_OpKernelContext*, int, TF_Status*);
  int (*TF_ExpectedOutputDataType)(TF_OpKernelContext*, int);
  int64_t (*TF_StepId)(TF_OpKernelContext*);
  uint64_t (*TF_GetFrameId)(TF_OpKernelContext*);
  int64_t (*TF_GetIterId)(TF_OpKernelContext*);
  void (*TF_OpKernelContext_Failure)(TF_OpKernelContext*, TF_Status*);
  TF_StringView (*TF_GetDeviceName)(TF_OpKernelContext*);
  TF_StringView (*TF_GetOpKernelName)(TF_OpKernelContext*);
  TF_StringView (*TF_GetOpKernelRequestedInput)(TF_OpKernelContext*, size_t);
  int (*TF_TensorType)(const TF_Tensor*);
  int (*TF_NumDims)(const TF_Tensor*);
  int64_t (*TF_Dim)(const TF_Tensor*, int);
  size_t (*TF_TensorByteSize)(const TF_Tensor*);
  void* (*TF_TensorData)(const TF_Tensor*);
  void (*TF_DeleteTensor)(TF_Tensor*);
};

// Types from here on are references to those without it.
inline constexpr int kFirstReference = 100;

// The C++ symbols that we hook, by their mangled names.
struct DeviceSymbols {
  void** vtable;
  void* compute;
  void* compute_async;
  void* trace_string;  // OpKernel::TraceString: "name:type"
};

// Null where they are not found: kernels cannot be followed then.
struct KernelSymbols {
  void** vtable;
  void* deleting_destructor;
};

struct Framework {
  CApi c;
  DeviceSymbols cpu;
  KernelSymbols kernel;
};

// Null, with a reason, if TensorFlow is not loaded or lacks one of the above. Found once.
const Framework* FindFramework(const char** reason);

}  // namespace tdbg::tf
