#include "expr/evaluate.h"

#include <algorithm>
#include <limits>
#include <map>
#include <memory>
#include <new>
#include <utility>

#include "base/near_names.h"
#include "expr/arithmetic.h"
#include "expr/cast.h"
#include "expr/element_block.h"
#include "expr/elementwise.h"
#include "expr/function_table.h"
#include "expr/index.h"
#include "expr/linalg.h"
#include "expr/names.h"
#include "expr/parser.h"
#include "expr/promotion.h"
#include "tensor/number_environment.h"

namespace tdbg::expr {
namespace {

using tensor::DType;

class Evaluator {
 public:
  Evaluator(std::string_view text, const Environment& environment)
      : text_(text), environment_(environment), stop_(environment.stop, &environment.pause) {}

  Result<Object> Eval(const Node& node) {
    TDBG_RETURN_IF_ERROR(Located(stop_.Check(), node.range));
    switch (node.kind) {
      case NodeKind::kInteger:
        return Object{WeakUint(node.number)};
      case NodeKind::kFloat:
        return Object{WeakReal(node.real)};
      case NodeKind::kImaginary:
        return Object{WeakComplex({0, node.real})};
      case NodeKind::kText:
        return Object{node.text};
      case NodeKind::kTensor:
        return Located(Tensor(node.text), node.range);
      case NodeKind::kName:
        return Name(node, node.text);
      case NodeKind::kList:
      case NodeKind::kTuple:
        return Items(node);
      case NodeKind::kUnary:
        return Unary(node);
      case NodeKind::kBinary:
        return Binary(node);
      case NodeKind::kCompare:
        return Comparison(node);
      case NodeKind::kAnd:
      case NodeKind::kOr:
        return Logical(node);
      case NodeKind::kConditional: {
        TDBG_ASSIGN_OR_RETURN(const bool holds, TruthOf(*node.children[1]));
        return Eval(*node.children[holds ? 0 : 2]);
      }
      case NodeKind::kCall:
        return CallFunction(node);
      case NodeKind::kAttribute:
        return Attribute(node);
      case NodeKind::kIndex:
        return Subscript(node);
      case NodeKind::kKeyword:
      case NodeKind::kSlice:
      case NodeKind::kEllipsis:
        break;
    }
    return Bad("unexpected here", node.range);
  }

 private:
  Status Bad(std::string_view message, Range range) const {
    return InvalidArgument(Underlined(message, text_, range.begin, range.end));
  }
  Status Located(const Status& status, Range range) const {
    return status.ok() ? status : Underline(status, text_, range);
  }
  Result<Object> Located(Result<Object> result, Range range) const {
    if (result.ok()) return result;
    return Underline(result.status(), text_, range);
  }
  Result<Object> Located(Result<Array> result, Range range) const {
    return Located(AsObject(std::move(result)), range);
  }

  Result<Object> Tensor(const std::string& name) {
    const auto known = tensors_.find(name);
    if (known != tensors_.end()) return Object{known->second};
    if (!environment_.tensor) return InvalidArgument("there are no tensors here");
    TDBG_ASSIGN_OR_RETURN(const tensor::Value value, environment_.tensor(name));
    TDBG_RETURN_IF_ERROR(CheckShape(value.shape()));
    Array array{value, false};
    if (const DType plain = Unquantized(value.dtype()); plain != value.dtype()) {
      auto owner = std::make_shared<const tensor::Value>(value);
      array.value = tensor::Value::Borrow(plain, value.shape(), value.view().data, owner);
    }
    tensors_.emplace(name, array);
    return Object{std::move(array)};
  }

  Result<Object> Name(const Node& node, const std::string& name) {
    if (std::optional<Object> constant = ConstantOf(name)) return *std::move(constant);
    const std::string shown = "'" + name.substr(0, 40) + "'";
    if (FindFunction(name)) {
      return Bad(shown + " is a function; write " + name + "(...)", node.range);
    }
    if (name == "np" || name == "numpy") return Bad("expected np.something", node.range);
    std::vector<std::string_view> known = FunctionNames();
    known.insert(known.end(), ConstantNames().begin(), ConstantNames().end());
    return Bad("there is no " + shown + " here" + DidYouMean(name, known) +
                   "; tensors are written between backticks",
               node.range);
  }

  Result<Object> Items(const Node& node) {
    Sequence sequence;
    sequence.is_list = node.kind == NodeKind::kList;
    for (const auto& child : node.children) {
      TDBG_ASSIGN_OR_RETURN(Object item, Eval(*child));
      sequence.items.push_back(std::move(item));
    }
    return Object{std::move(sequence)};
  }

  Result<Array> ArrayOf(const Node& node) {
    TDBG_ASSIGN_OR_RETURN(const Object object, Eval(node));
    Result<Array> array = AsArray(object);
    if (!array.ok()) return Underline(array.status(), text_, node.range);
    return array;
  }

  Result<bool> TruthOf(const Node& node) {
    TDBG_ASSIGN_OR_RETURN(const Object object, Eval(node));
    return TruthOf(object, node.range);
  }
  Result<bool> TruthOf(const Object& object, Range range) {
    if (object.none()) return false;
    if (const std::string* text = object.text()) return !text->empty();
    if (const Sequence* sequence = object.sequence()) return !sequence->items.empty();
    const Array* array = object.array();
    if (!array) return true;
    Result<bool> truth = Truth(*array);
    if (!truth.ok()) return Underline(truth.status(), text_, range);
    return truth;
  }

  Result<Object> Unary(const Node& node) {
    if (node.op == Op::kNot) {
      TDBG_ASSIGN_OR_RETURN(const bool truth, TruthOf(*node.children[0]));
      return Object{WeakBool(!truth)};
    }
    TDBG_ASSIGN_OR_RETURN(const Array operand, ArrayOf(*node.children[0]));
    return Located(Apply(node.op, operand, stop_), node.range);
  }

  Result<Object> Binary(const Node& node) {
    TDBG_ASSIGN_OR_RETURN(const Object left, Eval(*node.children[0]));
    TDBG_ASSIGN_OR_RETURN(const Object right, Eval(*node.children[1]));
    // Python has other things in mind with (1, 2) * 3.
    const auto strong = [](const Object& object) {
      return object.array() && !object.array()->weak;
    };
    if (!strong(left) && !strong(right) && !(left.array() && right.array())) {
      return Bad("'" + std::string(SymbolOf(node.op)) + "' takes arrays, but these are " +
                     Describe(left) + " and " + Describe(right),
                 node.range);
    }
    TDBG_ASSIGN_OR_RETURN(const Array a, Operand(left, *node.children[0]));
    TDBG_ASSIGN_OR_RETURN(const Array b, Operand(right, *node.children[1]));
    if (node.op == Op::kMatmul) return Located(Matmul(a, b, stop_), node.range);
    return Located(Apply(node.op, a, b, stop_), node.range);
  }

  Result<Array> Operand(const Object& object, const Node& node) {
    Result<Array> array = AsArray(object);
    if (!array.ok()) return Underline(array.status(), text_, node.range);
    return array;
  }

  Result<Object> Comparison(const Node& node) {
    TDBG_ASSIGN_OR_RETURN(Object left, Eval(*node.children[0]));
    Object result;
    for (size_t i = 0; i < node.ops.size(); ++i) {
      const Node& right_node = *node.children[i + 1];
      TDBG_ASSIGN_OR_RETURN(Object right, Eval(right_node));
      const Range range = {node.children[i]->range.begin, right_node.range.end};
      TDBG_ASSIGN_OR_RETURN(result, Located(CompareObjects(node.ops[i], left, right), range));
      if (i + 1 < node.ops.size()) {  // a < b < c is a < b and b < c
        TDBG_ASSIGN_OR_RETURN(const bool holds, TruthOf(result, range));
        if (!holds) return result;
      }
      left = std::move(right);
    }
    return result;
  }

  Result<Object> CompareObjects(Op op, const Object& left, const Object& right) {
    if (op == Op::kMatch || op == Op::kNotMatch) {
      return InvalidArgument("'" + std::string(SymbolOf(op)) +
                             "' matches names in tensor filters; there is none in eval");
    }
    if (op == Op::kIn || op == Op::kNotIn) return Contained(op, left, right);
    const bool arrays =
        (left.array() && (right.array() || right.sequence())) || (right.array() && left.sequence());
    if (arrays) {
      TDBG_ASSIGN_OR_RETURN(const Array a, AsArray(left));
      TDBG_ASSIGN_OR_RETURN(const Array b, AsArray(right));
      return AsObject(Compare(op, a, b, stop_));
    }
    if (op != Op::kEqual && op != Op::kNotEqual) {
      return InvalidArgument("'" + std::string(SymbolOf(op)) + "' does not compare " +
                             Describe(left) + " with " + Describe(right));
    }
    TDBG_ASSIGN_OR_RETURN(const bool equal, Same(left, right));
    return Object{WeakBool(equal == (op == Op::kEqual))};
  }

  Result<Object> Contained(Op op, const Object& item, const Object& whole) {
    bool found = false;
    if (const Sequence* sequence = whole.sequence()) {
      for (const Object& one : sequence->items) {
        TDBG_ASSIGN_OR_RETURN(const bool same, Same(item, one));
        found = found || same;
      }
    } else if (whole.array() && item.array()) {
      TDBG_ASSIGN_OR_RETURN(const Array equal,
                            Compare(Op::kEqual, *whole.array(), *item.array(), stop_));
      TDBG_ASSIGN_OR_RETURN(const Array any, Any(equal, {}, stop_));
      TDBG_ASSIGN_OR_RETURN(found, Truth(any));
    } else if (whole.text() && item.text()) {
      found = whole.text()->find(*item.text()) != std::string::npos;
    } else {
      return InvalidArgument("'in' looks into arrays, lists and texts, not into " +
                             Describe(whole));
    }
    return Object{WeakBool(found == (op == Op::kIn))};
  }

  // Python's ==, with a single answer.
  Result<bool> Same(const Object& a, const Object& b) {
    if (a.array() && b.array()) {
      TDBG_ASSIGN_OR_RETURN(const Array equal, Compare(Op::kEqual, *a.array(), *b.array(), stop_));
      return Truth(equal);
    }
    if (a.sequence() && b.sequence()) {
      const auto& left = a.sequence()->items;
      const auto& right = b.sequence()->items;
      if (left.size() != right.size()) return false;
      for (size_t i = 0; i < left.size(); ++i) {
        TDBG_ASSIGN_OR_RETURN(const bool same, Same(left[i], right[i]));
        if (!same) return false;
      }
      return true;
    }
    if (a.text() && b.text()) return *a.text() == *b.text();
    if (a.none() || b.none()) return a.none() && b.none();
    const bool dtypes = std::holds_alternative<DType>(a.is) || std::holds_alternative<DType>(b.is);
    if (!dtypes) return false;
    const Result<DType> left = DTypeOf(a);
    const Result<DType> right = DTypeOf(b);
    return left.ok() && right.ok() && *left == *right;
  }

  Result<Object> Logical(const Node& node) {
    const bool decides = node.kind == NodeKind::kOr;
    for (size_t i = 0;; ++i) {
      TDBG_ASSIGN_OR_RETURN(Object value, Eval(*node.children[i]));
      if (i + 1 == node.children.size()) return value;
      TDBG_ASSIGN_OR_RETURN(const bool truth, TruthOf(value, node.children[i]->range));
      if (truth == decides) return value;
    }
  }

  Result<Object> Attribute(const Node& node) {
    if (const std::optional<std::string> name = PlainName(node)) return Name(node, *name);
    TDBG_ASSIGN_OR_RETURN(const Object object, Eval(*node.children[0]));
    return Located(AttributeOf(object, node.text, stop_), node.op_range);
  }

  Result<Object> CallFunction(const Node& node) {
    const Node& callee = *node.children[0];
    std::vector<Argument> arguments;
    const Function* function = nullptr;
    std::optional<DType> conversion;
    if (const std::optional<std::string> name = PlainName(callee)) {
      function = FindFunction(*name);
      if (!function) {
        const std::optional<Object> constant = ConstantOf(*name);
        const DType* dtype = constant ? std::get_if<DType>(&constant->is) : nullptr;
        if (!dtype) {
          return Bad("there is no function '" + name->substr(0, 40) + "'" +
                         DidYouMean(*name, FunctionNames()),
                     callee.range);
        }
        conversion = *dtype;
      }
    } else if (callee.kind == NodeKind::kAttribute) {
      function = FindFunction(callee.text);
      if (!function || !function->method) {
        return Bad("there is no method '" + callee.text.substr(0, 40) + "'" +
                       DidYouMean(callee.text, MethodNames()),
                   callee.op_range);
      }
      TDBG_ASSIGN_OR_RETURN(Object object, Eval(*callee.children[0]));
      arguments.push_back({std::move(object), callee.children[0]->range, "", {}});
    } else {
      return Bad("only functions can be called", callee.range);
    }

    for (size_t i = 1; i < node.children.size(); ++i) {
      const Node& child = *node.children[i];
      const bool named = child.kind == NodeKind::kKeyword;
      const Node& value = named ? *child.children[0] : child;
      TDBG_ASSIGN_OR_RETURN(Object object, Eval(value));
      arguments.push_back(
          {std::move(object), value.range, named ? child.text : "", child.op_range});
    }
    if (conversion) return Convert(*conversion, arguments, node);
    Range blamed = node.range;
    const Result<Call> call = Call::Bind(*function, std::move(arguments), stop_, blamed);
    if (!call.ok()) return Underline(call.status(), text_, blamed);
    return Located(function->run(*call), blamed);
  }

  // A dtype that is called, as in np.float32(x).
  Result<Object> Convert(DType dtype, const std::vector<Argument>& arguments, const Node& node) {
    if (arguments.size() != 1) return Bad("a conversion takes one argument", node.range);
    TDBG_ASSIGN_OR_RETURN(const Array array, Operand(arguments[0].value, *node.children[1]));
    return Located(Cast(array, dtype), node.range);
  }

  Result<Object> Subscript(const Node& node) {
    TDBG_ASSIGN_OR_RETURN(const Object object, Eval(*node.children[0]));
    std::vector<Object> items;
    for (size_t i = 1; i < node.children.size(); ++i) {
      const Node& child = *node.children[i];
      if (child.kind == NodeKind::kEllipsis) {
        items.push_back({Ellipsis{}});
      } else if (child.kind == NodeKind::kSlice) {
        TDBG_ASSIGN_OR_RETURN(const SliceBounds bounds, Bounds(child));
        items.push_back({bounds});
      } else {
        TDBG_ASSIGN_OR_RETURN(Object item, Eval(child));
        items.push_back(std::move(item));
      }
    }
    const bool is_tuple = items.size() == 1 && items[0].sequence() && !items[0].sequence()->is_list;
    if (is_tuple) {
      std::vector<Object> inner = items[0].sequence()->items;
      items = std::move(inner);
    }
    if (const Sequence* sequence = object.sequence()) {
      return Located(ItemOf(*sequence, items), node.range);
    }
    const Array* array = object.array();
    if (!array) return Bad("only arrays and lists have items", node.range);
    constexpr size_t kNone = static_cast<size_t>(-1);
    size_t wrong = kNone;
    Result<Array> chosen = Index(*array, items, stop_, wrong);
    if (chosen.ok()) return Object{*std::move(chosen)};
    const bool one = wrong != kNone && !is_tuple;
    const Range all = {node.children[1]->range.begin, node.children.back()->range.end};
    return Underline(chosen.status(), text_, one ? node.children[wrong + 1]->range : all);
  }

  Result<SliceBounds> Bounds(const Node& node) {
    SliceBounds bounds;
    for (size_t part = 0; part < 3; ++part) {
      if (!node.children[part]) continue;
      TDBG_ASSIGN_OR_RETURN(const Object object, Eval(*node.children[part]));
      if (object.none()) continue;
      const Array* array = object.array();
      if (!array || array->rank() != 0 || !IsInteger(array->dtype())) {
        return Bad("a slice is made of integers, but this is " + Describe(object),
                   node.children[part]->range);
      }
      const int64_t number = std::max(tensor::ReadInt64(array->dtype(), array->data()),
                                      -std::numeric_limits<int64_t>::max());
      if (part == 2 && number == 0) {
        return Bad("the step of a slice cannot be 0", node.children[part]->range);
      }
      (part == 0 ? bounds.start : part == 1 ? bounds.stop : bounds.step) = number;
      if (part == 0) bounds.has_start = true;
      if (part == 1) bounds.has_stop = true;
    }
    return bounds;
  }

  // Chooses items of a tuple by the rules for arrays: an array of their places is indexed instead.
  Result<Object> ItemOf(const Sequence& sequence, const std::vector<Object>& items) {
    const auto size = static_cast<int64_t>(sequence.items.size());
    TDBG_ASSIGN_OR_RETURN(ArrayBuilder builder,
                          ArrayBuilder::Make(DType::kI64, tensor::Shape{size}));
    for (int64_t i = 0; i < size; ++i) StoreBlock(DType::kI64, &i, 1, builder.data() + i * 8);
    size_t wrong = 0;
    TDBG_ASSIGN_OR_RETURN(const Array places,
                          Index(std::move(builder).Finish(), items, stop_, wrong));
    const auto item = [&](int64_t i) {
      const auto place = tensor::ReadInt64(DType::kI64, places.data() + i * 8);
      return sequence.items[static_cast<size_t>(place)];
    };
    if (places.rank() == 0) return item(0);
    if (places.rank() > 1) return InvalidArgument("a list has one axis");
    Sequence chosen;
    chosen.is_list = sequence.is_list;
    for (int64_t i = 0; i < places.size(); ++i) chosen.items.push_back(item(i));
    return Object{std::move(chosen)};
  }

  std::string_view text_;
  const Environment& environment_;
  Stop stop_;
  std::map<std::string, Array> tensors_;
};

Outcome OutcomeOf(const Object& object) {
  if (const Array* array = object.array()) return {array->value};
  if (const std::string* text = object.text()) return {*text};
  if (const auto* dtype = std::get_if<DType>(&object.is)) {
    return {std::string(tensor::Info(*dtype).name)};
  }
  const Sequence* sequence = object.sequence();
  if (!sequence) return {std::string("None")};
  if (sequence->is_list) {
    if (const Result<Array> array = AsArray(object); array.ok()) return {array->value};
  }
  std::vector<Outcome> items;
  for (const Object& item : sequence->items) items.push_back(OutcomeOf(item));
  return {std::move(items)};
}

}  // namespace

Result<Outcome> Evaluate(std::string_view text, const Environment& environment) {
  const tensor::NumberEnvironment numbers;
  const Spending spending(environment.allowance);
  TDBG_ASSIGN_OR_RETURN(const std::unique_ptr<Node> node, Parse(text));
  try {
    TDBG_ASSIGN_OR_RETURN(const Object object, Evaluator(text, environment).Eval(*node));
    return OutcomeOf(object);
  } catch (const std::bad_alloc&) {
    return InvalidArgument(Underlined("there is not enough memory for this", text, 0, text.size()));
  }
}

}  // namespace tdbg::expr
