#include "view/commands/source_lines.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace tdbg::view {

using session::RunView;
using session::SourceIndex;

std::string SourceText(std::string_view text) {
  constexpr size_t kTab = 8;
  std::string plain;
  for (const char c : text) {
    if (c == '\t') {
      plain.append(kTab - plain.size() % kTab, ' ');
    } else if (c != '\r') {
      plain += c;
    }
  }
  return plain;
}

const char* VerdictMark(Verdict verdict) {
  switch (verdict) {
    case Verdict::kOrigin:
      return "●";
    case Verdict::kInherited:
      return "○";
    case Verdict::kMasked:
      return "⊘";
    case Verdict::kHandled:
      return "⊙";
    case Verdict::kUnknown:
      break;
  }
  return "";
}

Style VerdictStyle(Verdict verdict) {
  return verdict == Verdict::kOrigin      ? Style::kError
         : verdict == Verdict::kInherited ? Style::kWarning
                                          : Style::kFaint;
}

LineMark MarkOf(RunView& run, const SourceIndex::File& file, int32_t line) {
  const auto made = file.lines.find(line);
  if (made == file.lines.end()) return {};
  std::optional<Verdict> worst;
  const auto note = [&](std::optional<Verdict> verdict) {
    if (verdict && (!worst || *verdict < *worst)) worst = verdict;
  };
  for (const store::StackId stack : made->second) {
    const auto own = query::UserLine(run.run(), stack);
    if (!own || own->file != file.path || own->line != line) continue;
    for (const store::OpId op : run.sources().Ops(stack)) note(run.WorstOf(op));
    for (const store::ExecutionId id : run.sources().Executions(stack)) note(run.WorstOf(id));
  }
  if (!worst) return {};
  return {VerdictMark(*worst), VerdictStyle(*worst)};
}

void SaySource(Document& document, RunView& run, const SourceIndex::File& file,
               const std::vector<std::string>& lines, int32_t first, int32_t last,
               int32_t current) {
  first = std::max(first, 1);
  last = std::min(last, static_cast<int32_t>(lines.size()));
  const size_t width = std::to_string(last).size();
  for (int32_t at = first; at <= last; ++at) {
    const std::string number = std::to_string(at);
    LineMark mark = MarkOf(run, file, at);
    Line line;
    line.Add(at == current ? "▶ " : "  ", Style::kStrong);
    line.Add(std::string(width - number.size(), ' ') + number, Style::kLineNumber);
    const std::string text = SourceText(lines[static_cast<size_t>(at) - 1]);
    if (!mark.text.empty() || !text.empty()) {
      line.Add(" ").Add(mark.text.empty() ? " " : mark.text, mark.style).Add(" " + text);
    }
    document.Say(std::move(line));
  }
}

SourcePlace ParseSourcePlace(std::string_view text) {
  SourcePlace place{std::string(text)};
  const size_t colon = text.rfind(':');
  const std::string_view digits = colon == text.npos ? text : text.substr(colon + 1);
  int32_t line = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), line);
  if (error != std::errc() || end != digits.data() + digits.size()) return place;
  place.path = colon == text.npos ? "" : text.substr(0, colon);
  place.line = line;
  return place;
}

}  // namespace tdbg::view
