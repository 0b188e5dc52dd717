#include "session/allowed_births.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>

#include "query/source_line.h"
#include "session/alert_facts.h"

namespace tdbg::session {
namespace {

constexpr std::string_view kBlanks = " \t\r";

std::string_view Trimmed(std::string_view text) {
  const size_t begin = text.find_first_not_of(kBlanks);
  if (begin == text.npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

bool IsCommentAlone(std::string_view line) { return Trimmed(line).starts_with('#'); }

// NaN and an infinity may be in one tensor: both have to be allowed.
std::vector<std::string_view> KindsOf(const AlertFacts& facts) {
  if (facts.kind == BadKind::kError) return {"error"};
  std::vector<std::string_view> kinds;
  if (facts.digest.nan.value_or(0) > 0) kinds.push_back("nan");
  if (facts.digest.pos_inf.value_or(0) + facts.digest.neg_inf.value_or(0) > 0) {
    kinds.push_back("inf");
  }
  if (kinds.empty()) kinds = {"nan", "inf"};
  return kinds;
}

bool LineAllows(const store::Run& run, const query::SourceLine& line,
                const std::vector<std::string_view>& kinds) {
  const auto text = run.values->ReadSource(line.file_id);
  if (!text.ok() || line.line < 1 || static_cast<size_t>(line.line) > text->size()) return false;
  const auto at = static_cast<size_t>(line.line) - 1;
  return std::ranges::all_of(kinds, [&](std::string_view kind) {
    if (CommentAllows((*text)[at], kind)) return true;
    return at > 0 && IsCommentAlone((*text)[at - 1]) && CommentAllows((*text)[at - 1], kind);
  });
}

}  // namespace

Status AllowedBirths::Add(std::string_view text) {
  const Result<query::Filter> filter = query::Filter::Compile(text);
  if (!filter.ok()) {
    const std::string& message = filter.status().message();
    return InvalidArgument(message.substr(0, message.find('\n')));
  }
  filters_.push_back(*filter);
  return Status::Ok();
}

Status AllowedBirths::AddFile(const std::string& path) {
  std::ifstream file(path);
  if (!file) return Unreadable("cannot read " + path);
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    const std::string_view text = Trimmed(line);
    if (text.empty() || text.starts_with('#')) continue;
    if (const Status status = Add(text); !status.ok()) {
      return InvalidArgument(path + ":" + std::to_string(number) + ": " + status.message());
    }
  }
  return Status::Ok();
}

bool AllowedBirths::Cover(RunView& view, const query::Alert& alert) const {
  const bool filtered = std::ranges::any_of(filters_, [&](const query::Filter& filter) {
    return query::FilterMatcher(filter, view.run(), view.ContextFor(filter)).Matches(alert.event);
  });
  if (filtered) return true;
  const AlertFacts facts = Describe(view, alert);
  const std::vector<std::string_view> kinds = KindsOf(facts);
  if (facts.line && LineAllows(view.run(), *facts.line, kinds)) return true;
  return facts.forward && facts.forward->line &&
         LineAllows(view.run(), *facts.forward->line, kinds);
}

bool CommentAllows(std::string_view line, std::string_view kind) {
  constexpr std::string_view kMark = "tdbg: allow";
  const size_t comment = line.find('#');
  const size_t at = comment == line.npos ? line.npos : line.find(kMark, comment);
  if (at == line.npos) return false;
  std::string_view rest = line.substr(at + kMark.size());
  if (!rest.empty() && std::isalnum(static_cast<unsigned char>(rest.front())) != 0) return false;
  bool any = false;
  while (true) {
    const size_t begin = rest.find_first_not_of(" \t\r,");
    if (begin == rest.npos) return !any;
    rest.remove_prefix(begin);
    const std::string_view word = rest.substr(0, rest.find_first_of(" \t\r,"));
    if (word == kind) return true;
    // What follows the kinds is said to people.
    if (word != "nan" && word != "inf" && word != "error") return !any;
    any = true;
    rest.remove_prefix(word.size());
  }
}

std::string AllowFileOf(const std::string& folder) {
  namespace fs = std::filesystem;
  std::error_code unknown;
  fs::path at = fs::absolute(folder.empty() ? "." : folder, unknown).lexically_normal();
  if (unknown) return "";
  for (;; at = at.parent_path()) {
    const fs::path file = at / ".tdbg" / "allow";
    if (fs::is_regular_file(file, unknown)) return file;
    if (!at.has_relative_path()) return "";
  }
}

}  // namespace tdbg::session
