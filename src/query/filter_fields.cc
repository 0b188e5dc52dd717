#include "query/filter_fields.h"

#include <algorithm>

#include "base/check.h"

namespace tdbg::query {
namespace {

using Type = FieldType;

// In the order of the enumeration.
constexpr FilterField kFields[] = {
    {"name", "the tensor's name, graph::op:slot", Field::kName, Type::kText, false},
    {"node", "the name of its op", Field::kNode, Type::kText, false},
    {"op", "the type of its op, such as \"MatMul\"", Field::kOp, Type::kText, false},
    {"graph", "the name of its graph", Field::kGraph, Type::kText, false},
    {"dtype", "its dtype, \"float32\" or \"f32\"", Field::kDType, Type::kText, false},
    {"device", "where it was computed", Field::kDevice, Type::kText, false},
    {"host", "the machine it was computed on", Field::kHost, Type::kText, false},
    {"shape", "its shape, as in shape == [2, 3] or shape[0] > 1", Field::kShape, Type::kShape,
     true},
    {"rank", "how many axes it has", Field::kRank, Type::kNumber, true},
    {"elements", "how many elements it has", Field::kElements, Type::kNumber, true},
    {"size", "how many bytes were recorded of it", Field::kSize, Type::kNumber, false},
    {"slot", "which output of its op it is", Field::kSlot, Type::kNumber, false},
    {"step", "the step of training", Field::kStep, Type::kNumber, false},
    {"execution", "the number of the execution it belongs to", Field::kExecution, Type::kNumber,
     false},
    {"thread", "the number of the thread that computed it", Field::kThread, Type::kNumber, false},
    {"time", "seconds since the run began", Field::kTime, Type::kNumber, false},
    {"nan", "how many elements are NaN", Field::kNan, Type::kNumber, true},
    {"inf", "how many elements are infinite", Field::kInf, Type::kNumber, true},
    {"pos_inf", "how many elements are +inf", Field::kPosInf, Type::kNumber, true},
    {"neg_inf", "how many elements are -inf", Field::kNegInf, Type::kNumber, true},
    {"bad", "how many elements are NaN or infinite", Field::kBad, Type::kNumber, true},
    {"zero", "how many elements are zero", Field::kZero, Type::kNumber, true},
    {"negative", "how many elements are finite and below zero", Field::kNegative, Type::kNumber,
     true},
    {"positive", "how many elements are finite and above zero", Field::kPositive, Type::kNumber,
     true},
    {"subnormal", "how many elements are subnormal", Field::kSubnormal, Type::kNumber, true},
    {"min", "the smallest finite element", Field::kMin, Type::kNumber, true},
    {"max", "the largest finite element", Field::kMax, Type::kNumber, true},
    {"mean", "the mean of the finite elements", Field::kMean, Type::kNumber, true},
    {"std", "their standard deviation", Field::kStd, Type::kNumber, true},
    {"var", "their variance", Field::kVar, Type::kNumber, true},
    {"l2", "the root of the sum of their squares", Field::kL2, Type::kNumber, true},
    {"has_inf_or_nan", "whether it holds NaN or an infinity", Field::kHasInfOrNan, Type::kCondition,
     false},
    {"verdict", "of one that does: \"origin\", \"inherited\" or \"masked\"", Field::kVerdict,
     Type::kText, false},
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
