#include "base/near_names.h"

#include <algorithm>
#include <set>

#include "base/lower_case.h"

namespace tdbg {
namespace {

// Longer texts are compared by their parts only: the table below grows with the square.
constexpr size_t kLongest = 200;
constexpr size_t kFar = 1000;

// How many letters have to be changed, added, dropped or swapped with a neighbour to make one text
// of the other.
size_t Slips(std::string_view a, std::string_view b) {
  std::vector<size_t> before(b.size() + 1), last(b.size() + 1), now(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    now[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t differs = a[i - 1] == b[j - 1] ? 0 : 1;
      now[j] = std::min({last[j] + 1, now[j - 1] + 1, last[j - 1] + differs});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        now[j] = std::min(now[j], before[j - 2] + 1);
      }
    }
    before.swap(last);
    last.swap(now);
  }
  return last[b.size()];
}

size_t Distance(std::string_view typed, std::string_view candidate) {
  if (typed == candidate) return 0;
  if (typed.size() > kLongest || candidate.size() > kLongest) return kFar;
  const size_t allowed = 1 + typed.size() / 4;
  const size_t gap = typed.size() > candidate.size() ? typed.size() - candidate.size()
                                                     : candidate.size() - typed.size();
  if (gap <= allowed) {
    const size_t slips = Slips(typed, candidate);
    if (slips <= allowed && slips < typed.size()) return slips;
  }
  if (typed.size() < 3) return kFar;
  // The part that people remember: the end of a scoped name, or a piece of it.
  if (candidate.ends_with(typed)) return allowed + 1;
  return candidate.find(typed) != std::string_view::npos ? allowed + 2 : kFar;
}

}  // namespace

std::vector<std::string> NearNames(std::string_view typed, std::span<const std::string_view> known,
                                   size_t most) {
  const std::string lower = LowerCase(typed);
  std::set<std::pair<size_t, std::string>> near;
  for (const std::string_view candidate : known) {
    const size_t distance = Distance(lower, LowerCase(candidate));
    if (distance == kFar) continue;
    near.emplace(distance, candidate);
    if (near.size() > most) near.erase(std::prev(near.end()));
  }
  std::vector<std::string> names;
  for (const auto& [distance, name] : near) names.push_back(name);
  return names;
}

std::string DidYouMean(std::string_view typed, std::span<const std::string_view> known) {
  const std::vector<std::string> names = NearNames(typed, known);
  if (names.empty()) return "";
  std::string text = "; did you mean ";
  for (size_t i = 0; i < names.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == names.size() ? " or " : ", ") + names[i];
  }
  return text + "?";
}

}  // namespace tdbg
