#include <charconv>

#include "query/cause/pattern_rules.h"

namespace tdbg::query {
namespace {

using frameworks::Calculation;

// The N of "… is not in [0, N)", which is how a framework words it; nullopt in other messages.
std::optional<double> EndOfRange(std::string_view message) {
  constexpr std::string_view kRange = "[0, ";
  const size_t at = message.find(kRange);
  if (at == message.npos) return std::nullopt;
  int64_t end = 0;
  const char* first = message.data() + at + kRange.size();
  const auto [last, error] = std::from_chars(first, message.data() + message.size(), end);
  const bool closed = error == std::errc() && last != message.data() + message.size();
  return closed && *last == ')' ? std::optional<double>(static_cast<double>(end)) : std::nullopt;
}

// The first element below 0 or not below `end`.
std::optional<int64_t> FirstOutside(const KnownTensor& numbers, double end) {
  const int64_t count = numbers.num_elements().value_or(0);
  for (int64_t i = 0; i < count; ++i) {
    const auto number = numbers.At(i);
    if (number && (*number < 0 || *number >= end)) return i;
  }
  return std::nullopt;
}

std::optional<NamedCause> OutOfRange(const TracedOp& op, Pattern pattern,
                                     std::optional<double> end) {
  const KnownTensor* numbers = op.op().input(1);
  if (!end || numbers == nullptr) return std::nullopt;
  const auto outside = FirstOutside(*numbers, *end);
  if (!outside) return std::nullopt;
  if (IsCastOfNoInteger(op.MakerOf(1, outside, {}))) return NamedCause{Pattern::kCastToInt, ""};
  return NamedCause{pattern, ""};
}

}  // namespace

std::optional<NamedCause> NameFailure(const TracedOp& op, std::string_view message) {
  const KnownTensor* second = op.op().input(1);
  switch (op.calculation()) {
    case Calculation::kGather:
      return OutOfRange(op, Pattern::kIndexOutOfRange, EndOfRange(message));
    case Calculation::kClassLoss:
      return OutOfRange(op, Pattern::kLabelOutOfRange, EndOfRange(message));
    case Calculation::kDivide:
    case Calculation::kModulo:
      if (second == nullptr || !second->Find(0)) return std::nullopt;
      return NamedCause{Pattern::kDivisionByZero, ""};
    // Other failures of these are mistakes in shapes, which have no name.
    case Calculation::kInverse:
      if (message.find("invertible") == message.npos) return std::nullopt;
      return NamedCause{Pattern::kSingularMatrix, ""};
    case Calculation::kCholesky:
      if (message.find("not successful") == message.npos) return std::nullopt;
      return NamedCause{Pattern::kNotPositiveDefinite, ""};
    default:
      return std::nullopt;
  }
}

}  // namespace tdbg::query
