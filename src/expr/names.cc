#include "expr/names.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/near_names.h"
#include "expr/elementwise.h"
#include "expr/evaluate.h"
#include "expr/function_table.h"
#include "expr/promotion.h"
#include "expr/shapes.h"

namespace tdbg::expr {
namespace {

using tensor::DType;

struct Constant {
  std::string_view name;
  Object (*make)();
};

const Constant kConstants[] = {
    {"True", [] { return Object{WeakBool(true)}; }},
    {"False", [] { return Object{WeakBool(false)}; }},
    {"None", [] { return Object{None{}}; }},
    {"newaxis", [] { return Object{None{}}; }},
    {"pi", [] { return Object{WeakReal(3.141592653589793)}; }},
    {"e", [] { return Object{WeakReal(2.718281828459045)}; }},
    {"inf", [] { return Object{WeakReal(std::numeric_limits<double>::infinity())}; }},
    {"nan", [] { return Object{WeakReal(std::nan(""))}; }},
    {"int", [] { return Object{DType::kI64}; }},
    {"float", [] { return Object{DType::kF64}; }},
    {"complex", [] { return Object{DType::kComplex128}; }},
};

constexpr std::string_view kAttributes[] = {"T",    "dtype", "imag",  "itemsize", "nbytes",
                                            "ndim", "real",  "shape", "size"};

}  // namespace

std::optional<Object> ConstantOf(std::string_view name) {
  for (const Constant& constant : kConstants) {
    if (constant.name == name) return constant.make();
  }
  const std::optional<DType> dtype = tensor::DTypeFromName(name);
  if (dtype && tensor::HasNumbers(*dtype) && tensor::Info(*dtype).name == name) {
    return Object{Unquantized(*dtype)};
  }
  return std::nullopt;
}

const std::vector<std::string_view>& ConstantNames() {
  static const std::vector<std::string_view> names = [] {
    std::vector<std::string_view> all;
    for (const Constant& constant : kConstants) all.push_back(constant.name);
    for (int number = 1; number < tensor::kDTypeCount; ++number) {
      const auto dtype = static_cast<DType>(number);
      if (tensor::HasNumbers(dtype)) all.push_back(tensor::Info(dtype).name);
    }
    return all;
  }();
  return names;
}

const std::vector<std::string_view>& AttributeNames() {
  static const std::vector<std::string_view> names(std::begin(kAttributes), std::end(kAttributes));
  return names;
}

Result<Object> AttributeOf(const Object& object, std::string_view name, const Stop& stop) {
  const std::string shown(name.substr(0, 40));
  if (std::find(std::begin(kAttributes), std::end(kAttributes), name) == std::end(kAttributes)) {
    const Function* function = FindFunction(name);
    if (function && function->method) {
      return InvalidArgument("'" + shown + "' is a function; write ." + shown + "()");
    }
    std::vector<std::string_view> known = AttributeNames();
    known.insert(known.end(), MethodNames().begin(), MethodNames().end());
    return InvalidArgument("there is no '." + shown + "'" + DidYouMean(name, known));
  }
  Result<Array> given = AsArray(object);
  if (!given.ok()) {
    return InvalidArgument("only arrays have '." + shown + "', but this is " + Describe(object));
  }
  const Array& array = *given;
  if (name == "T") return AsObject(Transpose(array, stop));
  if (name == "real") return AsObject(RealPart(array));
  if (name == "imag") return AsObject(ImaginaryPart(array));
  if (name == "dtype") return Object{array.dtype()};
  if (name == "ndim") return Object{WeakInt(array.rank())};
  if (name == "size") return Object{WeakInt(array.size())};
  const int64_t bytes = tensor::Info(array.dtype()).bytes;
  if (name == "itemsize") return Object{WeakInt(bytes)};
  if (name == "nbytes") return Object{WeakInt(bytes * array.size())};
  Sequence shape;
  for (const int64_t dim : array.shape().dims()) shape.items.push_back({WeakInt(dim)});
  return Object{std::move(shape)};
}

std::optional<std::string> PlainName(const Node& node) {
  if (node.kind == NodeKind::kName) return node.text;
  if (node.kind != NodeKind::kAttribute) return std::nullopt;
  const Node* prefix = node.children[0].get();
  if (prefix->kind == NodeKind::kAttribute && prefix->text == "linalg") {
    prefix = prefix->children[0].get();
  }
  const bool numpy =
      prefix->kind == NodeKind::kName && (prefix->text == "np" || prefix->text == "numpy");
  if (!numpy) return std::nullopt;
  return node.text;
}

}  // namespace tdbg::expr
