#include "expr/near_names.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace tdbg::expr {
namespace {

constexpr size_t kLongest = 64;  // longer names are not compared

// Insertions, deletions, replacements and swaps of neighbours that lead from one to the other.
size_t EditDistance(std::string_view a, std::string_view b) {
  std::vector<size_t> before(b.size() + 1);
  std::vector<size_t> above(b.size() + 1);
  std::vector<size_t> row(b.size() + 1);
  std::iota(above.begin(), above.end(), size_t{0});
  for (size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], before[j - 2] + 1);
      }
    }
    std::swap(before, above);
    std::swap(above, row);
  }
  return above[b.size()];
}

}  // namespace

std::string DidYouMean(std::string_view name, std::span<const std::string_view> known) {
  if (name.size() > kLongest) return "";
  const size_t most = name.size() <= 2 ? 1 : name.size() <= 5 ? 2 : 3;
  std::vector<std::pair<size_t, std::string_view>> near;
  for (const std::string_view candidate : known) {
    const size_t difference = candidate.size() > name.size() ? candidate.size() - name.size()
                                                             : name.size() - candidate.size();
    if (difference > most) continue;
    const size_t distance = EditDistance(name, candidate);
    if (distance <= most && distance < name.size()) near.emplace_back(distance, candidate);
  }
  std::sort(near.begin(), near.end());
  // Only the nearest: a longer list would hide them.
  std::string text;
  for (size_t i = 0; i < near.size() && i < 3 && near[i].first == near[0].first; ++i) {
    text += (i == 0 ? "; did you mean '" : " or '") + std::string(near[i].second) + "'";
  }
  return text.empty() ? text : text + "?";
}

}  // namespace tdbg::expr
