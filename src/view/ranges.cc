#include "view/ranges.h"

#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <string>

namespace tdbg::view {
namespace {

Status Bad(std::string_view text) {
  return InvalidArgument("'" + std::string(text) +
                         "' is no range; expected [low, high], a list of those, or nan");
}

std::optional<double> ReadNumber(std::string_view word) {
  double sign = 1;
  if (!word.empty() && (word.front() == '-' || word.front() == '+')) {
    sign = word.front() == '-' ? -1 : 1;
    word.remove_prefix(1);
  }
  if (word == "inf") return sign * std::numeric_limits<double>::infinity();
  double number = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (error != std::errc() || end != word.data() + word.size() || word.empty()) {
    return std::nullopt;
  }
  return sign * number;
}

}  // namespace

bool Ranges::Holds(double number) const {
  if (std::isnan(number)) return nan;
  for (const Range& range : ranges) {
    if (range.low <= number && number <= range.high) return true;
  }
  return false;
}

Result<Ranges> ParseRanges(std::string_view text) {
  // Brackets only group what comes in pairs anyway, so it is enough that they are closed.
  Ranges result;
  std::vector<double> ends;
  int depth = 0;
  std::string word;
  const auto finish_word = [&]() -> bool {
    if (word.empty()) return true;
    if (word == "nan") {
      result.nan = true;
    } else if (const auto number = ReadNumber(word)) {
      ends.push_back(*number);
    } else {
      return false;
    }
    word.clear();
    return true;
  };
  for (const char c : text) {
    if (c != '[' && c != ']' && c != ',' && c != ' ') {
      word += c;
      continue;
    }
    if (!finish_word()) return Bad(text);
    depth += c == '[' ? 1 : c == ']' ? -1 : 0;
    if (depth < 0 || depth > 2) return Bad(text);
  }
  if (!finish_word() || depth != 0 || ends.size() % 2 != 0 || (ends.empty() && !result.nan)) {
    return Bad(text);
  }
  for (size_t i = 0; i < ends.size(); i += 2) {
    if (!(ends[i] <= ends[i + 1])) {
      return InvalidArgument("'" + std::string(text) + "': a range goes from low to high");
    }
    result.ranges.push_back({ends[i], ends[i + 1]});
  }
  return result;
}

}  // namespace tdbg::view
