#include "expr/parser.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "expr/lexer.h"

namespace tdbg::expr {
namespace {

using NodePtr = std::unique_ptr<Node>;

struct Operator {
  std::string_view symbol;
  Op op;
  int binding;
};

// How tightly operators bind; unary minus and powers have their own rules below.
constexpr int kComparison = 4;
constexpr int kUnary = 11;
constexpr int kPowerBinding = 12;

constexpr Operator kBinary[] = {
    {"|", Op::kBitOr, 5},
    {"^", Op::kBitXor, 6},
    {"&", Op::kBitAnd, 7},
    {"<<", Op::kShiftLeft, 8},
    {">>", Op::kShiftRight, 8},
    {"+", Op::kAdd, 9},
    {"-", Op::kSubtract, 9},
    {"*", Op::kMultiply, 10},
    {"/", Op::kDivide, 10},
    {"//", Op::kFloorDivide, 10},
    {"%", Op::kRemainder, 10},
    {"@", Op::kMatmul, 10},
    {"**", Op::kPower, kPowerBinding},
};
constexpr Operator kComparisons[] = {
    {"<", Op::kLess, kComparison},    {"<=", Op::kLessEqual, kComparison},
    {">", Op::kGreater, kComparison}, {">=", Op::kGreaterEqual, kComparison},
    {"==", Op::kEqual, kComparison},  {"!=", Op::kNotEqual, kComparison},
    {"in", Op::kIn, kComparison},     {"not in", Op::kNotIn, kComparison},
    {"=~", Op::kMatch, kComparison},  {"!~", Op::kNotMatch, kComparison},
};
constexpr Operator kUnaries[] = {
    {"-", Op::kNegative, kUnary},
    {"+", Op::kPositive, kUnary},
    {"~", Op::kInvert, kUnary},
    {"not", Op::kNot, 3},
};

// Brackets, signs and powers recurse before any node exists whose depth could be looked at; each
// level of brackets takes two calls.
constexpr int kDeepestCalls = 2 * kDeepest;

constexpr std::string_view kWords[] = {"if", "else", "and", "or", "not", "in"};

class Parser {
 public:
  Parser(std::string_view text, std::vector<Token> tokens)
      : text_(text), tokens_(std::move(tokens)) {}

  Result<NodePtr> Run() {
    TDBG_ASSIGN_OR_RETURN(NodePtr node, Elements(NodeKind::kTuple, ""));
    if (Here().kind != TokenKind::kEnd) return Unexpected();
    if (node->kind == NodeKind::kTuple && node->children.empty()) return Unexpected();
    return node;
  }

 private:
  // --- Tokens.

  const Token& Here() const { return tokens_[at_]; }
  bool IsSymbol(std::string_view symbol) const {
    return Here().kind == TokenKind::kSymbol && Here().text == symbol;
  }
  bool IsWord(std::string_view word) const {
    return Here().kind == TokenKind::kName && Here().text == word;
  }
  bool Take(std::string_view symbol) {
    if (!IsSymbol(symbol)) return false;
    ++at_;
    return true;
  }
  size_t EndBefore() const { return tokens_[at_ - 1].range.end; }

  // --- Mistakes.

  Status Bad(std::string_view message, Range range) const {
    return InvalidArgument(Underlined(message, text_, range.begin, range.end));
  }
  Status Unexpected() const {
    const Token& token = Here();
    if (token.kind == TokenKind::kEnd) {
      return Bad(at_ == 0 ? "the expression is empty" : "the expression ends too early",
                 token.range);
    }
    if (token.text == "=") return Bad("a value cannot be set; write '==' to compare", token.range);
    if (token.kind == TokenKind::kSymbol || token.kind == TokenKind::kName) {
      return Bad("unexpected '" + token.text.substr(0, 40) + "'", token.range);
    }
    return Bad("an operator is missing before this", token.range);
  }
  Status Expect(std::string_view symbol, Range opened) {
    if (Take(symbol)) return Status::Ok();
    if (Here().kind == TokenKind::kEnd) return Bad("this bracket is not closed", opened);
    return Unexpected();
  }

  // --- Building nodes.

  Result<NodePtr> Finish(NodePtr node) const {
    for (const NodePtr& child : node->children) {
      if (child) node->depth = std::max(node->depth, child->depth + 1);
    }
    if (node->depth > kDeepest) return TooDeep(node->range);
    return node;
  }
  Status TooDeep(Range range) const {
    return Bad("this is nested deeper than " + std::to_string(kDeepest) + " levels", range);
  }
  static NodePtr Make(NodeKind kind, size_t begin) {
    auto node = std::make_unique<Node>();
    node->kind = kind;
    node->range = {begin, begin};
    return node;
  }

  // --- Grammar.

  // Values between commas up to `close`. As a tuple, one value without a comma is itself.
  Result<NodePtr> Elements(NodeKind kind, std::string_view close) {
    NodePtr node = Make(kind, Here().range.begin);
    bool comma = false;
    while (!(close.empty() ? Here().kind == TokenKind::kEnd : IsSymbol(close))) {
      TDBG_ASSIGN_OR_RETURN(NodePtr item, Conditional());
      node->children.push_back(std::move(item));
      comma = Take(",");
      if (!comma) break;
    }
    if (at_ > 0) node->range.end = std::max(node->range.begin, EndBefore());
    if (kind == NodeKind::kTuple && node->children.size() == 1 && !comma) {
      return std::move(node->children[0]);
    }
    return Finish(std::move(node));
  }

  Result<NodePtr> Conditional() {
    if (++nesting_ > kDeepestCalls) return TooDeep(Here().range);
    TDBG_ASSIGN_OR_RETURN(NodePtr value, Disjunction());
    if (IsWord("if")) {
      NodePtr node = Make(NodeKind::kConditional, value->range.begin);
      ++at_;
      TDBG_ASSIGN_OR_RETURN(NodePtr condition, Disjunction());
      if (!IsWord("else")) return Bad("'else' is missing", Here().range);
      ++at_;
      TDBG_ASSIGN_OR_RETURN(NodePtr other, Conditional());
      node->range.end = other->range.end;
      node->children.push_back(std::move(value));
      node->children.push_back(std::move(condition));
      node->children.push_back(std::move(other));
      TDBG_ASSIGN_OR_RETURN(value, Finish(std::move(node)));
    }
    --nesting_;
    return value;
  }

  Result<NodePtr> Disjunction() {
    return Chain(NodeKind::kOr, "or",
                 [this] { return Chain(NodeKind::kAnd, "and", [this] { return Binding(3); }); });
  }

  template <typename Operand>
  Result<NodePtr> Chain(NodeKind kind, std::string_view word, Operand operand) {
    TDBG_ASSIGN_OR_RETURN(NodePtr first, operand());
    if (!IsWord(word)) return first;
    NodePtr node = Make(kind, first->range.begin);
    node->children.push_back(std::move(first));
    while (IsWord(word)) {
      ++at_;
      TDBG_ASSIGN_OR_RETURN(NodePtr next, operand());
      node->children.push_back(std::move(next));
    }
    node->range.end = node->children.back()->range.end;
    return Finish(std::move(node));
  }

  // A value whose operators bind at least this tightly.
  Result<NodePtr> Binding(int least) {
    if (++nesting_ > kDeepestCalls) return TooDeep(Here().range);
    TDBG_ASSIGN_OR_RETURN(NodePtr left, Prefix());
    while (true) {
      if (const Operator* found = FindBinary(); found && found->binding >= least) {
        TDBG_ASSIGN_OR_RETURN(left, BinaryRest(std::move(left), *found));
      } else if (least <= kComparison && FindComparison()) {
        TDBG_ASSIGN_OR_RETURN(left, Comparison(std::move(left)));
      } else {
        break;
      }
    }
    --nesting_;
    return left;
  }

  const Operator* FindBinary() const {
    if (Here().kind != TokenKind::kSymbol) return nullptr;
    const auto* found = std::find_if(std::begin(kBinary), std::end(kBinary),
                                     [&](const Operator& o) { return o.symbol == Here().text; });
    return found == std::end(kBinary) ? nullptr : found;
  }

  const Operator* FindComparison() const {
    const Token& token = Here();
    if (token.kind != TokenKind::kSymbol && token.kind != TokenKind::kName) return nullptr;
    std::string_view symbol = token.text;
    if (symbol == "not") {
      const Token& next = tokens_[at_ + 1];
      if (next.kind != TokenKind::kName || next.text != "in") return nullptr;
      symbol = "not in";
    }
    const auto* found = std::find_if(std::begin(kComparisons), std::end(kComparisons),
                                     [&](const Operator& o) { return o.symbol == symbol; });
    return found == std::end(kComparisons) ? nullptr : found;
  }

  Result<NodePtr> BinaryRest(NodePtr left, const Operator& found) {
    NodePtr node = Make(NodeKind::kBinary, left->range.begin);
    node->op = found.op;
    node->op_range = Here().range;
    ++at_;
    // Powers group to the right and take a sign there: 2 ** -x ** 2.
    TDBG_ASSIGN_OR_RETURN(NodePtr right,
                          Binding(found.op == Op::kPower ? kUnary : found.binding + 1));
    node->range.end = right->range.end;
    node->children.push_back(std::move(left));
    node->children.push_back(std::move(right));
    return Finish(std::move(node));
  }

  Result<NodePtr> Comparison(NodePtr left) {
    NodePtr node = Make(NodeKind::kCompare, left->range.begin);
    node->children.push_back(std::move(left));
    while (const Operator* found = FindComparison()) {
      node->op_range = Here().range;
      at_ += found->op == Op::kNotIn ? 2 : 1;
      node->op_range.end = EndBefore();
      node->ops.push_back(found->op);
      TDBG_ASSIGN_OR_RETURN(NodePtr right, Binding(kComparison + 1));
      node->children.push_back(std::move(right));
    }
    node->range.end = node->children.back()->range.end;
    return Finish(std::move(node));
  }

  Result<NodePtr> Prefix() {
    for (const Operator& unary : kUnaries) {
      if (!IsSymbol(unary.symbol) && !IsWord(unary.symbol)) continue;
      NodePtr node = Make(NodeKind::kUnary, Here().range.begin);
      node->op = unary.op;
      node->op_range = Here().range;
      ++at_;
      TDBG_ASSIGN_OR_RETURN(NodePtr operand, Binding(unary.binding));
      node->range.end = operand->range.end;
      node->children.push_back(std::move(operand));
      return Finish(std::move(node));
    }
    TDBG_ASSIGN_OR_RETURN(NodePtr node, Atom());
    return Postfix(std::move(node));
  }

  Result<NodePtr> Atom() {
    const Token& token = Here();
    const auto leaf = [&](NodeKind kind) {
      NodePtr node = Make(kind, token.range.begin);
      node->range.end = token.range.end;
      node->text = token.text;
      node->number = token.number;
      node->real = token.real;
      ++at_;
      return node;
    };
    switch (token.kind) {
      case TokenKind::kInteger:
        return leaf(NodeKind::kInteger);
      case TokenKind::kFloat:
        return leaf(NodeKind::kFloat);
      case TokenKind::kImaginary:
        return leaf(NodeKind::kImaginary);
      case TokenKind::kTensor:
        return leaf(NodeKind::kTensor);
      case TokenKind::kText: {
        NodePtr node = leaf(NodeKind::kText);
        for (; Here().kind == TokenKind::kText; ++at_) {  // texts side by side are one
          node->text += Here().text;
          node->range.end = Here().range.end;
        }
        return node;
      }
      case TokenKind::kName:
        if (std::find(std::begin(kWords), std::end(kWords), token.text) != std::end(kWords)) {
          return Unexpected();
        }
        return leaf(NodeKind::kName);
      case TokenKind::kSymbol:
        if (token.text == "(") return Bracketed(NodeKind::kTuple, ")");
        if (token.text == "[") return Bracketed(NodeKind::kList, "]");
        return Unexpected();
      case TokenKind::kEnd:
        break;
    }
    return Unexpected();
  }

  Result<NodePtr> Bracketed(NodeKind kind, std::string_view close) {
    const Range opened = Here().range;
    ++at_;
    TDBG_ASSIGN_OR_RETURN(NodePtr node, Elements(kind, close));
    TDBG_RETURN_IF_ERROR(Expect(close, opened));
    node->range = {opened.begin, EndBefore()};
    return node;
  }

  Result<NodePtr> Postfix(NodePtr node) {
    while (true) {
      if (IsSymbol(".")) {
        TDBG_ASSIGN_OR_RETURN(node, Attribute(std::move(node)));
      } else if (IsSymbol("(")) {
        TDBG_ASSIGN_OR_RETURN(node, Call(std::move(node)));
      } else if (IsSymbol("[")) {
        TDBG_ASSIGN_OR_RETURN(node, Index(std::move(node)));
      } else {
        return node;
      }
    }
  }

  Result<NodePtr> Attribute(NodePtr object) {
    ++at_;
    if (Here().kind != TokenKind::kName) return Bad("expected a name behind '.'", Here().range);
    NodePtr node = Make(NodeKind::kAttribute, object->range.begin);
    node->text = Here().text;
    node->op_range = Here().range;
    node->range.end = Here().range.end;
    node->children.push_back(std::move(object));
    ++at_;
    return Finish(std::move(node));
  }

  Result<NodePtr> Call(NodePtr function) {
    NodePtr node = Make(NodeKind::kCall, function->range.begin);
    node->children.push_back(std::move(function));
    const Range opened = Here().range;
    ++at_;
    bool named = false;
    while (!IsSymbol(")")) {
      const Token& next = tokens_[at_ + (Here().kind == TokenKind::kEnd ? 0 : 1)];
      const bool keyword =
          Here().kind == TokenKind::kName && next.kind == TokenKind::kSymbol && next.text == "=";
      if (named && !keyword) return Bad("named arguments come last", Here().range);
      named = keyword;
      NodePtr name = Make(NodeKind::kKeyword, Here().range.begin);
      if (keyword) {
        name->text = Here().text;
        name->op_range = Here().range;
        at_ += 2;
      }
      TDBG_ASSIGN_OR_RETURN(NodePtr argument, Conditional());
      if (keyword) {
        name->range.end = argument->range.end;
        name->children.push_back(std::move(argument));
        TDBG_ASSIGN_OR_RETURN(argument, Finish(std::move(name)));
      }
      node->children.push_back(std::move(argument));
      if (!Take(",")) break;
    }
    TDBG_RETURN_IF_ERROR(Expect(")", opened));
    node->range.end = EndBefore();
    return Finish(std::move(node));
  }

  Result<NodePtr> Index(NodePtr object) {
    NodePtr node = Make(NodeKind::kIndex, object->range.begin);
    node->children.push_back(std::move(object));
    const Range opened = Here().range;
    ++at_;
    if (IsSymbol("]")) return Bad("an index is missing", {opened.begin, Here().range.end});
    while (!IsSymbol("]")) {
      TDBG_ASSIGN_OR_RETURN(NodePtr item, IndexItem());
      node->children.push_back(std::move(item));
      if (!Take(",")) break;
    }
    TDBG_RETURN_IF_ERROR(Expect("]", opened));
    node->range.end = EndBefore();
    return Finish(std::move(node));
  }

  Result<NodePtr> IndexItem() {
    const size_t begin = Here().range.begin;
    if (Take("...")) {
      NodePtr node = Make(NodeKind::kEllipsis, begin);
      node->range.end = EndBefore();
      return node;
    }
    NodePtr slice = Make(NodeKind::kSlice, begin);
    slice->children.resize(3);
    for (size_t part = 0; part < 3; ++part) {
      if (!IsSymbol(":") && !IsSymbol(",") && !IsSymbol("]")) {
        TDBG_ASSIGN_OR_RETURN(slice->children[part], Conditional());
      }
      if (part == 0 && !IsSymbol(":")) {
        if (!slice->children[0]) return Unexpected();
        return std::move(slice->children[0]);
      }
      if (part == 2 || !Take(":")) break;
    }
    slice->range.end = EndBefore();
    return Finish(std::move(slice));
  }

  std::string_view text_;
  std::vector<Token> tokens_;
  size_t at_ = 0;
  int nesting_ = 0;
};

}  // namespace

std::string_view SymbolOf(Op op) {
  for (const Operator& o : kBinary) {
    if (o.op == op) return o.symbol;
  }
  for (const Operator& o : kComparisons) {
    if (o.op == op) return o.symbol;
  }
  for (const Operator& o : kUnaries) {
    if (o.op == op) return o.symbol;
  }
  return "?";
}

Result<std::unique_ptr<Node>> Parse(std::string_view text) {
  TDBG_ASSIGN_OR_RETURN(std::vector<Token> tokens, Tokenize(text));
  return Parser(text, std::move(tokens)).Run();
}

}  // namespace tdbg::expr
