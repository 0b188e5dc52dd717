#include "vocabulary/detail.h"

#include "frameworks/tensorflow/debug_ops.h"

namespace tdbg {
namespace {

struct Words {
  Detail detail;
  const char* name;
  int tensorflow_mode;
  std::string_view debug_op;
};

constexpr Words kWords[] = {
    {Detail::kAuto, "auto", 0, ""},
    {Detail::kNoTensor, "no_tensor", 1, ""},
    {Detail::kCurtHealth, "curt_health", 2, ""},
    {Detail::kConciseHealth, "concise_health", 3, ""},
    {Detail::kFullHealth, "full_health", 4, ""},
    {Detail::kShape, "shape", 5, ""},
    {Detail::kFullTensor, "full_tensor", 7, frameworks::tensorflow::kDebugIdentity},
    {Detail::kReduceInfNan, "reduce_inf_nan_three_slots", 8, ""},
    {Detail::kNanCount, "nan_count", 0, frameworks::tensorflow::kDebugNanCount},
    {Detail::kNumericSummary, "numeric_summary", 0, frameworks::tensorflow::kDebugNumericSummary},
    {Detail::kUnknown, "", 0, ""},
};

const Words& WordsOf(Detail detail) {
  for (const Words& words : kWords) {
    if (words.detail == detail) return words;
  }
  return kWords[std::size(kWords) - 1];
}

}  // namespace

const char* DetailName(Detail detail) { return WordsOf(detail).name; }

Detail DetailNamed(std::string_view name) {
  for (const Words& words : kWords) {
    if (words.name == name) return words.detail;
  }
  return Detail::kUnknown;
}

std::span<const Detail> RecorderDetails() {
  static constexpr Detail kDetails[] = {
      Detail::kAuto,       Detail::kNoTensor, Detail::kCurtHealth, Detail::kConciseHealth,
      Detail::kFullHealth, Detail::kShape,    Detail::kFullTensor};
  return kDetails;
}

int TensorFlowMode(Detail detail) { return WordsOf(detail).tensorflow_mode; }

Detail DetailOfTensorFlowMode(int64_t mode) {
  for (const Words& words : kWords) {
    if (words.tensorflow_mode != 0 && words.tensorflow_mode == mode) return words.detail;
  }
  return Detail::kUnknown;
}

std::string_view DebugOpName(Detail detail) { return WordsOf(detail).debug_op; }

Detail DetailOfDebugOp(std::string_view debug_op) {
  if (debug_op.starts_with(frameworks::tensorflow::kDebugIdentity)) return Detail::kFullTensor;
  for (const Words& words : kWords) {
    if (!words.debug_op.empty() && words.debug_op == debug_op) return words.detail;
  }
  return Detail::kUnknown;
}

bool TellsMore(Detail one, Detail other) {
  // A shape says less than any health, though its number is higher.
  const auto rank = [](Detail detail) {
    if (detail == Detail::kNoTensor) return 0;
    return detail == Detail::kShape ? 1 : 1 + static_cast<int>(detail);
  };
  return rank(one) > rank(other);
}

}  // namespace tdbg
