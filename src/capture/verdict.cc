#include "capture/verdict.h"

#include "capture/statistics.h"
#include "tensor/finite_check.h"

namespace tdbg::capture {

namespace {

int64_t NumElements(const tdbg_tensor& tensor) {
  int64_t elements = 1;
  for (uint32_t axis = 0; axis < tensor.rank; ++axis) {
    if (tensor.dims[axis] < 0 || __builtin_mul_overflow(elements, tensor.dims[axis], &elements)) {
      return -1;
    }
  }
  return elements;
}

}  // namespace

Inputs CheckInput(const tdbg_op_run& run, uint32_t index, const void** data) {
  tdbg_tensor input = {};
  if (run.input == nullptr || run.input(run.context, index, &input) != 0) return Inputs::kUnknown;
  if (data != nullptr) *data = input.data;
  const tensor::DType dtype = DTypeOf(input);
  if (!tensor::MayBeBad(dtype)) return Inputs::kClean;
  const int64_t elements = NumElements(input);
  if (!IsReadable(input, elements)) return Inputs::kUnknown;
  return tensor::AnyBad(dtype, input.data, elements) ? Inputs::kBad : Inputs::kClean;
}

Inputs CheckInputs(const tdbg_op_run& run) {
  Inputs all = Inputs::kClean;
  for (uint32_t i = 0; i < run.input_count; ++i) {
    const Inputs one = CheckInput(run, i);
    if (one == Inputs::kBad) return one;
    if (one == Inputs::kUnknown) all = one;
  }
  return all;
}

uint32_t RoleFromOutside(const tdbg_op_run& run) {
  if (run.input_role == nullptr) return TDBG_COMPUTES;
  for (uint32_t i = 0; i < run.input_count; ++i) {
    if (CheckInput(run, i) != Inputs::kBad) continue;
    const uint32_t role = run.input_role(run.context, i);
    if (role != TDBG_COMPUTES) return role;
  }
  return TDBG_COMPUTES;
}

Judgement Judge(uint32_t role, bool calls, Inputs inputs, Before before) {
  switch (role) {
    case TDBG_READS_INPUT:
      // Bad data may come from further up the pipeline: from another dataset, or from a function
      // that the pipeline calls.
      if (inputs == Inputs::kBad || before.seen || (calls && before.birth_elsewhere)) {
        return {Verdict::kInherited, Source::kUnknown};
      }
      return {Verdict::kOrigin, Source::kInput};
    case TDBG_READS_CONSTANT:
      return {Verdict::kOrigin, Source::kConstant};
    case TDBG_READS_VARIABLE:
      if (before.birth_in_run) return {Verdict::kInherited, Source::kUnknown};
      return {Verdict::kOrigin, Source::kVariable};
    case TDBG_PASSES_ON:
      return {Verdict::kInherited, Source::kUnknown};
    default:
      break;
  }
  const bool inherited = inputs == Inputs::kBad || (calls && before.seen) ||
                         (inputs == Inputs::kUnknown && before.bad_in_execution);
  if (inherited) return {Verdict::kInherited, Source::kUnknown};
  return {Verdict::kOrigin, Source::kOp};
}

Judgement JudgeOutside(uint32_t role) {
  return {Verdict::kOrigin, role == TDBG_READS_CONSTANT ? Source::kConstant : Source::kInput};
}

}  // namespace tdbg::capture
