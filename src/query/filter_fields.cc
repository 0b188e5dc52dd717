#include "query/filter_fields.h"

#include <algorithm>

#include "base/check.h"

namespace tdbg::query {
namespace {

// In the order of the enumeration.
constexpr FilterField kFields[] = {
    {"name", "the tensor's name, graph::op:slot", Field::kName, FieldType::kText, false},
    {"node", "the name of its op", Field::kNode, FieldType::kText, false},
    {"op", "the type of its op, such as \"MatMul\"", Field::kOp, FieldType::kText, false},
    {"graph", "the name of its graph", Field::kGraph, FieldType::kText, false},
    {"dtype", "its dtype, \"float32\" or \"f32\"", Field::kDType, FieldType::kText, false},
    {"device", "where it was computed", Field::kDevice, FieldType::kText, false},
    {"host", "the machine it was computed on", Field::kHost, FieldType::kText, false},
    {"shape", "its shape, as in shape == [2, 3] or shape[0] > 1", Field::kShape, FieldType::kShape,
     true},
    {"rank", "how many axes it has", Field::kRank, FieldType::kNumber, true},
    {"elements", "how many elements it has", Field::kElements, FieldType::kNumber, true},
    {"size", "how many bytes were recorded of it", Field::kSize, FieldType::kNumber, false},
    {"slot", "which output of its op it is", Field::kSlot, FieldType::kNumber, false},
    {"step", "the step of training", Field::kStep, FieldType::kNumber, false},
    {"execution", "the number of the execution it belongs to", Field::kExecution,
     FieldType::kNumber, false},
    {"thread", "the number of the thread that computed it", Field::kThread, FieldType::kNumber,
     false},
    {"time", "seconds since the run began", Field::kTime, FieldType::kNumber, false},
    {"nan", "how many elements are NaN", Field::kNan, FieldType::kNumber, true},
    {"inf", "how many elements are infinite", Field::kInf, FieldType::kNumber, true},
    {"pos_inf", "how many elements are +inf", Field::kPosInf, FieldType::kNumber, true},
    {"neg_inf", "how many elements are -inf", Field::kNegInf, FieldType::kNumber, true},
    {"bad", "how many elements are NaN or infinite", Field::kBad, FieldType::kNumber, true},
    {"zero", "how many elements are zero", Field::kZero, FieldType::kNumber, true},
    {"negative", "how many elements are finite and below zero", Field::kNegative,
     FieldType::kNumber, true},
    {"positive", "how many elements are finite and above zero", Field::kPositive,
     FieldType::kNumber, true},
    {"subnormal", "how many elements are subnormal", Field::kSubnormal, FieldType::kNumber, true},
    {"min", "the smallest finite element", Field::kMin, FieldType::kNumber, true},
    {"max", "the largest finite element", Field::kMax, FieldType::kNumber, true},
    {"mean", "the mean of the finite elements", Field::kMean, FieldType::kNumber, true},
    {"std", "their standard deviation", Field::kStd, FieldType::kNumber, true},
    {"var", "their variance", Field::kVar, FieldType::kNumber, true},
    {"l2", "the root of the sum of their squares", Field::kL2, FieldType::kNumber, true},
    {"has_inf_or_nan", "whether it holds NaN or an infinity", Field::kHasInfOrNan,
     FieldType::kCondition, false},
    {"verdict", "of one that does: \"origin\", \"inherited\", \"masked\" or \"handled\"",
     Field::kVerdict, FieldType::kText, false},
};

}  // namespace

std::span<const FilterField> FilterFields() { return kFields; }

const FilterField* FindField(std::string_view name) {
  const auto* found = std::find_if(std::begin(kFields), std::end(kFields),
                                   [&](const FilterField& f) { return f.name == name; });
  return found == std::end(kFields) ? nullptr : found;
}

const FilterField& InfoOf(Field field) {
  const FilterField& info = kFields[static_cast<size_t>(field)];
  TDBG_DCHECK(info.field == field);
  return info;
}

}  // namespace tdbg::query
