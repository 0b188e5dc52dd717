#include "query/cause/cause.h"

#include "frameworks/op_types.h"
#include "query/cause/rules.h"
#include "tensor/brief_number.h"

namespace tdbg::query {
namespace {

using Rule = std::optional<Cause> (*)(const OpCase&);

constexpr Rule kBad[] = {ElementCause, SoftmaxCause, SumCause};
constexpr Rule kFinite[] = {ElementFinite, SoftmaxFinite, SumFinite};

template <size_t N>
std::optional<Cause> First(const Rule (&rules)[N], const OpCase& given) {
  OpCase op = given;
  op.op_type = frameworks::PlainType(given.op_type);
  for (const Rule rule : rules) {
    if (auto cause = rule(op)) return cause;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Cause> CauseOf(const OpCase& op) { return First(kBad, op); }

std::optional<Cause> CauseOfFinite(const OpCase& op) { return First(kFinite, op); }

std::string BeyondText(tensor::DType dtype, const FloatLimits& limits) {
  return "beyond the largest " + std::string(tensor::Info(dtype).short_name) + ", " +
         tensor::BriefNumber(limits.largest);
}

std::string BelowText(tensor::DType dtype, const FloatLimits& limits, double magnitude) {
  const bool normal = magnitude >= limits.smallest;  // flushed, but not too small in principle
  return "below the smallest " + std::string(normal ? "normal " : "") +
         std::string(tensor::Info(dtype).short_name) + ", " +
         tensor::BriefNumber(normal ? limits.smallest_normal : limits.smallest);
}

}  // namespace tdbg::query
