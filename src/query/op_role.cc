#include "query/op_role.h"

#include <unordered_map>

namespace tdbg::query {
namespace {

const std::unordered_map<std::string_view, OpRole>& Roles() {
  using enum OpRole;
  static const auto* roles = new std::unordered_map<std::string_view, OpRole>{
      {"Identity", kPassThrough},
      {"RefIdentity", kPassThrough},
      {"IdentityN", kPassThrough},
      {"Enter", kPassThrough},
      {"RefEnter", kPassThrough},
      {"Exit", kPassThrough},
      {"RefExit", kPassThrough},
      {"Merge", kPassThrough},
      {"RefMerge", kPassThrough},
      {"_SwitchN", kPassThrough},
      {"Switch", kPassThrough},
      {"RefSwitch", kPassThrough},
      {"NextIteration", kPassThrough},
      {"RefNextIteration", kPassThrough},
      {"LoopCond", kPassThrough},
      {"Placeholder", kArgument},
      {"PlaceholderV2", kArgument},
      {"PlaceholderWithDefault", kArgument},
      {"_Arg", kArgument},
      {"_DeviceArg", kArgument},
      {"IteratorGetNext", kDataset},
      {"IteratorGetNextSync", kDataset},
      {"IteratorGetNextAsOptional", kDataset},
      {"OptionalGetValue", kDataset},
      {"MultiDeviceIteratorGetNextFromShard", kDataset},
      {"Const", kConstant},
      {"HostConst", kConstant},
      {"GuaranteeConst", kConstant},
      {"ReadVariableOp", kReadVariable},
      {"VarHandleOp", kReadVariable},
      {"Variable", kReadVariable},
      {"VariableV2", kReadVariable},
      {"TemporaryVariable", kReadVariable},
      {"_Recv", kReceive},
      {"_HostRecv", kReceive},
      {"Recv", kReceive},
      {"_Send", kSend},
      {"_HostSend", kSend},
      {"Send", kSend},
      {"_Retval", kResult},
      {"_DeviceRetval", kResult},
      {"While", kLoop},
      {"StatelessWhile", kLoop},
      {"_While", kLoop},
      {"If", kBranch},
      {"StatelessIf", kBranch},
      {"_If", kBranch},
      {"Case", kBranch},
      {"StatelessCase", kBranch},
      {"PartitionedCall", kCall},
      {"StatefulPartitionedCall", kCall},
      {"RemoteCall", kCall},
      {"Greater", kNeverBad},
      {"GreaterEqual", kNeverBad},
      {"Less", kNeverBad},
      {"LessEqual", kNeverBad},
      {"Equal", kNeverBad},
      {"NotEqual", kNeverBad},
      {"ApproximateEqual", kNeverBad},
      {"IsNan", kNeverBad},
      {"IsInf", kNeverBad},
      {"IsFinite", kNeverBad},
      {"ArgMax", kNeverBad},
      {"ArgMin", kNeverBad},
      {"Shape", kNeverBad},
      {"ShapeN", kNeverBad},
      {"Size", kNeverBad},
      {"Rank", kNeverBad},
      {"InTopK", kNeverBad},
      {"InTopKV2", kNeverBad},
      {"Where", kNeverBad},
      {"Bucketize", kNeverBad},
      {"AsString", kNeverBad},
      {"StringFormat", kNeverBad},
      {"Assert", kNeverBad},
      {"Print", kNeverBad},
      {"PrintV2", kNeverBad},
      {"NoOp", kNeverBad},
      {"ScalarSummary", kNeverBad},
      {"HistogramSummary", kNeverBad},
  };
  return *roles;
}

// AssignSubVariableOp, ResourceApplyAdam, ResourceScatterAdd, ApplyGradientDescent, ScatterUpdate …
bool ChangesVariable(std::string_view op_type) {
  for (const std::string_view start : {"Assign", "ResourceApply", "ResourceSparseApply",
                                       "ResourceScatter", "Apply", "SparseApply", "Scatter"}) {
    if (op_type.starts_with(start)) return op_type != "ScatterNd";
  }
  return false;
}

}  // namespace

OpRole RoleOf(std::string_view op_type) {
  if (const auto it = Roles().find(op_type); it != Roles().end()) return it->second;
  if (ChangesVariable(op_type)) return OpRole::kAssign;
  return OpRole::kCompute;
}

bool StartsNextRound(std::string_view op_type) {
  return op_type == "NextIteration" || op_type == "RefNextIteration";
}

OpRole RoleOf(const store::Run& run, const store::Op& op) {
  const OpRole role = RoleOf(run.strings[op.type]);
  if (role != OpRole::kCompute) return role;
  switch (op.origin) {
    case store::ValueOrigin::kUnsaid:
      break;
    case store::ValueOrigin::kInput:
      return OpRole::kDataset;
    case store::ValueOrigin::kConstant:
      return OpRole::kConstant;
    case store::ValueOrigin::kVariable:
      return OpRole::kReadVariable;
    case store::ValueOrigin::kAlias:
      return OpRole::kPassThrough;
    case store::ValueOrigin::kAssigns:
      return OpRole::kAssign;
  }
  return role;
}

}  // namespace tdbg::query
