#include "capture/pattern.h"

#include <string>
#include <utility>

#include "base/printable.h"

namespace tdbg::capture {
namespace {

using Bytes = std::bitset<256>;

constexpr size_t kMostInstructions = 4000;
constexpr int kDeepest = 50;

void AddRange(Bytes& bytes, uint8_t first, uint8_t last) {
  for (int byte = first; byte <= last; ++byte) bytes.set(static_cast<size_t>(byte));
}

// The class of "\d" and the like; false for a letter that names none.
bool ClassOf(char letter, Bytes* bytes) {
  const char lower = static_cast<char>(letter | 0x20);
  if (lower == 'd' || lower == 'w') AddRange(*bytes, '0', '9');
  if (lower == 'w') {
    AddRange(*bytes, 'a', 'z');
    AddRange(*bytes, 'A', 'Z');
    bytes->set('_');
  }
  if (lower == 's') {
    AddRange(*bytes, '\t', '\r');
    bytes->set(' ');
  }
  if (bytes->none()) return false;
  if (letter != lower) bytes->flip();
  return true;
}

bool IsLetterOrDigit(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

}  // namespace

// Recursive descent; code is made as it goes. Jumps are relative, so that a piece of code can be
// moved behind an instruction that is put before it.
class PatternParser {
 public:
  explicit PatternParser(std::string_view text) : text_(text) {}

  Result<Pattern> Parse() {
    TDBG_RETURN_IF_ERROR(ParseChoice(0));
    if (at_ < text_.size()) return Wrong("an unmatched ')'");
    return std::move(pattern_);
  }

 private:
  using Kind = Pattern::Instruction::Kind;

  std::vector<Pattern::Instruction>& code() { return pattern_.program_; }
  bool AtEnd() const { return at_ == text_.size(); }
  char Peek() const { return text_[at_]; }
  bool Take(char c) {
    if (AtEnd() || Peek() != c) return false;
    ++at_;
    return true;
  }

  Status Wrong(const std::string& what) const {
    return InvalidArgument("pattern '" + Printable(text_.substr(0, 200)) + "': " + what +
                           " at character " + std::to_string(at_ + 1));
  }

  void Insert(size_t at, Kind kind, size_t to) {
    code().insert(code().begin() + static_cast<ptrdiff_t>(at),
                  {.kind = kind, .to = static_cast<int32_t>(to), .bytes = {}});
  }
  void Append(Kind kind, int64_t to) {
    code().push_back({.kind = kind, .to = static_cast<int32_t>(to), .bytes = {}});
  }

  Status ParseChoice(int depth) {
    if (depth > kDeepest) return Wrong("too deep nesting");
    size_t start = code().size();
    TDBG_RETURN_IF_ERROR(ParseSequence(depth));
    std::vector<size_t> ends;  // of all branches but the last
    while (Take('|')) {
      Insert(start, Kind::kSplit, code().size() - start + 2);
      ends.push_back(code().size());
      Append(Kind::kJump, 0);
      start = code().size();
      TDBG_RETURN_IF_ERROR(ParseSequence(depth));
    }
    for (const size_t end : ends) code()[end].to = static_cast<int32_t>(code().size() - end);
    return Status::Ok();
  }

  Status ParseSequence(int depth) {
    while (!AtEnd() && Peek() != '|' && Peek() != ')') {
      const size_t start = code().size();
      TDBG_RETURN_IF_ERROR(ParseAtom(depth));
      TDBG_RETURN_IF_ERROR(ParseRepeat(start));
      if (code().size() > kMostInstructions) return Wrong("too long");
    }
    return Status::Ok();
  }

  Status ParseRepeat(size_t start) {
    const size_t length = code().size() - start;
    if (Take('*')) {
      Insert(start, Kind::kSplit, length + 2);
      Append(Kind::kJump, -static_cast<int64_t>(length) - 1);
    } else if (Take('+')) {
      Append(Kind::kSplit, -static_cast<int64_t>(length));
    } else if (Take('?')) {
      Insert(start, Kind::kSplit, length + 1);
    } else {
      return Status::Ok();
    }
    Take('?');  // lazy: finds no other texts
    if (!AtEnd() && (Peek() == '*' || Peek() == '+')) return Wrong("a repeated repeat");
    return Status::Ok();
  }

  Status ParseAtom(int depth) {
    const char c = Peek();
    switch (c) {
      case '(':
        ++at_;
        if (Take('?') && !Take(':')) return Wrong("'(?' other than '(?:' is not understood");
        TDBG_RETURN_IF_ERROR(ParseChoice(depth + 1));
        return Take(')') ? Status::Ok() : Wrong("a missing ')'");
      case '[':
        ++at_;
        return ParseSet();
      case '*':
      case '+':
      case '?':
        return Wrong("nothing to repeat");
      case '{':
        return Wrong("'{' is not understood (write '\\{' for the character)");
      case '^':
      case '$':
        ++at_;
        Append(c == '^' ? Kind::kBegin : Kind::kEnd, 0);
        return Status::Ok();
      default:
        break;
    }
    Bytes bytes;
    if (c == '.') {
      ++at_;
      bytes.set();
      bytes.reset('\n');
    } else {
      TDBG_RETURN_IF_ERROR(ParseByteOrClass(&bytes));
    }
    code().push_back({.kind = Kind::kBytes, .bytes = bytes});
    return Status::Ok();
  }

  // One character, or what a backslash makes of it.
  Status ParseByteOrClass(Bytes* bytes) {
    char c = text_[at_++];
    if (c == '\\') {
      if (AtEnd()) return Wrong("a lonely '\\'");
      c = text_[at_++];
      if (ClassOf(c, bytes)) return Status::Ok();
      if (c == 'n') c = '\n';
      if (c == 't') c = '\t';
      if (IsLetterOrDigit(c)) {
        --at_;
        return Wrong("'\\" + std::string(1, c) + "' is not understood");
      }
    }
    bytes->set(static_cast<uint8_t>(c));
    return Status::Ok();
  }

  Status ParseSet() {
    const bool negated = Take('^');
    Bytes set;
    for (bool first = true;; first = false) {
      if (AtEnd()) return Wrong("a missing ']'");
      if (!first && Take(']')) break;
      Bytes item;
      TDBG_RETURN_IF_ERROR(ParseByteOrClass(&item));
      const bool range = at_ + 1 < text_.size() && Peek() == '-' && text_[at_ + 1] != ']';
      if (range && item.count() == 1) {
        ++at_;
        Bytes last;
        TDBG_RETURN_IF_ERROR(ParseByteOrClass(&last));
        const size_t from = item._Find_first();
        const size_t to = last._Find_first();
        if (last.count() != 1 || to < from) return Wrong("a range that is none");
        AddRange(item, static_cast<uint8_t>(from), static_cast<uint8_t>(to));
      }
      set |= item;
    }
    if (negated) set.flip();
    code().push_back({.kind = Kind::kBytes, .bytes = set});
    return Status::Ok();
  }

  std::string_view text_;
  size_t at_ = 0;
  Pattern pattern_;
};

Result<Pattern> Pattern::Parse(std::string_view text) { return PatternParser(text).Parse(); }

// The places in the program that the text read so far can have led to, each once.
class Pattern::Threads {
 public:
  explicit Threads(size_t size) : seen_(size + 1, false) {}

  void Add(const std::vector<Instruction>& program, size_t at, bool begin, bool end) {
    pending_.push_back(at);
    while (!pending_.empty()) {
      at = pending_.back();
      pending_.pop_back();
      if (seen_[at]) continue;
      seen_[at] = true;
      if (at == program.size()) {
        matched = true;
        continue;
      }
      const Instruction& instruction = program[at];
      const size_t to = at + static_cast<size_t>(static_cast<int64_t>(instruction.to));
      using Kind = Instruction::Kind;
      if (instruction.kind == Kind::kBytes) places.push_back(at);
      if (instruction.kind == Kind::kSplit || instruction.kind == Kind::kJump) {
        pending_.push_back(to);
      }
      if (instruction.kind == Kind::kSplit || (instruction.kind == Kind::kBegin && begin) ||
          (instruction.kind == Kind::kEnd && end)) {
        pending_.push_back(at + 1);
      }
    }
  }

  void Clear() {
    places.clear();
    seen_.assign(seen_.size(), false);
  }

  std::vector<size_t> places;  // all of kind kBytes
  bool matched = false;

 private:
  std::vector<bool> seen_;
  std::vector<size_t> pending_;
};

bool Pattern::Matches(std::string_view text) const {
  Threads now(program_.size());
  Threads next(program_.size());
  now.Add(program_, 0, true, text.empty());
  for (size_t at = 0; at < text.size() && !now.matched && !now.places.empty(); ++at) {
    next.Clear();
    for (const size_t place : now.places) {
      if (!program_[place].bytes.test(static_cast<uint8_t>(text[at]))) continue;
      next.Add(program_, place + 1, false, at + 1 == text.size());
    }
    std::swap(now, next);
  }
  return now.matched;
}

}  // namespace tdbg::capture
