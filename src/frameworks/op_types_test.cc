#include "frameworks/op_types.h"

#include <algorithm>
#include <utility>

#include <gtest/gtest.h>

#include "frameworks/tensorflow/op_kinds.h"

namespace tdbg::frameworks {
namespace {

TEST(OpTypes, RolesOfOpsThatMoveValues) {
  using enum OpRole;
  const std::pair<std::string_view, OpRole> cases[] = {
      {"Log", kCompute},
      {"Identity", kPassThrough},
      {"Switch", kPassThrough},
      {"Placeholder", kArgument},
      {"_Arg", kArgument},
      {"IteratorGetNext", kDataset},
      {"Const", kConstant},
      {"ReadVariableOp", kReadVariable},
      {"VariableV2", kReadVariable},
      {"_Recv", kReceive},
      {"_Send", kSend},
      {"_Retval", kResult},
      {"StatelessWhile", kLoop},
      {"If", kBranch},
      {"StatefulPartitionedCall", kCall},
      {"AssignSubVariableOp", kAssign},
      {"ResourceApplyAdam", kAssign},
      {"ResourceScatterAdd", kAssign},
      {"ApplyGradientDescent", kAssign},
      {"ScatterUpdate", kAssign},
      // Names that only look like those that change a variable.
      {"ScatterNd", kCompute},
      {"identity", kCompute},
      {"", kCompute},
  };
  for (const auto& [type, role] : cases) EXPECT_EQ(RoleOf(type), role) << type;
}

TEST(OpTypes, VariantsComputeWhatTheirOpDoes) {
  EXPECT_EQ(CalculationOf("MatMul"), Calculation::kMatrixProduct);
  EXPECT_EQ(CalculationOf("_MklNativeFusedMatMul"), Calculation::kMatrixProduct);
  EXPECT_EQ(CalculationOf("_FusedConv2D"), Calculation::kOtherSums);
  EXPECT_EQ(CalculationOf("_MklSoftmax"), Calculation::kSoftmax);
  EXPECT_EQ(CalculationOf("MatMulGrad"), Calculation::kOther);
}

TEST(OpTypes, NamesThatOptimisersGive) {
  using Names = std::vector<std::string>;
  EXPECT_EQ(NamesAsWritten("loss/log/unary_ops_composition"), Names{"loss/log"});
  const Names names = NamesAsWritten("loss/ArithmeticOptimizer/AddOpsRewrite_add_1");
  EXPECT_NE(std::find(names.begin(), names.end(), "loss/add_1"), names.end());
  EXPECT_EQ(NamesAsWritten("norm/Rsqrt"), Names{"norm"});
  EXPECT_EQ(NamesAsWritten("Rsqrt"), Names());
}

TEST(OpTypes, WhatIsFusedHasTheTypeOfItsFirstVersion) {
  EXPECT_TRUE(IsFusedAs("FusedBatchNormV3", "FusedBatchNorm"));
  EXPECT_TRUE(IsFusedAs("AddV2", "BiasAdd"));
  EXPECT_FALSE(IsFusedAs("Log1p", "Log"));
}

TEST(OpTypes, FunctionsThatMakeGradients) {
  EXPECT_TRUE(MakesGradientOf("_LogGrad", "Log"));
  EXPECT_TRUE(MakesGradientOf("_XLogyGrad", "Xlogy"));
  EXPECT_TRUE(MakesGradientOf("_SelectGradV2", "SelectV2"));
  EXPECT_TRUE(MakesGradientOf("_SqrtGradGrad", "SqrtGrad"));
  EXPECT_FALSE(MakesGradientOf("_LogGrad", "Log1p"));
  EXPECT_FALSE(MakesGradientOf("_SqrtGrad", "SqrtGrad"));
}

TEST(OpTypes, InputsThatAreNumbers) {
  EXPECT_TRUE(IsValueInput("GatherV2", 0, 3));
  EXPECT_FALSE(IsValueInput("GatherV2", 1, 3));
  EXPECT_TRUE(IsValueInput("ConcatV2", 1, 3));
  EXPECT_FALSE(IsValueInput("ConcatV2", 2, 3));
  EXPECT_FALSE(IsValueInput("StatelessRandomUniformV2", 0, 4));
  EXPECT_TRUE(IsValueInput("Mul", 1, 2));
}

TEST(OpTypes, LoopsAndCallsByTheirNames) {
  EXPECT_EQ(NextIterationOfMerge("Merge_1/while/Merge_3"), "Merge_1/while/NextIteration_3");
  EXPECT_EQ(NextIterationOfMerge("while/Enter"), std::nullopt);
  EXPECT_TRUE(NamesCall("loss/StatefulPartitionedCall_1"));
  EXPECT_FALSE(NamesCall("loss/Log"));
}

// The recorder looks at less than a graph tells.
TEST(TensorFlow, RecordedRoles) {
  using tensorflow::KindOfOp;
  const std::pair<std::string_view, uint32_t> cases[] = {
      {"Identity", TDBG_PASSES_ON},
      {"LoopCond", TDBG_COMPUTES},
      {"_Arg", TDBG_PASSES_ON},
      {"_Recv", TDBG_PASSES_ON},
      {"Placeholder", TDBG_READS_INPUT},
      {"PlaceholderWithDefault", TDBG_COMPUTES},
      {"PyFunc", TDBG_READS_INPUT},
      {"CollectiveReduceV2", TDBG_READS_INPUT},
      {"Const", TDBG_READS_CONSTANT},
      {"GuaranteeConst", TDBG_COMPUTES},
      {"ReadVariableOp", TDBG_READS_VARIABLE},
      {"ResourceGather", TDBG_READS_VARIABLE},
      {"While", TDBG_COMPUTES},
      {"ResourceApplyAdam", TDBG_COMPUTES},
  };
  for (const auto& [type, role] : cases) EXPECT_EQ(KindOfOp(type).role, role) << type;
  EXPECT_TRUE(KindOfOp("While").calls);
  EXPECT_TRUE(KindOfOp("IteratorGetNext").calls);
  EXPECT_FALSE(KindOfOp("Log").calls);
  EXPECT_TRUE(KindOfOp("ResourceApplyAdam").assigns);
  EXPECT_TRUE(KindOfOp("_MklMul").may_give_birth);
  EXPECT_EQ(KindOfOp("_MklMul").growth, TDBG_GROWS_LIKE_PRODUCT);
}

}  // namespace
}  // namespace tdbg::frameworks
