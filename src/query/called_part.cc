#include "query/called_part.h"

#include <algorithm>
#include <cctype>

namespace tdbg::query {
namespace {

bool IsWord(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

// The line with blanks in the place of texts, and without its comment.
std::string CodeOf(std::string_view line) {
  std::string code(line);
  char quote = '\0';
  for (size_t i = 0; i < code.size(); ++i) {
    const char c = code[i];
    if (quote != '\0') {
      if (c == quote) quote = '\0';
      if (c == '\\' && i + 1 < code.size()) code[i++] = ' ';
      code[i] = ' ';
    } else if (c == '"' || c == '\'') {
      quote = c;
      code[i] = ' ';
    } else if (c == '#') {
      code.resize(i);
    }
  }
  return code;
}

// Of the name that ends before `at`, with what it is a member of: "tf.math.log".
size_t BeginOfName(std::string_view code, size_t at) {
  while (at > 0 && (IsWord(code[at - 1]) || code[at - 1] == '.')) --at;
  return at;
}

// Behind the bracket that closes the one at `open`, or where the code ends.
size_t EndOfCall(std::string_view code, size_t open) {
  int depth = 0;
  for (size_t i = open; i < code.size(); ++i) {
    depth += code[i] == '(' ? 1 : code[i] == ')' ? -1 : 0;
    if (depth == 0) return i + 1;
  }
  return code.find_last_not_of(" \t\r") + 1;
}

// Whether what stands before `at` is a value, so that an operator there has two sides.
bool FollowsValue(std::string_view code, size_t at) {
  while (at > 0 && code[at - 1] == ' ') --at;
  return at > 0 && (IsWord(code[at - 1]) || code[at - 1] == ')' || code[at - 1] == ']');
}

bool IsOperatorAt(std::string_view code, size_t at, std::string_view sign) {
  if (code.substr(at, sign.size()) != sign) return false;
  // "*" is no part of "**", "/" none of "//".
  const char before = at > 0 ? code[at - 1] : ' ';
  const size_t end = at + sign.size();
  const char after = end < code.size() ? code[end] : ' ';
  return before != sign.back() && after != sign.back() && FollowsValue(code, at);
}

void AddCalls(std::string_view code, std::string_view name, std::vector<LinePart>& parts) {
  for (size_t at = code.find(name); at != code.npos; at = code.find(name, at + 1)) {
    if (at > 0 && IsWord(code[at - 1])) continue;
    parts.push_back({BeginOfName(code, at), EndOfCall(code, at + name.size() - 1)});
  }
}

void AddOperators(std::string_view code, std::string_view sign, std::vector<LinePart>& parts) {
  for (size_t at = 0; at < code.size(); ++at) {
    if (!IsOperatorAt(code, at, sign)) continue;
    parts.push_back({at, at + sign.size()});
    at += sign.size() - 1;
  }
}

// How many more brackets the line opens than it closes.
int Opened(std::string_view line) {
  int opened = 0;
  for (const char c : CodeOf(line)) {
    opened += c == '(' || c == '[' || c == '{' ? 1 : c == ')' || c == ']' || c == '}' ? -1 : 0;
  }
  return opened;
}

std::string_view WithoutBlanks(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

}  // namespace

SpelledParts PartsSpelled(std::string_view line, const std::vector<std::string>& spellings) {
  const std::string code = CodeOf(line);
  SpelledParts found;
  for (const std::string& spelling : spellings) {
    const std::string_view word = WithoutBlanks(spelling);
    if (word.empty()) continue;
    if (word.ends_with('(')) {
      AddCalls(code, word, found.parts);
      continue;
    }
    const size_t before = found.parts.size();
    AddOperators(code, word, found.parts);
    found.operators = found.operators || found.parts.size() > before;
  }
  // A call is made when all within its brackets is.
  std::ranges::sort(found.parts, [](const LinePart& a, const LinePart& b) {
    return a.end != b.end ? a.end < b.end : a.begin > b.begin;
  });
  const auto same = std::ranges::unique(found.parts);
  found.parts.erase(same.begin(), same.end());
  return found;
}

std::optional<LinePart> PartOf(const SpelledParts& spelled, size_t index, size_t count) {
  if (spelled.parts.size() == 1) return spelled.parts.front();
  if (spelled.operators || spelled.parts.size() != count || index >= count) return std::nullopt;
  return spelled.parts[index];
}

size_t LineThatMakes(const std::vector<std::string>& lines, size_t at,
                     const std::vector<std::string>& spellings) {
  constexpr size_t kLongestStatement = 60;
  if (at >= lines.size() || !PartsSpelled(lines[at], spellings).parts.empty()) return at;
  // The statement begins where most brackets are open that are not closed before the line: those of
  // statements before it are closed.
  size_t begin = at;
  int open = 0, most = 0;
  for (size_t line = at; line-- > 0 && at - line < kLongestStatement;) {
    open += Opened(lines[line]);
    if (open <= most) continue;
    most = open;
    begin = line;
  }
  size_t end = begin;
  open = 0;
  do {
    open += Opened(lines[end++]);
  } while (open > 0 && end < lines.size() && end - begin < kLongestStatement);
  size_t found = at;
  for (size_t line = begin; line < end; ++line) {
    if (PartsSpelled(lines[line], spellings).parts.empty()) continue;
    if (found != at) return at;
    found = line;
  }
  return found;
}

bool HasOtherCode(std::string_view line, const LinePart& part) {
  std::string code = CodeOf(line);
  for (size_t i = part.begin; i < part.end && i < code.size(); ++i) code[i] = ' ';
  return code.find_first_of("(+-*/%@[") != code.npos;
}

}  // namespace tdbg::query
