#include "query/cause/epsilon.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <vector>

#include "query/float_limits.h"
#include "tensor/brief_number.h"

namespace tdbg::query {
namespace {

using tensor::BriefNumber;

constexpr double kLargest = 1e-3;  // nobody calls a larger number an epsilon

// A number written in the line, and the operators on both sides of it.
struct Literal {
  double number = 0;
  char before = ' ';
  char behind = ' ';
  size_t begin = 0;
  size_t end = 0;
};

bool IsOfName(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
}

std::vector<Literal> LiteralsIn(std::string_view text) {
  std::vector<Literal> literals;
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '#') break;
    const bool begins = std::isdigit(static_cast<unsigned char>(text[at])) != 0 &&
                        (at == 0 || !IsOfName(text[at - 1]));
    if (!begins) continue;
    Literal literal;
    literal.begin = at;
    const auto [end, error] =
        std::from_chars(text.data() + at, text.data() + text.size(), literal.number);
    literal.end = static_cast<size_t>(end - text.data());
    if (error != std::errc()) continue;
    if (literal.end < text.size() && IsOfName(text[literal.end])) continue;  // part of a name
    const size_t before = at == 0 ? text.npos : text.find_last_not_of(' ', at - 1);
    const size_t behind = text.find_first_not_of(' ', literal.end);
    if (before != text.npos) literal.before = text[before];
    if (behind != text.npos) literal.behind = text[behind];
    literals.push_back(literal);
    at = literal.end - 1;
  }
  return literals;
}

bool IsSmall(const Literal& literal) { return literal.number > 0 && literal.number <= kLargest; }

// Whether only a "+" stands between two literals that follow one another.
bool AreAdded(std::string_view text, const Literal& left, const Literal& right) {
  const std::string_view between = text.substr(left.end, right.begin - left.end);
  const bool only_plus = between.find_first_not_of(" +") == between.npos && left.behind == '+';
  const bool binds_stronger =
      left.before == '*' || left.before == '/' || right.behind == '*' || right.behind == '/';
  return only_plus && left.before != '-' && !binds_stronger;
}

}  // namespace

bool TakesFromOne(std::string_view text) {
  const std::vector<Literal> literals = LiteralsIn(text);
  return std::ranges::any_of(literals, [](const Literal& literal) {
    return literal.number == 1 && literal.behind == '-' && literal.before != '*' &&
           literal.before != '/';
  });
}

std::optional<std::string> LostToOne(std::string_view text, tensor::DType dtype) {
  const auto limits = LimitsOf(dtype);
  if (!limits) return std::nullopt;
  const std::vector<Literal> literals = LiteralsIn(text);
  for (size_t i = 1; i < literals.size(); ++i) {
    const Literal& left = literals[i - 1];
    const Literal& right = literals[i];
    if (!AreAdded(text, left, right)) continue;
    const bool first = left.number != 1;
    const Literal& small = first ? left : right;
    if ((first ? right : left).number != 1 || !IsSmall(small)) continue;
    // The step from 1 to the next number is 2^(1 - digits); half of it is rounded away.
    if (small.number > std::ldexp(1.0, -limits->digits)) continue;
    const std::string epsilon = BriefNumber(small.number);
    return epsilon + " is lost: 1 + " + epsilon + " is 1 in " +
           std::string(tensor::Info(dtype).short_name) + ".";
  }
  return std::nullopt;
}

std::optional<std::string> LostToZero(std::string_view text, tensor::DType dtype) {
  const auto limits = LimitsOf(dtype);
  if (!limits) return std::nullopt;
  for (const Literal& literal : LiteralsIn(text)) {
    const bool added = literal.before == '+' || (literal.behind == '+' && literal.before != '-');
    const bool bound = literal.before == ',' && text.find("max") < literal.begin;
    if (!IsSmall(literal) || (!added && !bound) || literal.number > limits->smallest / 2) continue;
    return BriefNumber(literal.number) + " is lost: it is 0 in " +
           std::string(tensor::Info(dtype).short_name) + ", whose smallest number is " +
           BriefNumber(limits->smallest) + ".";
  }
  return std::nullopt;
}

}  // namespace tdbg::query
