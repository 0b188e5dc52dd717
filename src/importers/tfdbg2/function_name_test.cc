#include "importers/tfdbg2/function_name.h"

#include <gtest/gtest.h>

namespace tdbg::importers::tfdbg2 {
namespace {

TEST(FunctionName, LeadsBackToTheGraph) {
  struct Case {
    std::string_view op_type, function, backward_graph;
  };
  for (const Case& c : {
           Case{"__inference_f_12", "f", ""},
           Case{"__inference_train_step_3_99", "train_step_3", ""},
           Case{"__forward_f_85", "f", ""},
           Case{"__inference___backward_f_30_86", "f", "__backward_f_30"},
           Case{"__inference_f", "f", ""},  // no number at the end
           Case{"__inference_12", "12", ""},
           Case{"__inference_", "", ""},
           Case{"MatMul", "", ""},
           Case{"", "", ""},
       }) {
    const FunctionName name = ParseFunctionName(c.op_type);
    EXPECT_EQ(name.function, c.function) << c.op_type;
    EXPECT_EQ(name.backward_graph, c.backward_graph) << c.op_type;
  }
}

}  // namespace
}  // namespace tdbg::importers::tfdbg2
