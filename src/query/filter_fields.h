// What a tensor filter can ask of one tensor event.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace tdbg::query {

enum class Field : uint8_t {
  kName,
  kNode,
  kOp,
  kGraph,
  kDType,
  kDevice,
  kHost,
  kShape,
  kRank,
  kElements,
  kSize,
  kSlot,
  kStep,
  kExecution,
  kThread,
  kTime,
  kNan,
  kInf,
  kPosInf,
  kNegInf,
  kBad,
  kZero,
  kNegative,
  kPositive,
  kSubnormal,
  kMin,
  kMax,
  kMean,
  kStd,
  kVar,
  kL2,
  kHasInfOrNan,
  kVerdict,
};

enum class FieldType : uint8_t { kText, kNumber, kShape, kCondition };

struct FilterField {
  std::string_view name;
  std::string_view summary;  // one line
  Field field;
  FieldType type;
  bool recorded;  // lies with the tensor: the recording has to be read to know it
};

// All of them, in the order help shows them.
std::span<const FilterField> FilterFields();

// Null where there is none of this name.
const FilterField* FindField(std::string_view name);
const FilterField& InfoOf(Field field);

}  // namespace tdbg::query
