// Between the hook, which is one binary for every TensorFlow, and the companion, which is compiled
// for one version. Plain C types only: the two may come from different compilers.
#pragma once

#include "tdbg/capture.h"

extern "C" {

// A constant that holds NaN or infinity, and which input of its reader it is.
struct tdbg_bad_constant {
  tdbg_text name;  // empty: there is none
  uint32_t input;
};

// Which graph a kernel belongs to and where its op came from.
struct tdbg_kernel_origin {
  tdbg_id graph;        // 0: not known
  tdbg_id stack;        // of an op of a function that a session's graph has inlined; else 0
  uint32_t eager;       // the graph is TensorFlow's wrapper around one eager op
  uint32_t session;     // the graph of a v1 session
  uint32_t amplifies;   // what is fused to the op makes large what is small
  uint32_t probes;      // the graph has probes
  uint32_t probe_slot;  // of a probe: which output it looks at
  tdbg_text type;       // op type
  tdbg_text written;    // the user's name of an inlined op
  tdbg_text written_graph;
  tdbg_text probed;  // of a probe: the op that it looks at
  tdbg_text fused;   // types of the ops put together in this one, as far as an attribute lists them
  tdbg_text received;  // of what comes from another device: the output that was sent, "op:slot"
  tdbg_bad_constant bad_constant;
};

// Which run of its graph a kernel belongs to.
struct tdbg_kernel_call {
  int64_t step_id;
  uint32_t iteration;
};

// A tensor that the hook holds. What is in the words only the table's functions know.
struct tdbg_held_tensor {
  alignas(16) unsigned char words[48];
};

// How to get at a running kernel and its tensors. `context` is an OpKernelContext*. Answers are 0
// for yes, so that a table of another version can only ever say no too often.
struct tdbg_kernel_access {
  void (*call)(void* context, tdbg_kernel_call* call);
  // Borrows an output until the kernel's caller goes on; no if it was never set or is a reference.
  int (*output)(void* context, uint32_t index, tdbg_held_tensor* held);
  // Looks at an input without keeping it: all but its shape. May be NULL.
  int (*peek)(void* context, uint32_t index, tdbg_tensor* tensor);
  // Keeps an input alive, and its elements as they are, until it is released.
  int (*input)(void* context, uint32_t index, tdbg_held_tensor* held);
  // `dims` has room for `max_rank` numbers and is what the tensor's dims will point to. If that is
  // too few, data and flags are filled in all the same.
  int (*view)(const tdbg_held_tensor* held, tdbg_tensor* tensor, int64_t* dims, uint32_t max_rank);
  void (*release)(tdbg_held_tensor* held);  // of outputs as well
  // 0 and the message if the kernel failed; 1 if it did not or nobody can tell.
  int (*failure)(void* context, tdbg_text* message);
  // Lets the kernel, which has run, fail with this message: an invalid argument.
  void (*fail)(void* context, tdbg_text message);
};

// What the hook offers to the companion.
struct tdbg_hook_services {
  const uint32_t* recording;  // tdbg_switch()
  // What executions of an op type or a function will be called.
  tdbg_id (*define_callee)(uint32_t kind, tdbg_text name);
  uint64_t (*execution_begin)(uint32_t kind, tdbg_id name, tdbg_id graph, tdbg_id stack);
  void (*execution_end)(uint64_t execution);
  // The capture library's own functions: it may be loaded where the companion cannot see it.
  tdbg_id (*define_stack)(const tdbg_frame* frames, size_t count);
  tdbg_id (*define_graph)(tdbg_text key, tdbg_text name, tdbg_id outer);
  tdbg_id (*define_op)(const tdbg_op* op);
  void (*lost)(const char* what, uint64_t count);
  // Where an op of a v1 session's graph, or of a function that it calls, was made; 0 if that cannot
  // be told. `function` is empty for the graph itself.
  tdbg_id (*session_op_stack)(tdbg_text function, tdbg_text op);
  void (*memory_freed)(const void* data);
  // Whether ops are to fail for what is bad; graphs that are made meanwhile are prepared for it.
  int (*raises)();
  uint32_t as_written;  // put probes into the graphs
};

// What the companion offers to the hook. `kernel` is an OpKernel*, `context` an OpKernelContext*.
// Texts live as long as the kernel, or as the context where that is the argument.
struct tdbg_companion {
  const char* framework_version;

  void (*describe_kernel)(const void* kernel, tdbg_kernel_origin* origin);

  tdbg_kernel_access access;

  // The Python frames of the call that is running; 0 if TensorFlow kept none.
  tdbg_id (*running_stack)(void* context);

  // As in the kernel's origin.
  void (*bad_constant)(void* context, tdbg_bad_constant* constant);
};

// The companion's only export. Installs its passes and answers with its table; NULL if the
// TensorFlow in this process is not the one it was compiled for.
typedef const tdbg_companion* (*tdbg_companion_start_fn)(const tdbg_hook_services* services,
                                                         const char* framework_version);
// The number counts up with every change above, so that others are not found.
#define TDBG_COMPANION_START tdbg_companion_start_v10

}  // extern "C"
