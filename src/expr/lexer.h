// The words of an expression.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "expr/underline.h"

namespace tdbg::expr {

enum class TokenKind {
  kInteger,    // number: its value
  kFloat,      // real
  kImaginary,  // real: the part before the j
  kText,       // text: with its escapes resolved
  kTensor,     // text: what stands between the backticks, as it is
  kName,       // names and the words if, else, and, or, not, in
  kSymbol,     // operators and brackets
  kEnd,
};

struct Token {
  TokenKind kind = TokenKind::kEnd;
  Range range;
  std::string text;
  uint64_t number = 0;
  double real = 0;
};

// The tokens of any text, kEnd last. A mistake is underlined.
Result<std::vector<Token>> Tokenize(std::string_view text);

}  // namespace tdbg::expr
