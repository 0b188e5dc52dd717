#include "frameworks/tensorflow/written_names.h"

#include "frameworks/calculation.h"
#include "frameworks/tensorflow/calculations.h"
#include "frameworks/tensorflow/op_names.h"

namespace tdbg::frameworks::tensorflow {
namespace {

constexpr std::string_view kComposition = "/unary_ops_composition";

// In "loss/ArithmeticOptimizer/AddOpsRewrite_add_1" the op was "loss/add_1".
constexpr std::string_view kOptimizers[] = {"ArithmeticOptimizer/", "ConstantFolding/"};

// The part of `name` behind the scope of an optimiser begins with the name of the rewrite and may
// end with what the new op is for: each part between underscores may be the op's.
void AddPartsOf(std::string_view scope, std::string_view name, std::vector<std::string>& names) {
  for (size_t begin = 0; begin != name.npos;) {
    for (size_t end = name.size(); end != name.npos && end > begin;
         end = name.rfind('_', end - 1)) {
      names.push_back(std::string(scope) + std::string(name.substr(begin, end - begin)));
    }
    const size_t next = name.find('_', begin);
    begin = next == name.npos ? next : next + 1;
  }
}

}  // namespace

std::vector<std::string> NamesAsWritten(std::string_view op) {
  std::vector<std::string> names;
  if (op.ends_with(kComposition)) {
    names.emplace_back(op.substr(0, op.size() - kComposition.size()));
    return names;
  }
  for (const std::string_view optimizer : kOptimizers) {
    const size_t at = op.find(optimizer);
    if (at == op.npos || (at > 0 && op[at - 1] != '/')) continue;
    AddPartsOf(op.substr(0, at), op.substr(at + optimizer.size()), names);
    return names;
  }
  // Where one op is taken apart, its parts are named as if they were in a scope of its name.
  if (const size_t slash = op.rfind('/'); slash != op.npos && slash > 0) {
    names.emplace_back(op.substr(0, slash));
  }
  return names;
}

bool IsFusedAs(std::string_view written_type, std::string_view fused_type) {
  // Later versions of an op are fused under its first name.
  written_type = PlainType(written_type);
  fused_type = PlainType(fused_type);
  if (written_type.starts_with(fused_type)) {
    const std::string_view rest = written_type.substr(fused_type.size());
    if (rest.empty() || rest[0] == 'V') return true;
  }
  const Calculation calculation = CalculationOf(written_type);
  return calculation != Calculation::kOther && calculation == CalculationOf(fused_type) &&
         (calculation == Calculation::kAdd || calculation == Calculation::kReciprocal);
}

}  // namespace tdbg::frameworks::tensorflow
