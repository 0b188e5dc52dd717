#include "capture/tf/kernel_definition.h"

#include <string>
#include <vector>

#include "capture/tf/executions.h"
#include "capture/tf/kernel_classes.h"
#include "capture/tf/text.h"
#include "frameworks/tensorflow/op_kinds.h"
#include "frameworks/tensorflow/op_names.h"

namespace tdbg::tf {

using frameworks::tensorflow::IsFused;
using frameworks::tensorflow::KindOfOp;
using frameworks::tensorflow::OpKind;
using frameworks::tensorflow::PlainType;
using frameworks::tensorflow::UsersType;

bool HasElements(int dtype) {
  constexpr int kString = 7, kResource = 20, kVariant = 21;
  return dtype > 0 && dtype < kFirstReference && dtype != kString && dtype != kResource &&
         dtype != kVariant;
}

namespace {

bool IsCounter(int dtype) {
  constexpr int kInt32 = 3, kInt64 = 9;
  return dtype == kInt32 || dtype == kInt64;
}

std::string_view View(tdbg_text text) { return {text.data, text.size}; }

// "name:type", from the one C++ function that tells it in every version.
std::string TypeFromTraceString(const Framework& framework, const void* kernel, void* context,
                                std::string_view name) {
  if (framework.cpu.trace_string == nullptr) return "";
  using TraceString = std::string (*)(const void*, const void*, bool);
  const std::string text =
      reinterpret_cast<TraceString>(framework.cpu.trace_string)(kernel, context, false);
  return text.size() > name.size() + 1 && text.starts_with(name) ? text.substr(name.size() + 1)
                                                                 : "";
}

// Ops of v1 graphs that take a variable by reference. The C API crashes when it is asked for such
// an input.
bool TakesReferences(std::string_view type) {
  for (std::string_view word : {"Resource", "VariableOp", "TensorScatter"}) {
    if (type.find(word) != std::string_view::npos) return false;
  }
  for (std::string_view prefix :
       {"Accumulator", "Apply", "Assign", "Barrier", "ConditionalAccumulator", "CountUpTo",
        "DestroyTemporaryVariable", "HashTable", "InitializeTable", "IsVariableInitialized",
        "LookupTable", "Queue", "Reader", "Ref", "Scatter", "Sparse", "Stack", "StridedSliceAssign",
        "TensorArray"}) {
    if (type.starts_with(prefix)) return true;
  }
  return false;
}

void LearnTensors(const Hook& hook, std::string_view type, void* context, Kernel* kernel) {
  const CApi& c = hook.framework->c;
  auto* const c_context = static_cast<TF_OpKernelContext*>(context);
  kernel->input_count = static_cast<uint32_t>(c.TF_NumInputs(c_context));
  kernel->output_count = static_cast<uint32_t>(c.TF_NumOutputs(c_context));
  for (uint32_t i = 0; i < kernel->output_count && i < 64; ++i) {
    if (HasElements(c.TF_ExpectedOutputDataType(c_context, static_cast<int>(i)))) {
      kernel->readable_outputs |= uint64_t{1} << i;
    }
  }
  if (hook.companion == nullptr && TakesReferences(type)) return;
  for (uint32_t i = 0; i < kernel->input_count && i < 64; ++i) {
    tdbg_held_tensor held;
    tdbg_tensor tensor = {};
    int64_t dims[32];
    if (hook.access->input(context, i, &held) != 0) continue;
    if (hook.access->view(&held, &tensor, dims, 32) == 0) {
      const int dtype = static_cast<int>(tensor.dtype);
      if (HasElements(dtype)) kernel->readable_inputs |= uint64_t{1} << i;
      if (kernel->assigns && i == 1 && IsCounter(dtype)) kernel->may_count_steps = true;
    }
    hook.access->release(&held);
  }
}

// Python's way into TensorFlow.
constexpr std::string_view kFromPython = "_EagerConst";

bool IsArgument(std::string_view type) { return type == "_Arg" || type == "_DeviceArg"; }

uint8_t RoleOf(const OpKind& kind, std::string_view type, const Kernel& kernel) {
  // What a session is fed, and what tf.data hands to the user's functions, comes in as arguments.
  if (IsArgument(type) &&
      (kernel.session || (kernel.graph != 0 && !CalledByProgram(kernel.graph)))) {
    return TDBG_READS_INPUT;
  }
  return static_cast<uint8_t>(kind.role);
}

// The types of the ops that the kernel does the work of. What is fused to an op works behind it.
std::string FusedOps(std::string_view type, const tdbg_kernel_origin& origin) {
  const std::string_view listed = View(origin.fused);
  if (listed.empty() || !IsFused(type)) return std::string(listed);
  return std::string(PlainType(type)) + "," + std::string(listed);
}

// An alias of an argument: what a loop or a branch reads it through.
bool PassesArgument(Hook& hook, const tdbg_op& alias) {
  for (size_t i = 0; i < alias.input_count; ++i) {
    if (hook.arguments.Has(alias.graph, View(alias.inputs[i]))) return true;
  }
  return false;
}

}  // namespace

const Kernel* DefineKernel(Hook& hook, const void* kernel_address, void* context) {
  const CApi& c = hook.framework->c;
  auto* const c_context = static_cast<TF_OpKernelContext*>(context);
  const TF_StringView c_name = c.TF_GetOpKernelName(c_context);
  const std::string_view name(c_name.data, c_name.len);
  tdbg_kernel_origin origin = {};
  std::string type;
  if (hook.companion != nullptr) {
    hook.companion->describe_kernel(kernel_address, &origin);
    type = View(origin.type);
  } else {
    type = TypeFromTraceString(*hook.framework, kernel_address, context, name);
    origin.amplifies = IsFused(type);  // it may, for all that is known
  }

  const OpKind kind = KindOfOp(type);
  Kernel kernel;
  kernel.graph = origin.graph;
  kernel.eager = origin.eager != 0;
  kernel.session = origin.session != 0;
  kernel.assigns = kind.assigns;
  kernel.views = kind.views;
  kernel.growth = static_cast<uint8_t>(kind.growth);
  if (origin.amplifies != 0) kernel.growth = TDBG_GROWS_FREELY;
  kernel.may_vanish = !FollowClassOf(kernel_address);
  if (kind.assigns && TakesReferences(type)) {
    hook.writes_unseen.store(true, std::memory_order_relaxed);
  }
  const bool probe = origin.probed.size != 0;
  if (!probe) kernel.role = RoleOf(kind, type, kernel);
  // Probes look at what ops make; what is fed takes the place of an op behind them.
  kernel.seen_by_probes = origin.probes != 0 && !probe && !IsArgument(type);
  kernel.reads_bad_constant = origin.bad_constant.name.size != 0;
  // Inputs of aliases are not looked at: a Merge has one that was never set.
  if (kernel.role != TDBG_PASSES_ON || kernel.reads_bad_constant)
    LearnTensors(hook, type, context, &kernel);

  // An alias in no graph (the results of a function get new names at the last moment) leads
  // nowhere.
  if (kernel.role == TDBG_PASSES_ON && kernel.graph == 0) {
    return hook.kernels.Add(kernel_address, kernel);
  }
  tdbg_op op = {};
  op.graph = origin.graph;
  std::vector<tdbg_text> inputs;
  if (origin.received.size != 0) {
    inputs.push_back(origin.received);
  } else if (!kernel.eager) {
    const int count = c.TF_NumInputs(c_context);
    for (int i = 0; i < count; ++i) {
      const TF_StringView input = c.TF_GetOpKernelRequestedInput(c_context, static_cast<size_t>(i));
      inputs.push_back({input.data, input.len});
    }
  }
  const TF_StringView device = c.TF_GetDeviceName(c_context);
  op.name = Text(kernel.eager ? UsersType(type) : name);
  op.type = Text(UsersType(type));
  op.device = {device.data, device.len};
  op.inputs = inputs.data();
  op.input_count = inputs.size();
  op.output_count = static_cast<uint32_t>(c.TF_NumOutputs(c_context));
  op.role = kernel.role;
  op.stack = origin.stack;
  op.flags = (kind.assigns ? uint32_t{TDBG_ASSIGNS} : 0) |
             (kind.may_give_birth ? uint32_t{TDBG_MAY_GIVE_BIRTH} : 0) |
             (kind.calls ? uint32_t{TDBG_CALLS} : 0) | (kind.moves ? uint32_t{TDBG_MOVES} : 0) |
             (kind.one_result ? uint32_t{TDBG_ONE_RESULT} : 0) |
             (type == kFromPython ? uint32_t{TDBG_HANDS_IN} : 0);
  op.written = origin.written;
  op.written_graph = origin.written_graph;
  const std::string fused = FusedOps(type, origin);
  op.fused = Text(fused);
  if (probe) {
    // In the graph the probe is an identity; what it sees is the probed op's.
    op.type = Text("Identity");
    op.role = TDBG_PASSES_ON;
    tdbg_define_op(&op);
    kernel.probe_slot = static_cast<int32_t>(origin.probe_slot);
    kernel.op = tdbg_find_op(origin.graph, origin.probed);
    return hook.kernels.Add(kernel_address, kernel);
  }
  kernel.op = tdbg_define_op(&op);
  if (IsArgument(type) || (kernel.role == TDBG_PASSES_ON && PassesArgument(hook, op))) {
    hook.arguments.Add(kernel.op);
  }
  // An alias that reads one is not recorded, but not passed over either.
  if (kernel.reads_bad_constant) kernel.role = TDBG_COMPUTES;
  if (type == kFromPython) {
    // An array is data, a number is a constant that somebody wrote down.
    op.name = op.type = Text("Const");
    op.role = TDBG_READS_CONSTANT;
    kernel.scalar_op = tdbg_define_op(&op);
  }
  return hook.kernels.Add(kernel_address, kernel);
}

}  // namespace tdbg::tf
