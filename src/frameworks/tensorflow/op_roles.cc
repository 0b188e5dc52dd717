#include "frameworks/tensorflow/op_roles.h"

#include <algorithm>
#include <iterator>

#include "frameworks/tensorflow/op_names.h"

namespace tdbg::frameworks::tensorflow {
namespace {

using enum OpRole;

struct RoleRow {
  std::string_view op_type;
  OpRole role;
  uint32_t recorded = TDBG_COMPUTES;
};

// Sorted by type. What Python functions return is made of their inputs, and a part of a variable is
// not what the variable holds: in a graph these compute, though a recorder looks at no input of
// theirs.
constexpr RoleRow kRoles[] = {
    {"ApproximateEqual", kNeverBad},
    {"ArgMax", kNeverBad},
    {"ArgMin", kNeverBad},
    {"AsString", kNeverBad},
    {"Assert", kNeverBad},
    {"Bucketize", kNeverBad},
    {"Case", kBranch},
    {"Const", kConstant, TDBG_READS_CONSTANT},
    {"DecodeCSV", kDataset, TDBG_READS_INPUT},
    {"DecodeRaw", kDataset, TDBG_READS_INPUT},
    {"EagerPyFunc", kCompute, TDBG_READS_INPUT},
    {"EmptyTensorList", kNeverBad},
    {"Enter", kPassThrough, TDBG_PASSES_ON},
    {"Equal", kNeverBad},
    {"Exit", kPassThrough, TDBG_PASSES_ON},
    {"Greater", kNeverBad},
    {"GreaterEqual", kNeverBad},
    {"GuaranteeConst", kConstant},
    {"HistogramFixedWidth", kNeverBad},
    {"HistogramSummary", kNeverBad},
    {"HostConst", kConstant, TDBG_READS_CONSTANT},
    {"Identity", kPassThrough, TDBG_PASSES_ON},
    {"IdentityN", kPassThrough, TDBG_PASSES_ON},
    {"If", kBranch},
    {"ImmutableConst", kConstant, TDBG_READS_CONSTANT},
    {"InTopK", kNeverBad},
    {"InTopKV2", kNeverBad},
    {"IsFinite", kNeverBad},
    {"IsInf", kNeverBad},
    {"IsNan", kNeverBad},
    {"IteratorGetNext", kDataset, TDBG_READS_INPUT},
    {"IteratorGetNextAsOptional", kDataset, TDBG_READS_INPUT},
    {"IteratorGetNextSync", kDataset, TDBG_READS_INPUT},
    {"Less", kNeverBad},
    {"LessEqual", kNeverBad},
    {"LoopCond", kPassThrough},
    {"LowerBound", kNeverBad},
    {"Merge", kPassThrough, TDBG_PASSES_ON},
    {"MultiDeviceIteratorGetNextFromShard", kDataset, TDBG_READS_INPUT},
    {"Multinomial", kNeverBad},
    {"NextIteration", kPassThrough, TDBG_PASSES_ON},
    {"NoOp", kNeverBad},
    {"NonMaxSuppression", kNeverBad},
    {"NonMaxSuppressionV2", kNeverBad},
    {"NonMaxSuppressionV3", kNeverBad},
    {"NotEqual", kNeverBad},
    {"OptionalGetValue", kDataset, TDBG_READS_INPUT},
    {"ParseExample", kDataset, TDBG_READS_INPUT},
    {"ParseExampleV2", kDataset, TDBG_READS_INPUT},
    {"PartitionedCall", kCall},
    {"Placeholder", kArgument, TDBG_READS_INPUT},
    {"PlaceholderV2", kArgument, TDBG_READS_INPUT},
    {"PlaceholderWithDefault", kArgument},
    {"PreventGradient", kPassThrough, TDBG_PASSES_ON},
    {"Print", kNeverBad},
    {"PrintV2", kNeverBad},
    {"PyFunc", kCompute, TDBG_READS_INPUT},
    {"PyFuncStateless", kCompute, TDBG_READS_INPUT},
    {"QueueDequeueManyV2", kDataset, TDBG_READS_INPUT},
    {"QueueDequeueV2", kDataset, TDBG_READS_INPUT},
    {"Rank", kNeverBad},
    {"ReadFile", kDataset, TDBG_READS_INPUT},
    {"ReadVariableOp", kReadVariable, TDBG_READS_VARIABLE},
    {"Recv", kReceive},
    {"RefEnter", kPassThrough, TDBG_PASSES_ON},
    {"RefExit", kPassThrough, TDBG_PASSES_ON},
    {"RefIdentity", kPassThrough, TDBG_PASSES_ON},
    {"RefMerge", kPassThrough, TDBG_PASSES_ON},
    {"RefNextIteration", kPassThrough, TDBG_PASSES_ON},
    {"RefSwitch", kPassThrough, TDBG_PASSES_ON},
    {"RemoteCall", kCall},
    {"ResourceGather", kCompute, TDBG_READS_VARIABLE},
    {"ResourceGatherNd", kCompute, TDBG_READS_VARIABLE},
    {"RestoreV2", kDataset, TDBG_READS_INPUT},
    {"ScalarSummary", kNeverBad},
    {"Send", kSend},
    {"Shape", kNeverBad},
    {"ShapeN", kNeverBad},
    {"Size", kNeverBad},
    {"StatefulPartitionedCall", kCall},
    {"StatelessCase", kBranch},
    {"StatelessIf", kBranch},
    {"StatelessMultinomial", kNeverBad},
    {"StatelessWhile", kLoop},
    {"StopGradient", kPassThrough, TDBG_PASSES_ON},
    {"StringFormat", kNeverBad},
    {"Switch", kPassThrough, TDBG_PASSES_ON},
    {"TdbgProbe", kPassThrough, TDBG_PASSES_ON},
    {"TemporaryVariable", kReadVariable},
    {"TensorArrayConcatV3", kTakeOut},
    {"TensorArrayGatherV3", kTakeOut},
    {"TensorArrayReadV3", kTakeOut},
    {"TensorArrayScatterV3", kPutAway},
    {"TensorArraySplitV3", kPutAway},
    {"TensorArrayV3", kNeverBad},
    {"TensorArrayWriteV3", kPutAway},
    {"TensorListConcat", kTakeOut},
    {"TensorListConcatLists", kPutAway},
    {"TensorListConcatV2", kTakeOut},
    {"TensorListFromTensor", kPutAway},
    {"TensorListGather", kTakeOut},
    {"TensorListGetItem", kTakeOut},
    {"TensorListPopBack", kTakeOut},
    {"TensorListPushBack", kPutAway},
    {"TensorListPushBackBatch", kPutAway},
    {"TensorListReserve", kNeverBad},
    {"TensorListResize", kPutAway},
    {"TensorListScatter", kPutAway},
    {"TensorListScatterIntoExistingList", kPutAway},
    {"TensorListScatterV2", kPutAway},
    {"TensorListSetItem", kPutAway},
    {"TensorListSplit", kPutAway},
    {"TensorListStack", kTakeOut},
    {"UpperBound", kNeverBad},
    {"VarHandleOp", kReadVariable, TDBG_READS_VARIABLE},
    {"Variable", kReadVariable, TDBG_READS_VARIABLE},
    {"VariableV2", kReadVariable, TDBG_READS_VARIABLE},
    {"Where", kNeverBad},
    {"While", kLoop},
    {"_Arg", kArgument, TDBG_PASSES_ON},
    {"_DeviceArg", kArgument, TDBG_PASSES_ON},
    {"_DeviceRetval", kResult, TDBG_PASSES_ON},
    {"_EagerConst", kDataset, TDBG_READS_INPUT},
    {"_HostRecv", kReceive, TDBG_PASSES_ON},
    {"_HostSend", kSend},
    {"_If", kBranch},
    {"_ReadVariablesOp", kCompute, TDBG_READS_VARIABLE},
    {"_Recv", kReceive, TDBG_PASSES_ON},
    {"_Retval", kResult, TDBG_PASSES_ON},
    {"_Send", kSend},
    {"_SwitchN", kPassThrough, TDBG_PASSES_ON},
    {"_While", kLoop},
};
static_assert(std::ranges::is_sorted(kRoles, {}, &RoleRow::op_type));

const RoleRow* FindRole(std::string_view op_type) {
  const auto found = std::ranges::lower_bound(kRoles, op_type, {}, &RoleRow::op_type);
  return found != std::end(kRoles) && found->op_type == op_type ? &*found : nullptr;
}

}  // namespace

OpRole RoleOf(std::string_view op_type) {
  if (const RoleRow* row = FindRole(op_type)) return row->role;
  return Assigns(op_type) ? kAssign : kCompute;
}

bool DecidesByValue(std::string_view op_type) {
  // Sorted. Of what is never bad, the answers of these do not depend on numbers.
  constexpr std::string_view kOthers[] = {
      "AsString",
      "Assert",
      "EmptyTensorList",
      "HistogramSummary",
      "NoOp",
      "Print",
      "PrintV2",
      "Rank",
      "ScalarSummary",
      "Shape",
      "ShapeN",
      "Size",
      "StringFormat",
      "TensorArrayV3",
      "TensorListReserve",
  };
  static_assert(std::ranges::is_sorted(kOthers));
  return RoleOf(op_type) == kNeverBad && !std::ranges::binary_search(kOthers, op_type);
}

std::optional<bool> AnswerToBad(std::string_view op_type) {
  if (op_type == "IsFinite") return false;
  if (op_type == "IsNan" || op_type == "IsInf") return true;
  return std::nullopt;
}

uint32_t RecordedRoleOf(std::string_view op_type) {
  // What asks for bad values has no use for them.
  const bool asks = op_type == "IsFinite" || op_type == "IsInf" || op_type == "IsNan";
  if (DecidesByValue(op_type) && !asks) return TDBG_COMPARES;
  if (const RoleRow* row = FindRole(op_type)) return row->recorded;
  return op_type.starts_with("Collective") ? TDBG_READS_INPUT : TDBG_COMPUTES;
}

}  // namespace tdbg::frameworks::tensorflow
