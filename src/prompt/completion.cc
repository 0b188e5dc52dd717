#include "prompt/completion.h"

#include <algorithm>

#include "base/glyph.h"
#include "base/printable.h"
#include "prompt/ansi.h"

namespace tdbg::prompt {
namespace {

constexpr size_t kGap = 2;
// Widths are taken from so many candidates only: a list of a million must not be felt.
constexpr size_t kMostMeasured = 4096;

size_t WidestText(const std::vector<view::Candidate>& candidates) {
  size_t widest = 1;
  const size_t count = std::min(candidates.size(), kMostMeasured);
  for (size_t i = 0; i < count; ++i) {
    widest = std::max(widest, DisplayColumns(candidates[i].text));
  }
  return widest;
}

std::string Cell(const view::Candidate& candidate, size_t columns, bool is_chosen) {
  const std::string text = Padded(Cut(Cleaned(candidate.text), 0, columns), columns);
  return is_chosen ? Styled(view::Style::kHighlight, text) : text;
}

std::vector<std::string> WithDescriptions(const std::vector<view::Candidate>& candidates,
                                          size_t columns, std::optional<size_t> chosen,
                                          bool colour) {
  const size_t width = std::min(WidestText(candidates), columns);
  std::vector<std::string> rows;
  for (size_t i = 0; i < candidates.size(); ++i) {
    std::string row = Cell(candidates[i], width, chosen == i);
    if (width + kGap < columns) {
      const std::string text = Cut(Cleaned(candidates[i].description), 0, columns - width - kGap);
      row += std::string(kGap, ' ') + (colour ? Styled(view::Style::kFaint, text) : text);
    }
    rows.push_back(row);
  }
  return rows;
}

}  // namespace

std::string CommonPrefix(const std::vector<view::Candidate>& candidates) {
  if (candidates.empty()) return "";
  std::string_view prefix = candidates[0].text;
  for (const view::Candidate& candidate : candidates) {
    const auto [end, ignored] =
        std::mismatch(prefix.begin(), prefix.end(), candidate.text.begin(), candidate.text.end());
    prefix = prefix.substr(0, static_cast<size_t>(end - prefix.begin()));
  }
  size_t whole = 0;
  const std::string_view first = candidates[0].text;
  while (whole < prefix.size() && NextStop(first, whole) <= prefix.size()) {
    whole = NextStop(first, whole);
  }
  return std::string(first.substr(0, whole));
}

std::vector<std::string> ListRows(const std::vector<view::Candidate>& candidates, ScreenSize size,
                                  std::optional<size_t> chosen, bool colour) {
  if (candidates.empty() || size.rows == 0) return {};
  const bool described =
      std::any_of(candidates.begin(), candidates.end(),
                  [](const view::Candidate& c) { return !c.description.empty(); });
  if (described && candidates.size() <= size.rows) {
    return WithDescriptions(candidates, size.columns, chosen, colour);
  }
  const size_t width = std::min(WidestText(candidates), size.columns);
  const size_t across = std::max<size_t>(1, (size.columns + kGap) / (width + kGap));
  const bool all_fit = candidates.size() <= across * size.rows;
  if (!all_fit && size.rows == 1) return {"… " + std::to_string(candidates.size())};

  const size_t places = all_fit ? candidates.size() : across * (size.rows - 1);
  // Pages of a list that is too long turn as a whole.
  const size_t first = all_fit || !chosen ? 0 : *chosen / places * places;
  const size_t end = std::min(candidates.size(), first + places);
  const size_t down = (end - first + across - 1) / across;
  std::vector<std::string> rows(down);
  for (size_t i = first; i < end; ++i) {
    std::string& row = rows[(i - first) % down];
    if (!row.empty()) row.append(kGap, ' ');
    row += Cell(candidates[i], width, chosen == i);
  }
  if (!all_fit) {
    const std::string more = "… " + std::to_string(candidates.size() - (end - first)) + " more";
    rows.push_back(colour ? Styled(view::Style::kFaint, more) : more);
  }
  return rows;
}

}  // namespace tdbg::prompt
