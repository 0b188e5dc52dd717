#include "session/fed_tensor.h"

#include <gtest/gtest.h>

namespace tdbg::session {
namespace {

TEST(FedTensorTest, TheProgramsNameIsInside) {
  const auto fed = FedTensorOf("_arg_input/x-input_0_3");
  ASSERT_TRUE(fed.has_value());
  EXPECT_EQ(fed->op, "input/x-input");
  EXPECT_EQ(fed->Name(), "input/x-input:0");
}

// A name that ends like another, or goes on with a number, is another name.
TEST(FedTensorTest, SimilarNamesStayApart) {
  EXPECT_EQ(FedTensorOf("_arg_a_x_0_0")->Name(), "a_x:0");
  EXPECT_EQ(FedTensorOf("_arg_x_1_0_2")->Name(), "x_1:0");
}

TEST(FedTensorTest, OtherOpsAreNone) {
  for (const char* name :
       {"", "_arg_", "_arg_x", "_arg_x_0", "_arg__0_0", "arg_x_0_0", "_arg_x_0_"}) {
    EXPECT_FALSE(FedTensorOf(name).has_value()) << name;
  }
}

}  // namespace
}  // namespace tdbg::session
