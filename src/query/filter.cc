#include "query/filter.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/near_names.h"
#include "expr/parser.h"
#include "query/filter_term.h"
#include "tensor/dtype.h"
#include "tensor/format_text.h"

namespace tdbg::query {
namespace {

using expr::Node;
using expr::NodeKind;
using expr::Range;
using Kind = FilterTerm::Kind;

enum class Type { kCondition, kNumber, kTextField, kText, kShape, kList };

struct Typed {
  Type type = Type::kCondition;
  FilterTerm term;
  const Node* node = nullptr;  // what was written, of a text or a list
};

std::string_view Article(Type type) {
  switch (type) {
    case Type::kCondition:
      return "a condition";
    case Type::kNumber:
      return "a number";
    case Type::kTextField:
    case Type::kText:
      return "a text";
    case Type::kShape:
      return "a shape";
    case Type::kList:
      return "a list";
  }
  return "";
}

FilterTerm Make(Kind kind, std::vector<FilterTerm> children = {}) {
  FilterTerm term;
  term.kind = kind;
  for (const FilterTerm& child : children) term.recorded = term.recorded || child.recorded;
  term.children = std::move(children);
  return term;
}

FilterTerm Constant(double number) {
  FilterTerm term = Make(Kind::kConstant);
  term.number = number;
  return term;
}

FilterTerm Negated(FilterTerm term) { return Make(Kind::kNot, {std::move(term)}); }

// Conditions that read nothing of the recorded tensor come first: they are cheap, and the answer is
// the same in any order.
FilterTerm Joined(Kind kind, std::vector<FilterTerm> terms) {
  if (terms.size() == 1) return std::move(terms[0]);
  std::stable_partition(terms.begin(), terms.end(),
                        [](const FilterTerm& term) { return !term.recorded; });
  return Make(kind, std::move(terms));
}

// What the compiler of a filter shares with the compilers of the filters that it names.
struct Progress {
  const NamedFilters& named;
  std::vector<std::string> inside;  // the named filters on the way to the text at hand
  uint64_t used = 0;                // fields, a bit each
  size_t tests = 0;                 // texts compared so far: numbers the next test
  size_t terms = 0;                 // compiled so far, of kMostTerms
};

// Each use of a named filter compiles its text once more, so a few filters that name one another
// several times could become millions of terms.
constexpr size_t kMostTerms = 10'000;

class Compiler {
 public:
  Compiler(std::string_view text, Progress& progress) : text_(text), progress_(progress) {}

  Result<FilterTerm> Run() {
    TDBG_ASSIGN_OR_RETURN(const std::unique_ptr<Node> node, expr::Parse(text_));
    return Condition(*node);
  }

 private:
  Status Bad(std::string_view message, Range range) const {
    return InvalidArgument(expr::Underlined(message, text_, range.begin, range.end));
  }

  Result<FilterTerm> Condition(const Node& node) {
    TDBG_ASSIGN_OR_RETURN(Typed typed, Compile(node));
    if (typed.type == Type::kCondition) return std::move(typed.term);
    if (typed.type == Type::kNumber) return Make(Kind::kNotZero, {std::move(typed.term)});
    return Bad("expected a condition, but this is " + std::string(Article(typed.type)), node.range);
  }

  Result<FilterTerm> Number(const Node& node) {
    TDBG_ASSIGN_OR_RETURN(Typed typed, Compile(node));
    if (typed.type == Type::kNumber) return std::move(typed.term);
    if (typed.type == Type::kCondition) return Make(Kind::kOneIfTrue, {std::move(typed.term)});
    return Bad("expected a number, but this is " + std::string(Article(typed.type)), node.range);
  }

  static Typed AsCondition(FilterTerm term) { return {Type::kCondition, std::move(term), nullptr}; }
  static Typed AsNumber(FilterTerm term) { return {Type::kNumber, std::move(term), nullptr}; }

  Result<Typed> Compile(const Node& node) {
    if (++progress_.terms > kMostTerms) return Bad("this filter is too large", node.range);
    switch (node.kind) {
      case NodeKind::kInteger:
        return AsNumber(Constant(static_cast<double>(node.number)));
      case NodeKind::kFloat:
        return AsNumber(Constant(node.real));
      case NodeKind::kText:
        return Typed{Type::kText, {}, &node};
      case NodeKind::kList:
      case NodeKind::kTuple:
        return Typed{Type::kList, {}, &node};
      case NodeKind::kName:
        return Name(node);
      case NodeKind::kUnary:
        return Unary(node);
      case NodeKind::kBinary:
        return Arithmetic(node);
      case NodeKind::kCompare:
        return Comparison(node);
      case NodeKind::kAnd:
      case NodeKind::kOr: {
        std::vector<FilterTerm> terms;
        for (const auto& child : node.children) {
          TDBG_ASSIGN_OR_RETURN(FilterTerm term, Condition(*child));
          terms.push_back(std::move(term));
        }
        return AsCondition(
            Joined(node.kind == NodeKind::kAnd ? Kind::kAnd : Kind::kOr, std::move(terms)));
      }
      case NodeKind::kCall:
        return Function(node);
      case NodeKind::kIndex:
        return ShapeItem(node);
      case NodeKind::kTensor:
        return Bad("a filter asks of one tensor after another; compare its name instead",
                   node.range);
      default:
        return Bad("this is not part of tensor filters", node.range);
    }
  }

  Result<Typed> Name(const Node& node) {
    if (const FilterField* info = FindField(node.text)) return FieldTerm(*info);
    if (node.text == "True" || node.text == "False") {
      FilterTerm truth = Make(Kind::kTruth);
      truth.number = node.text == "True" ? 1 : 0;
      return AsCondition(std::move(truth));
    }
    if (const auto it = progress_.named.find(node.text); it != progress_.named.end())
      return NamedFilter(node, *it);
    std::vector<std::string_view> known;
    for (const FilterField& info : FilterFields()) known.push_back(info.name);
    for (const auto& [name, text] : progress_.named) known.push_back(name);
    return Bad("there is no field or filter '" + node.text.substr(0, 40) + "'" +
                   DidYouMean(node.text, known),
               node.range);
  }

  Result<Typed> FieldTerm(const FilterField& info) {
    FilterTerm term = Make(info.type == FieldType::kCondition ? Kind::kHasBad : Kind::kField);
    term.field = info.field;
    term.recorded = info.recorded;
    progress_.used |= uint64_t{1} << static_cast<int>(info.field);
    switch (info.type) {
      case FieldType::kText:
        return Typed{Type::kTextField, std::move(term), nullptr};
      case FieldType::kNumber:
        return AsNumber(std::move(term));
      case FieldType::kShape:
        return Typed{Type::kShape, std::move(term), nullptr};
      case FieldType::kCondition:
        break;
    }
    return AsCondition(std::move(term));
  }

  Result<Typed> NamedFilter(const Node& node, const NamedFilters::value_type& filter) {
    std::vector<std::string>& inside = progress_.inside;
    if (std::find(inside.begin(), inside.end(), filter.first) != inside.end()) {
      return Bad("the filter '" + filter.first + "' leads back to itself", node.range);
    }
    if (inside.size() >= kDeepestNames) return Bad("filters are nested too deep", node.range);
    inside.push_back(filter.first);
    Result<FilterTerm> term = Compiler(filter.second, progress_).Run();
    inside.pop_back();
    if (!term.ok()) {
      const std::string where = "in the filter '" + filter.first + "': ";
      const std::string& message = term.status().message();
      return InvalidArgument(message.starts_with("in the filter '") ? message : where + message);
    }
    return AsCondition(*std::move(term));
  }

  Result<Typed> Unary(const Node& node) {
    if (node.op == expr::Op::kNot) {
      TDBG_ASSIGN_OR_RETURN(FilterTerm term, Condition(*node.children[0]));
      return AsCondition(Negated(std::move(term)));
    }
    TDBG_ASSIGN_OR_RETURN(FilterTerm term, Number(*node.children[0]));
    if (node.op == expr::Op::kPositive) return AsNumber(std::move(term));
    if (node.op == expr::Op::kNegative) return AsNumber(Make(Kind::kNegate, {std::move(term)}));
    return Bad("'~' is not part of tensor filters; write 'not'", node.op_range);
  }

  Result<Typed> Arithmetic(const Node& node) {
    switch (node.op) {
      case expr::Op::kAdd:
      case expr::Op::kSubtract:
      case expr::Op::kMultiply:
      case expr::Op::kDivide:
      case expr::Op::kFloorDivide:
      case expr::Op::kRemainder:
      case expr::Op::kPower:
        break;
      case expr::Op::kBitAnd:
        return Bad("'&' is not part of tensor filters; write 'and'", node.op_range);
      case expr::Op::kBitOr:
        return Bad("'|' is not part of tensor filters; write 'or'", node.op_range);
      default:
        return Bad("'" + std::string(SymbolOf(node.op)) + "' is not part of tensor filters",
                   node.op_range);
    }
    TDBG_ASSIGN_OR_RETURN(FilterTerm left, Number(*node.children[0]));
    TDBG_ASSIGN_OR_RETURN(FilterTerm right, Number(*node.children[1]));
    FilterTerm term = Make(Kind::kArithmetic, {std::move(left), std::move(right)});
    term.op = node.op;
    return AsNumber(std::move(term));
  }

  Result<Typed> Function(const Node& node) {
    const std::string& name = node.children[0]->text;
    const bool plain = node.children[0]->kind == NodeKind::kName && node.children.size() == 2 &&
                       node.children[1]->kind != NodeKind::kKeyword;
    if (plain && name == "abs") {
      TDBG_ASSIGN_OR_RETURN(FilterTerm term, Number(*node.children[1]));
      return AsNumber(Make(Kind::kMagnitude, {std::move(term)}));
    }
    if (plain && name == "len" && node.children[1]->text == "shape") {
      return FieldTerm(InfoOf(Field::kRank));
    }
    return Bad("filters know the functions abs(number) and len(shape)", node.range);
  }

  Result<Typed> ShapeItem(const Node& node) {
    TDBG_ASSIGN_OR_RETURN(const Typed object, Compile(*node.children[0]));
    const Node& place = *node.children[1];
    if (object.type != Type::kShape || node.children.size() != 2 ||
        place.kind == NodeKind::kSlice || place.kind == NodeKind::kEllipsis) {
      return Bad("only a shape has items, as in shape[0]", node.range);
    }
    TDBG_ASSIGN_OR_RETURN(FilterTerm index, Number(place));
    FilterTerm term = Make(Kind::kShapeItem, {std::move(index)});
    term.recorded = true;
    return AsNumber(std::move(term));
  }

  Result<Typed> Comparison(const Node& node) {
    std::vector<Typed> sides;
    for (const auto& child : node.children) {
      TDBG_ASSIGN_OR_RETURN(Typed side, Compile(*child));
      if (side.type == Type::kCondition) {
        side = AsNumber(Make(Kind::kOneIfTrue, {std::move(side.term)}));
      }
      sides.push_back(std::move(side));
    }
    std::vector<FilterTerm> terms;
    for (size_t i = 0; i < node.ops.size(); ++i) {
      const Range range = {node.children[i]->range.begin, node.children[i + 1]->range.end};
      TDBG_ASSIGN_OR_RETURN(FilterTerm term, Link(node.ops[i], sides[i], sides[i + 1], range));
      terms.push_back(std::move(term));
    }
    return AsCondition(Joined(Kind::kAnd, std::move(terms)));
  }

  // One comparison of a chain such as `1 < min < 2`, which has two.
  Result<FilterTerm> Link(expr::Op op, const Typed& left, const Typed& right, Range range) {
    if (op == expr::Op::kMatch || op == expr::Op::kNotMatch) return Match(op, left, right, range);
    if (op == expr::Op::kIn || op == expr::Op::kNotIn) return OneOf(op, left, right, range);
    if (left.type == Type::kNumber && right.type == Type::kNumber) {
      return CompareNumbers(op, left.term, right.term);
    }
    const bool equality = op == expr::Op::kEqual || op == expr::Op::kNotEqual;
    const bool turned = left.type == Type::kText || left.type == Type::kList;
    const Typed& field = turned ? right : left;
    const Typed& given = turned ? left : right;
    const bool fits = (field.type == Type::kTextField && given.type == Type::kText) ||
                      (field.type == Type::kShape && given.type == Type::kList);
    if (fits && equality) {
      TDBG_ASSIGN_OR_RETURN(FilterTerm term, Equal(field, *given.node));
      return op == expr::Op::kEqual ? std::move(term) : Negated(std::move(term));
    }
    if (fits) return Bad("texts and shapes are compared with == and != only", range);
    if (left.type == Type::kTextField && right.type == Type::kTextField) {
      return Bad("a field is compared with a text in quotes", range);
    }
    return Bad(std::string(Article(left.type)) + " is not compared with " +
                   std::string(Article(right.type)),
               range);
  }

  static FilterTerm CompareNumbers(expr::Op op, const FilterTerm& left, const FilterTerm& right) {
    // `bad > 0` and its like ask whether anything is bad. That is known of more tensors than the
    // count is, and without reading them.
    const bool bad = left.kind == Kind::kField && left.field == Field::kBad;
    if (bad && right.kind == Kind::kConstant) {
      FilterTerm any = Make(Kind::kHasBad);
      const double n = right.number;
      if ((op == expr::Op::kGreater && n == 0) || (op == expr::Op::kNotEqual && n == 0) ||
          (op == expr::Op::kGreaterEqual && n == 1)) {
        return any;
      }
      if ((op == expr::Op::kEqual && n == 0) || (op == expr::Op::kLess && n == 1) ||
          (op == expr::Op::kLessEqual && n == 0)) {
        return Negated(std::move(any));
      }
    }
    FilterTerm term = Make(Kind::kCompare, {left, right});
    term.op = op;
    return term;
  }

  Result<FilterTerm> Match(expr::Op op, const Typed& left, const Typed& right, Range range) {
    if (left.type != Type::kTextField || right.type != Type::kText) {
      return Bad("'" + std::string(SymbolOf(op)) +
                     "' takes a field with a text and a regular expression in quotes",
                 range);
    }
    auto test = std::make_shared<TextTest>();
    re2::RE2::Options options;
    options.set_log_errors(false);
    test->regex = std::make_unique<re2::RE2>(right.node->text, options);
    if (!test->regex->ok()) {
      return Bad("this is no regular expression: " +
                     tensor::EscapeControls(test->regex->error().substr(0, 200)),
                 right.node->range);
    }
    FilterTerm term = TextTerm(left, std::move(test));
    return op == expr::Op::kMatch ? std::move(term) : Negated(std::move(term));
  }

  Result<FilterTerm> OneOf(expr::Op op, const Typed& left, const Typed& right, Range range) {
    if (right.type != Type::kList) {
      return Bad("'" + std::string(SymbolOf(op)) + "' takes a list, as in [1, 2]", range);
    }
    FilterTerm term;
    if (left.type == Type::kTextField) {
      TDBG_ASSIGN_OR_RETURN(term, EqualToAny(left, *right.node));
    } else {
      std::vector<FilterTerm> choices;
      for (const auto& child : right.node->children) {
        TDBG_ASSIGN_OR_RETURN(const Typed one, Compile(*child));
        const Range both = {left.node ? left.node->range.begin : range.begin, child->range.end};
        TDBG_ASSIGN_OR_RETURN(FilterTerm choice, Link(expr::Op::kEqual, left, one, both));
        choices.push_back(std::move(choice));
      }
      term = choices.empty() ? Make(Kind::kTruth) : Joined(Kind::kOr, std::move(choices));
    }
    return op == expr::Op::kIn ? std::move(term) : Negated(std::move(term));
  }

  Result<FilterTerm> Equal(const Typed& field, const Node& given) {
    if (field.type == Type::kTextField) {
      TDBG_ASSIGN_OR_RETURN(std::string text, TextOf(field.term.field, given));
      auto test = std::make_shared<TextTest>();
      test->any_of.push_back(std::move(text));
      return TextTerm(field, std::move(test));
    }
    FilterTerm term = Make(Kind::kShapeIs);
    term.recorded = true;
    for (const auto& child : given.children) {
      if (child->kind != NodeKind::kInteger) {
        return Bad("a shape is made of whole numbers, as in [2, 3]", child->range);
      }
      term.shape.push_back(static_cast<int64_t>(child->number));
    }
    return term;
  }

  Result<FilterTerm> EqualToAny(const Typed& field, const Node& list) {
    auto test = std::make_shared<TextTest>();
    for (const auto& child : list.children) {
      if (child->kind != NodeKind::kText) return Bad("expected a text in quotes", child->range);
      TDBG_ASSIGN_OR_RETURN(std::string text, TextOf(field.term.field, *child));
      test->any_of.push_back(std::move(text));
    }
    return TextTerm(field, std::move(test));
  }

  FilterTerm TextTerm(const Typed& field, std::shared_ptr<const TextTest> test) {
    FilterTerm term = field.term;
    term.kind = Kind::kText;
    term.test = std::move(test);
    term.test_index = progress_.tests++;
    return term;
  }

  // A dtype has a long and a short name; whichever was typed, the long one is compared.
  Result<std::string> TextOf(Field field, const Node& given) {
    if (field != Field::kDType) return given.text;
    const std::optional<tensor::DType> dtype = tensor::DTypeFromName(given.text);
    if (dtype) return std::string(tensor::Info(*dtype).name);
    std::vector<std::string_view> known;
    for (int number = 1; number < tensor::kDTypeCount; ++number) {
      const tensor::DTypeInfo& info = tensor::Info(static_cast<tensor::DType>(number));
      known.push_back(info.name);
      known.push_back(info.short_name);
    }
    return Bad("there is no such dtype" + DidYouMean(given.text, known), given.range);
  }

  static constexpr size_t kDeepestNames = 50;

  std::string_view text_;
  Progress& progress_;
};

}  // namespace

bool TextTest::Accepts(std::string_view text) const {
  if (regex) return re2::RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), *regex);
  return std::find(any_of.begin(), any_of.end(), text) != any_of.end();
}

Result<Filter> Filter::Compile(std::string_view text, const NamedFilters& named) {
  Filter filter;
  filter.text_ = text;
  Progress progress{named, {}, 0, 0, 0};
  TDBG_ASSIGN_OR_RETURN(FilterTerm term, Compiler(text, progress).Run());
  filter.used_ = progress.used;
  filter.term_ = std::make_shared<const FilterTerm>(std::move(term));
  return filter;
}

}  // namespace tdbg::query
