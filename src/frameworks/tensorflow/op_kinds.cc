#include "frameworks/tensorflow/op_kinds.h"

#include <algorithm>
#include <iterator>

#include "frameworks/tensorflow/checked_ops.h"
#include "frameworks/tensorflow/op_growth.h"
#include "frameworks/tensorflow/op_names.h"
#include "frameworks/tensorflow/op_roles.h"

namespace tdbg::frameworks::tensorflow {
namespace {

// Sorted. What they yield may have been made by functions that they run.
constexpr std::string_view kRunFunctions[] = {
    "IteratorGetNext", "IteratorGetNextAsOptional",           "IteratorGetNextSync",
    "MapDefun",        "MultiDeviceIteratorGetNextFromShard", "OptionalGetValue",
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
    "_UnaryOpsComposition",
};

template <size_t N>
bool Contains(const std::string_view (&sorted)[N], std::string_view type) {
  return std::binary_search(std::begin(sorted), std::end(sorted), type);
}

static_assert(std::is_sorted(std::begin(kRunFunctions), std::end(kRunFunctions)));
static_assert(std::is_sorted(std::begin(kViews), std::end(kViews)));
static_assert(std::is_sorted(std::begin(kWriteOverInput), std::end(kWriteOverInput)));

bool Calls(std::string_view type) {
  const OpRole role = RoleOf(type);
  return role == OpRole::kCall || role == OpRole::kLoop || role == OpRole::kBranch ||
         role == OpRole::kTakeOut || Contains(kRunFunctions, type);
}

}  // namespace

OpKind KindOfOp(std::string_view type) {
  OpKind kind = {.role = RecordedRoleOf(type),
                 .calls = Calls(type),
                 .views = Contains(kViews, UsersType(type)),
                 .moves = MovesValues(type),
                 .one_result = HasOneResult(type)};
  if (kind.role == TDBG_COMPUTES) {
    kind.assigns = Assigns(type);
    kind.may_give_birth = Contains(kWriteOverInput, type);
    kind.growth = GrowthOfOp(type);
  }
  return kind;
}

}  // namespace tdbg::frameworks::tensorflow
