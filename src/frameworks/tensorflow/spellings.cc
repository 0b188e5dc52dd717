#include "frameworks/tensorflow/spellings.h"

#include <cctype>

namespace tdbg::frameworks::tensorflow {
namespace {

struct Row {
  std::string_view type;
  std::vector<std::string> spellings;
};

// Those that are not written as they are called.
const std::vector<Row>& Irregular() {
  static const std::vector<Row>& rows = *new std::vector<Row>{
      {"Add", {" + ", "add(", "+"}},
      {"AddV2", {" + ", "add(", "+"}},
      {"BatchMatMulV2", {" @ ", "matmul(", "einsum("}},
      {"Div", {" / ", "divide(", "/"}},
      {"FloorMod", {" % ", "floormod(", "mod("}},
      {"MatMul", {" @ ", "matmul("}},
      {"Max", {"reduce_max(", "max("}},
      {"Mean", {"reduce_mean(", "mean("}},
      {"Min", {"reduce_min(", "min("}},
      {"Mul", {" * ", "multiply(", "*"}},
      {"Neg", {"negative(", "-"}},
      {"Pow", {"**", "pow("}},
      {"Prod", {"reduce_prod(", "prod("}},
      {"RealDiv", {" / ", "divide(", "/"}},
      {"SelectV2", {"where("}},
      {"Sub", {" - ", "subtract(", "-"}},
      {"Sum", {"reduce_sum(", "sum("}},
  };
  return rows;
}

// "LogSoftmax" is log_softmax, "Log1p" log1p, "MatMulV2" mat_mul_v2.
std::string SnakeCase(std::string_view type) {
  std::string name;
  for (size_t i = 0; i < type.size(); ++i) {
    const auto letter = static_cast<unsigned char>(type[i]);
    const bool begins = i > 0 && std::isupper(letter) != 0 &&
                        std::islower(static_cast<unsigned char>(type[i - 1])) != 0;
    if (begins) name += '_';
    name += static_cast<char>(std::tolower(letter));
  }
  return name;
}

}  // namespace

std::vector<std::string> Spellings(std::string_view op_type) {
  for (const Row& row : Irregular()) {
    if (row.type == op_type) return row.spellings;
  }
  return {SnakeCase(op_type) + "("};
}

}  // namespace tdbg::frameworks::tensorflow
