#include "query/pole.h"

#include <algorithm>

#include "frameworks/op_types.h"

namespace tdbg::query {
namespace {

using frameworks::Calculation;
using store::EventId;

// Where the op reads 0 or what it is not defined for, if it makes anything bad of numbers that are
// not huge.
bool HasPolesAlone(Calculation calculation) {
  switch (calculation) {
    case Calculation::kLog:
    case Calculation::kLog1p:
    case Calculation::kXlogy:
    case Calculation::kSqrt:
    case Calculation::kRsqrt:
    case Calculation::kReciprocal:
    case Calculation::kPower:
    case Calculation::kModulo:
    case Calculation::kAcos:
    case Calculation::kAsin:
    case Calculation::kAcosh:
    case Calculation::kAtanh:
    case Calculation::kLgamma:
    case Calculation::kTan:
      return true;
    default:
      return false;
  }
}

// The input by which such an op divides.
std::optional<size_t> Divisor(Calculation calculation) {
  switch (calculation) {
    case Calculation::kDivide:
    case Calculation::kXdivy:
      return 1;
    case Calculation::kSqrtGradient:
      return 0;
    default:
      return std::nullopt;
  }
}

bool ReadsZero(const store::Run& run, EventId event, size_t input) {
  const auto operands = run.operands.find(event);
  if (operands == run.operands.end() || input >= operands->second.size()) return false;
  const EventId operand = operands->second[input];
  if (!operand.valid()) return false;
  const auto digest = run.values->ReadDigest(operand);
  return digest.ok() && digest->zero.value_or(0) > 0;
}

}  // namespace

bool IsAtPole(const store::Run& run, EventId event) {
  const store::OpId op = run.events.op[event];
  const StringId type =
      op.valid() ? run.graphs.op(op).type : run.executions[run.events.execution[event]].op_type;
  const Calculation calculation = frameworks::CalculationOf(run.strings[type]);
  if (HasPolesAlone(calculation)) return true;
  if (const auto divisor = Divisor(calculation)) return ReadsZero(run, event, *divisor);
  const auto written = run.written.find(op);
  if (written == run.written.end()) return false;
  return std::ranges::any_of(written->second.fused, [&](const store::FusedOp& member) {
    return HasPolesAlone(frameworks::CalculationOf(run.strings[member.type]));
  });
}

}  // namespace tdbg::query
