#include "capture/tf/op_kinds.h"

#include <algorithm>
#include <iterator>

#include "capture/tf/op_growth.h"

namespace tdbg::tf {
namespace {

// Sorted. Their output is their input, untouched, in the same buffer: recorded where it was made.
constexpr std::string_view kAliases[] = {
    "Enter",           "Exit",         "Identity", "IdentityN",   "Merge",      "NextIteration",
    "PreventGradient", "RefEnter",     "RefExit",  "RefIdentity", "RefMerge",   "RefNextIteration",
    "RefSwitch",       "StopGradient", "Switch",   "_Arg",        "_DeviceArg", "_DeviceRetval",
    "_HostRecv",       "_Recv",        "_Retval",  "_SwitchN",
};

// Sorted. Data from outside the computation.
constexpr std::string_view kInputs[] = {
    "DecodeCSV",
    "DecodeRaw",
    "EagerPyFunc",
    "IteratorGetNext",
    "IteratorGetNextAsOptional",
    "IteratorGetNextSync",
    "MultiDeviceIteratorGetNextFromShard",
    "OptionalGetValue",
    "ParseExample",
    "ParseExampleV2",
    "Placeholder",
    "PlaceholderV2",
    "PyFunc",
    "PyFuncStateless",
    "QueueDequeueManyV2",
    "QueueDequeueV2",
    "ReadFile",
    "RestoreV2",
    "_EagerConst",
};

constexpr std::string_view kConstants[] = {"Const", "HostConst", "ImmutableConst"};

constexpr std::string_view kVariableReads[] = {
    "ReadVariableOp", "ResourceGather", "ResourceGatherNd", "VarHandleOp",
    "Variable",       "VariableV2",     "_ReadVariablesOp"};

// Sorted. They run functions and return what these made.
constexpr std::string_view kCalls[] = {
    "Case",
    "If",
    "IteratorGetNext",
    "IteratorGetNextAsOptional",
    "IteratorGetNextSync",
    "MapDefun",
    "MultiDeviceIteratorGetNextFromShard",
    "OptionalGetValue",
    "PartitionedCall",
    "RemoteCall",
    "StatefulPartitionedCall",
    "StatelessCase",
    "StatelessIf",
    "StatelessWhile",
    "While",
};

// Sorted. Their outputs are their input or parts of it, often in the same buffer; recorded all the
// same.
constexpr std::string_view kViews[] = {
    "Concat",       "ConcatV2", "EnsureShape", "ExpandDims", "Pad",    "PadV2",
    "Reshape",      "Slice",    "Snapshot",    "Split",      "SplitV", "Squeeze",
    "StridedSlice", "Tile",     "Transpose",   "Unpack",
};

// Sorted. They compute, and may write the result over an input. Only for these must inputs be kept
// alive: after any other op they can still be read.
constexpr std::string_view kWriteOverInput[] = {
    "Acos",
    "Acosh",
    "Add",
    "AddN",
    "AddV2",
    "Asin",
    "Asinh",
    "Atan",
    "Atan2",
    "Atanh",
    "BiasAdd",
    "Cos",
    "Cosh",
    "Cumprod",
    "Cumsum",
    "Digamma",
    "Div",
    "DivNoNan",
    "Elu",
    "EluGrad",
    "Erf",
    "Erfc",
    "Erfinv",
    "Exp",
    "Expm1",
    "FloorDiv",
    "FloorMod",
    "Gelu",
    "Inv",
    "InvGrad",
    "Lgamma",
    "Log",
    "Log1p",
    "LogSoftmax",
    "Mod",
    "Mul",
    "MulNoNan",
    "Ndtri",
    "NextAfter",
    "Pow",
    "RealDiv",
    "Reciprocal",
    "ReciprocalGrad",
    "Rsqrt",
    "RsqrtGrad",
    "Selu",
    "SeluGrad",
    "SigmoidGrad",
    "Sin",
    "Sinh",
    "Softmax",
    "SoftmaxCrossEntropyWithLogits",
    "Softplus",
    "SoftplusGrad",
    "Softsign",
    "SoftsignGrad",
    "SparseSoftmaxCrossEntropyWithLogits",
    "Sqrt",
    "SqrtGrad",
    "Square",
    "SquaredDifference",
    "Sub",
    "Tan",
    "TanhGrad",
    "TruncateDiv",
    "TruncateMod",
    "Xdivy",
    "Xlog1py",
    "Xlogy",
    "_FusedConv2D",
    "_FusedMatMul",
    "_MklAddN",
    "_MklAddV2",
    "_MklFusedMatMul",
    "_MklMul",
    "_MklSoftmax",
    "_MklSquaredDifference",
    "_MklSub",
};

template <size_t N>
bool Contains(const std::string_view (&sorted)[N], std::string_view type) {
  return std::binary_search(std::begin(sorted), std::end(sorted), type);
}

static_assert(std::is_sorted(std::begin(kAliases), std::end(kAliases)));
static_assert(std::is_sorted(std::begin(kInputs), std::end(kInputs)));
static_assert(std::is_sorted(std::begin(kConstants), std::end(kConstants)));
static_assert(std::is_sorted(std::begin(kVariableReads), std::end(kVariableReads)));
static_assert(std::is_sorted(std::begin(kCalls), std::end(kCalls)));
static_assert(std::is_sorted(std::begin(kViews), std::end(kViews)));
static_assert(std::is_sorted(std::begin(kWriteOverInput), std::end(kWriteOverInput)));

bool Assigns(std::string_view type) {
  if (type.starts_with("Resource")) {
    return type.starts_with("ResourceApply") || type.starts_with("ResourceSparseApply") ||
           type.starts_with("ResourceScatter") || type == "ResourceStridedSliceAssign";
  }
  return type.starts_with("Assign") || type.starts_with("Apply") ||
         type.starts_with("SparseApply") || type.starts_with("_FusedResourceApply") ||
         type == "StridedSliceAssign" || (type.starts_with("Scatter") && type != "ScatterNd");
}

}  // namespace

OpKind KindOfOp(std::string_view type) {
  OpKind kind = {.calls = Contains(kCalls, type), .views = Contains(kViews, UsersType(type))};
  if (Contains(kAliases, type)) {
    kind.role = TDBG_PASSES_ON;
  } else if (Contains(kInputs, type) || type.starts_with("Collective")) {
    kind.role = TDBG_READS_INPUT;
  } else if (Contains(kConstants, type)) {
    kind.role = TDBG_READS_CONSTANT;
  } else if (Contains(kVariableReads, type)) {
    kind.role = TDBG_READS_VARIABLE;
  } else {
    kind.assigns = Assigns(type);
    kind.may_give_birth = Contains(kWriteOverInput, type);
    kind.growth = GrowthOfOp(type);
  }
  return kind;
}

bool IsFused(std::string_view type) { return type.find("Fused") != std::string_view::npos; }

std::string_view UsersType(std::string_view type) {
  // "_MklNativeFusedMatMul" has no name that the user knows.
  if (IsFused(type)) return type;
  for (std::string_view prefix : {"_MklNative", "_Mkl"}) {
    if (type.starts_with(prefix)) return type.substr(prefix.size());
  }
  return type;
}

}  // namespace tdbg::tf
