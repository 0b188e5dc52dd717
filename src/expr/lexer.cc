#include "expr/lexer.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>

namespace tdbg::expr {
namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool IsBlank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// Longest first, so that the first that fits is the right one.
constexpr std::string_view kSymbols[] = {
    "...", "**", "//", "<<", ">>", "<=", ">=", "==", "!=", "=~", "!~", "+", "-", "*", "/", "%",
    "@",   "&",  "|",  "^",  "~",  "<",  ">",  "(",  ")",  "[",  "]",  ",", ":", ".", "=",
};

// What other languages write, and what is written here.
struct Foreign {
  std::string_view symbol;
  std::string_view ours;
};
constexpr Foreign kForeign[] = {{"&&", "and"}, {"||", "or"}, {"!", "not"}};

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  Result<std::vector<Token>> Run() {
    std::vector<Token> tokens;
    while (true) {
      while (at_ < text_.size() && IsBlank(text_[at_])) ++at_;
      Token token;
      token.range.begin = at_;
      if (at_ == text_.size()) {
        token.range.end = at_;
        tokens.push_back(token);
        return tokens;
      }
      TDBG_RETURN_IF_ERROR(Next(token));
      token.range.end = at_;
      tokens.push_back(std::move(token));
    }
  }

 private:
  Status Next(Token& token) {
    const char c = text_[at_];
    if (IsDigit(c) || (c == '.' && IsDigit(Peek(1)))) return Number(token);
    if (c == '"' || c == '\'') return Text(token, /*raw=*/false);
    if ((c == 'r' || c == 'R') && (Peek(1) == '"' || Peek(1) == '\'')) {
      ++at_;
      return Text(token, /*raw=*/true);
    }
    if (c == '`') return Tensor(token);
    if (IsLetter(c)) {
      token.kind = TokenKind::kName;
      const size_t begin = at_;
      while (at_ < text_.size() && (IsLetter(text_[at_]) || IsDigit(text_[at_]))) ++at_;
      token.text = text_.substr(begin, at_ - begin);
      return Status::Ok();
    }
    return Symbol(token);
  }

  Status Symbol(Token& token) {
    const std::string_view rest = text_.substr(at_);
    for (const Foreign& foreign : kForeign) {
      if (!rest.starts_with(foreign.symbol) || rest.starts_with("!=") || rest.starts_with("!~")) {
        continue;
      }
      return Bad("'" + std::string(foreign.symbol) + "' is no operator here; write '" +
                     std::string(foreign.ours) + "'",
                 at_, at_ + foreign.symbol.size());
    }
    for (const std::string_view symbol : kSymbols) {
      if (!rest.starts_with(symbol)) continue;
      token.kind = TokenKind::kSymbol;
      token.text = symbol;
      at_ += symbol.size();
      return Status::Ok();
    }
    return Bad("this character means nothing in an expression", at_, at_ + 1);
  }

  Status Number(Token& token) {
    const size_t begin = at_;
    const char kind = static_cast<char>(Peek(1) | 0x20);
    if (text_[at_] == '0' && (kind == 'x' || kind == 'b' || kind == 'o')) {
      at_ += 2;
      return Integer(token, begin, at_, kind == 'x' ? 16 : kind == 'b' ? 2 : 8);
    }
    bool real = false;
    SkipDigits();
    if (Peek() == '.' && text_.substr(at_, 3) != "...") {
      real = true;
      ++at_;
      SkipDigits();
    }
    if (Peek() == 'e' || Peek() == 'E') {
      const size_t sign = Peek(1) == '+' || Peek(1) == '-' ? 1 : 0;
      if (IsDigit(Peek(1 + sign))) {
        real = true;
        at_ += 1 + sign;
        SkipDigits();
      }
    }
    const bool imaginary = Peek() == 'j' || Peek() == 'J';
    if (!real && !imaginary) {
      at_ = begin;
      return Integer(token, begin, begin, 10);
    }
    const std::string digits = Digits(begin, at_);
    if (imaginary) ++at_;
    token.kind = imaginary ? TokenKind::kImaginary : TokenKind::kFloat;
    // from_chars says "out of range" where strtod answers infinity or zero as Python does.
    token.real = std::strtod(digits.c_str(), nullptr);
    return NothingMore(begin);
  }

  Status Integer(Token& token, size_t begin, size_t digits_begin, int base) {
    at_ = digits_begin;
    while (IsDigit(Peek()) || Peek() == '_' || (base == 16 && IsLetter(Peek()))) ++at_;
    const std::string digits = Digits(digits_begin, at_);
    token.kind = TokenKind::kInteger;
    const char* end = digits.data() + digits.size();
    const auto [stop, error] = std::from_chars(digits.data(), end, token.number, base);
    if (error == std::errc::result_out_of_range) {
      return Bad("this integer does not fit 64 bits", begin, at_);
    }
    if (error != std::errc() || stop != end) return Bad("this is no number", begin, at_);
    return NothingMore(begin);
  }

  // A letter that touches a number, as in 1e or 0x1g, is a slip of the hand.
  Status NothingMore(size_t begin) {
    if (!IsLetter(Peek())) return Status::Ok();
    while (IsLetter(Peek()) || IsDigit(Peek())) ++at_;
    const std::string_view tail = text_.substr(begin, at_ - begin);
    // "1if x else y" is Python, but nobody writes it.
    return Bad("'" + std::string(tail.substr(0, 40)) + "' is no number", begin, at_);
  }

  std::string Digits(size_t begin, size_t end) const {
    std::string digits(text_.substr(begin, end - begin));
    std::erase(digits, '_');
    return digits;
  }

  void SkipDigits() {
    while (IsDigit(Peek()) || (Peek() == '_' && IsDigit(Peek(1)))) ++at_;
  }

  Status Text(Token& token, bool raw) {
    const size_t begin = at_;
    const char quote = text_[at_++];
    token.kind = TokenKind::kText;
    while (true) {
      if (at_ == text_.size()) return Bad("this text is not closed", begin, at_);
      const char c = text_[at_++];
      if (c == quote) return Status::Ok();
      if (c != '\\' || at_ == text_.size()) {
        token.text += c;
      } else if (raw) {
        token.text += c;
        token.text += text_[at_++];
      } else {
        Escape(token.text);
      }
    }
  }

  // What Python does not know stays as written, so that regular expressions need no doubling.
  void Escape(std::string& out) {
    const char c = text_[at_++];
    switch (c) {
      case 'n':
        out += '\n';
        return;
      case 't':
        out += '\t';
        return;
      case 'r':
        out += '\r';
        return;
      case '\\':
      case '\'':
      case '"':
        out += c;
        return;
      case 'x': {
        unsigned byte = 0;
        const std::string_view hex = text_.substr(at_, 2);
        const auto parsed = std::from_chars(hex.data(), hex.data() + hex.size(), byte, 16);
        if (hex.size() == 2 && parsed.ptr == hex.data() + 2) {
          out += static_cast<char>(byte);
          at_ += 2;
          return;
        }
        break;
      }
      default:
        break;
    }
    out += '\\';
    out += c;
  }

  Status Tensor(Token& token) {
    const size_t begin = at_++;
    const size_t end = text_.find('`', at_);
    if (end == std::string_view::npos) {
      return Bad("this tensor's name is not closed; expected another '`'", begin, text_.size());
    }
    if (end == at_) return Bad("a tensor's name is missing between the backticks", begin, end + 1);
    token.kind = TokenKind::kTensor;
    token.text = text_.substr(at_, end - at_);
    at_ = end + 1;
    return Status::Ok();
  }

  char Peek(size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }

  Status Bad(std::string_view message, size_t begin, size_t end) const {
    return InvalidArgument(Underlined(message, text_, begin, end));
  }

  std::string_view text_;
  size_t at_ = 0;
};

}  // namespace

Result<std::vector<Token>> Tokenize(std::string_view text) { return Lexer(text).Run(); }

}  // namespace tdbg::expr
