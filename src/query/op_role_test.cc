#include "query/op_role.h"

#include <gtest/gtest.h>

namespace tdbg::query {
namespace {

TEST(OpRole, KnowsTheOpsThatMoveValues) {
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

}  // namespace
}  // namespace tdbg::query
