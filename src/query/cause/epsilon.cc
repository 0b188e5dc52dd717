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

// The number that the text begins with; nullopt where it goes on as an expression.
std::optional<std::string_view> NumberAlone(std::string_view text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return std::nullopt;
  const auto length = static_cast<size_t>(end - text.data());
  const size_t behind = text.find_first_not_of(' ', length);
  const bool alone = behind == text.npos || text[behind] == ',' || text[behind] == ')' ||
                     text[behind] == ';' || text[behind] == '#';
  return alone ? std::optional(text.substr(0, length)) : std::nullopt;
}

// What a line gives to a name: "1e-8" of "eps = 1e-8" and "def f(x, eps=1e-8):"; "" where that is
// no number; nullopt where the line gives the name nothing.
std::optional<std::string_view> GivenTo(std::string_view name, std::string_view line) {
  for (size_t at = line.find(name); at != line.npos; at = line.find(name, at + 1)) {
    if (at > 0 && IsOfName(line[at - 1])) continue;
    const size_t equals = line.find_first_not_of(' ', at + name.size());
    if (equals == line.npos || line[equals] != '=') continue;
    if (equals + 1 < line.size() && line[equals + 1] == '=') continue;
    const size_t value = line.find_first_not_of(' ', equals + 1);
    if (value == line.npos) return "";
    return NumberAlone(line.substr(value)).value_or("");
  }
  return std::nullopt;
}

// nullopt where the source gives it none, or several.
std::optional<std::string_view> NumberOf(std::string_view name,
                                         std::span<const std::string> source) {
  std::optional<std::string_view> number;
  for (const std::string& line : source) {
    const auto given = GivenTo(name, line);
    if (!given) continue;
    if (given->empty() || (number && *number != *given)) return std::nullopt;
    number = given;
  }
  return number;
}

}  // namespace

std::string WithNumbers(std::string_view line, std::span<const std::string> source) {
  std::string text;
  for (size_t at = 0; at < line.size();) {
    size_t end = at;
    while (end < line.size() && IsOfName(line[end])) ++end;
    const std::string_view word = line.substr(at, std::max<size_t>(end - at, 1));
    const bool is_name = end > at && std::isdigit(static_cast<unsigned char>(word[0])) == 0;
    const size_t behind = line.find_first_not_of(' ', at + word.size());
    // "name=…" gives a name, "name(…)" calls a function.
    const bool stands_for_number =
        is_name && (behind == line.npos || (line[behind] != '(' && line[behind] != '='));
    const auto number = stands_for_number ? NumberOf(word, source) : std::nullopt;
    text += number.value_or(word);
    at += word.size();
  }
  return text;
}

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

std::optional<std::string> LostFromOne(std::string_view text, tensor::DType dtype) {
  const auto limits = LimitsOf(dtype);
  if (!limits) return std::nullopt;
  const std::vector<Literal> literals = LiteralsIn(text);
  for (size_t i = 1; i < literals.size(); ++i) {
    const Literal& one = literals[i - 1];
    const Literal& small = literals[i];
    const std::string_view between = text.substr(one.end, small.begin - one.end);
    const bool taken = one.number == 1 && between.find_first_not_of(" -") == between.npos &&
                       one.behind == '-' && small.behind != '*' && small.behind != '/';
    // The step from 1 to the number below is 2^-digits; half of it is rounded away.
    if (!taken || !IsSmall(small) || small.number > std::ldexp(0.5, -limits->digits)) continue;
    const std::string epsilon = BriefNumber(small.number);
    return epsilon + " is lost: 1 − " + epsilon + " is 1 in " +
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
