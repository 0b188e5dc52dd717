#include "view/command_line.h"

#include <cctype>
#include <charconv>

namespace tdbg::view {
namespace {

bool IsBlank(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

std::string_view Trimmed(std::string_view text) {
  while (!text.empty() && IsBlank(text.front())) text.remove_prefix(1);
  while (!text.empty() && IsBlank(text.back())) text.remove_suffix(1);
  return text;
}

char Closing(char c) {
  switch (c) {
    case '\'':
    case '"':
    case '`':
      return c;
    case '[':
      return ']';
    case '(':
      return ')';
    default:
      return '\0';
  }
}

// The position just behind the character at `at`; behind the closing quote or bracket where that
// character opens one.
size_t Past(std::string_view text, size_t at) {
  const char close = Closing(text[at]);
  if (close == '\0') return at + 1;
  if (close == text[at]) {
    const size_t end = text.find(close, at + 1);
    return end == std::string_view::npos ? at + 1 : end + 1;
  }
  size_t depth = 1;
  for (size_t i = at + 1; i < text.size();) {
    if (text[i] == close && --depth == 0) return i + 1;
    if (text[i] == text[at]) ++depth;
    // Quotes inside brackets hide brackets; other brackets do not, so that each step is cheap.
    i = close != Closing(text[i]) && Closing(text[i]) == text[i] ? Past(text, i) : i + 1;
  }
  return at + 1;
}

std::vector<Word> SplitWords(std::string_view text) {
  std::vector<Word> words;
  for (size_t i = 0; i < text.size();) {
    if (IsBlank(text[i])) {
      ++i;
      continue;
    }
    Word word;
    word.begin = i;
    while (i < text.size() && !IsBlank(text[i])) i = Past(text, i);
    word.end = i;
    std::string_view inside = text.substr(word.begin, word.end - word.begin);
    const char first = inside.front();
    if (inside.size() > 1 && (first == '"' || first == '\'') && inside.back() == first &&
        Past(inside, 0) == inside.size()) {
      word.quoted = true;
      inside = inside.substr(1, inside.size() - 2);
    }
    word.text = inside;
    words.push_back(std::move(word));
  }
  return words;
}

bool IsNumber(std::string_view text) {
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

// The position of the ">" that leads to a file: the last one outside quotes and brackets that is
// not part of ">=" and does not end a graph's name, as in "<lambda>::x".
size_t FindRedirect(std::string_view text) {
  size_t found = std::string_view::npos;
  for (size_t i = 0; i < text.size();) {
    if (text[i] != '>') {
      i = Past(text, i);
      continue;
    }
    const size_t arrows = text.substr(i).starts_with(">>") ? 2 : 1;
    const std::string_view behind = text.substr(i + arrows);
    if (!behind.starts_with('=') && !behind.starts_with("::")) found = i;
    i += arrows;
  }
  return found;
}

}  // namespace

std::vector<std::string> SplitCommands(std::string_view line) {
  std::vector<std::string> commands;
  const auto add = [&](std::string_view part) {
    part = Trimmed(part);
    if (!part.empty() && part.front() != '#') commands.emplace_back(part);
  };
  const std::string_view whole = Trimmed(line);
  // A search takes all that follows: ";" may be what is looked for. A comment ends the line.
  if (whole.starts_with('/') || whole.starts_with('#')) {
    add(whole);
    return commands;
  }
  size_t begin = 0;
  for (size_t i = 0; i < line.size();) {
    if (line[i] == ';') {
      add(line.substr(begin, i - begin));
      begin = i + 1;
    }
    // "#" within a word belongs to a tensor's name.
    if (line[i] == '#' && i > 0 && IsBlank(line[i - 1])) {
      line = line.substr(0, i);
      break;
    }
    i = Past(line, i);
  }
  add(line.substr(begin));
  return commands;
}

Result<CommandLine> ParseCommandLine(std::string_view text) {
  CommandLine line;
  text = Trimmed(text);
  line.text = text;
  if (text == "-->" || text == "<--") {
    line.words.push_back({std::string(text), false, 0, text.size()});
    return line;
  }
  // "/regex" and "@1,2" need no blank behind the sign; nor does gdb's "x/8".
  const size_t sign = text.starts_with('/') || text.starts_with('@') || text.starts_with("x/");
  if (sign != 0) {
    line.words.push_back({std::string(text.substr(0, 1)), false, 0, 1});
    if (!text.starts_with("x/")) {
      const std::string_view rest = Trimmed(text.substr(1));
      if (!rest.empty()) line.words.push_back({std::string(rest), true, 1, text.size()});
      return line;
    }
  }
  std::string_view command = text;
  if (const size_t arrow = FindRedirect(text); arrow != std::string_view::npos) {
    const size_t arrows = text.substr(arrow).starts_with(">>") ? 2 : 1;
    const std::vector<Word> target = SplitWords(text.substr(arrow + arrows));
    if (target.empty()) return InvalidArgument("no file is named after >");
    if (target.size() == 1 && (target.front().quoted || !IsNumber(target.front().text))) {
      line.file = target.front().text;
      line.append = arrows == 2;
      command = Trimmed(text.substr(0, arrow));
      if (line.file.empty()) return InvalidArgument("no file is named after >");
    }
  }
  for (Word& word : SplitWords(command.substr(sign))) {
    word.begin += sign;
    word.end += sign;
    line.words.push_back(std::move(word));
  }
  return line;
}

}  // namespace tdbg::view
