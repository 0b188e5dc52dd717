#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <utility>

#include "expr/arithmetic.h"
#include "expr/cast.h"
#include "expr/elementwise.h"
#include "expr/function_table.h"
#include "expr/index.h"
#include "expr/promotion.h"
#include "expr/shapes.h"

namespace tdbg::expr {
namespace {

using tensor::DType;
using tensor::Shape;

Result<Object> CallReshape(const Call& call) {
  TDBG_ASSIGN_OR_RETURN(const Array array, call.Elements("a"));
  TDBG_ASSIGN_OR_RETURN(std::vector<int64_t> dims, call.RestAsIntegers());
  return AsObject(Reshape(array, std::move(dims)));
}

Result<Object> CallRavel(const Call& call) {
  TDBG_ASSIGN_OR_RETURN(const Array array, call.Elements("a"));
  return Object{WithShape(array, Shape{array.size()})};
}

Result<Object> CallTranspose(const Call& call) {
  TDBG_ASSIGN_OR_RETURN(const Array array, call.Elements("a"));
  const std::vector<Object> rest = call.Rest();
  if (rest.empty() || (rest.size() == 1 && rest[0].none())) {
    return AsObject(Transpose(array, call.stop()));
  }
  TDBG_ASSIGN_OR_RETURN(const std::vector<int64_t> axes, call.RestAsIntegers());
  TDBG_ASSIGN_OR_RETURN(const std::vector<int> order, NormalizeAxes(axes, array.rank()));
  if (static_cast<int>(order.size()) != array.rank()) {
    return InvalidArgument("the array has " + std::to_string(array.rank()) +
                           " axes; all of them must be named");
  }
  return AsObject(Transpose(array, order, call.stop()));
}

Result<Object> CallSqueeze(const Call& call) {
  TDBG_ASSIGN_OR_RETURN(const Array array, call.Elements("a"));
  if (!call.Find("axis")) return AsObject(Squeeze(array, {}));
  TDBG_ASSIGN_OR_RETURN(const std::vector<int64_t> given, call.Integers("axis"));
  call.Blame("axis");
  TDBG_ASSIGN_OR_RETURN(const std::vector<int> axes, NormalizeAxes(given, array.rank()));
  if (axes.empty()) return Object{array};
  return AsObject(Squeeze(array, axes));
}

Result<Object> CallExpandDims(const Call& call) {
  TDBG_ASSIGN_OR_RETURN(const Array array, call.Elements("a"));
  if (!call.Find("axis")) return InvalidArgument("the new axis is missing");
  TDBG_ASSIGN_OR_RETURN(const std::vector<int64_t> axes, call.Integers("axis"));
  call.Blame("axis");
  return AsObject(ExpandDims(array, axes));
}

Result<std::vector<Array>> ArraysOf(const Call& call) {
  const Object* object = call.Find("arrays");
  const Sequence* sequence = object ? object->sequence() : nullptr;
  call.Blame("arrays");
  if (!sequence) return InvalidArgument("expected a list of arrays");
  std::vector<Array> arrays;
  for (const Object& item : sequence->items) {
    TDBG_ASSIGN_OR_RETURN(Array array, AsArray(item));
    array.weak = false;
    arrays.push_back(std::move(array));
  }
  return arrays;
}

Result<Object> CallConcatenate(const Call& call) {
  TDBG_ASSIGN_OR_RETURN(std::vector<Array> arrays, ArraysOf(call));
  TDBG_ASSIGN_OR_RETURN(const int64_t axis, call.Integer("axis", 0));
  return AsObject(Concatenate(arrays, axis, call.stop()));
}

Result<Object> CallStack(const Call& call) {
  TDBG_ASSIGN_OR_RETURN(std::vector<Array> arrays, ArraysOf(call));
  TDBG_ASSIGN_OR_RETURN(const int64_t axis, call.Integer("axis", 0));
  const std::vector<int64_t> axes = {axis};
  for (Array& array : arrays) {
    if (array.shape() != arrays[0].shape() && array.rank() == arrays[0].rank()) {
      return InvalidArgument("only arrays of one shape can be stacked");
    }
    TDBG_ASSIGN_OR_RETURN(array, ExpandDims(array, axes));
  }
  return AsObject(Concatenate(arrays, axis, call.stop()));
}

Result<Array> Filled(const Call& call, const Array& number, DType dtype) {
  TDBG_ASSIGN_OR_RETURN(std::vector<int64_t> dims, call.Integers("shape"));
  call.Blame("shape");
  TDBG_ASSIGN_OR_RETURN(const Array one, Cast(number, dtype));
  if (std::any_of(dims.begin(), dims.end(), [](int64_t dim) { return dim < 0; })) {
    return InvalidArgument("an extent cannot be negative");
  }
  std::vector<int64_t> strides(dims.size(), 0);
  return CopyStrided(one, 0, Shape(std::move(dims)), std::move(strides), call.stop());
}

Result<Object> CallZeros(const Call& call) {
  TDBG_ASSIGN_OR_RETURN(const DType dtype, call.DType("dtype", DType::kF64));
  return AsObject(Filled(call, WeakInt(0), dtype));
}
Result<Object> CallOnes(const Call& call) {
  TDBG_ASSIGN_OR_RETURN(const DType dtype, call.DType("dtype", DType::kF64));
  return AsObject(Filled(call, WeakInt(1), dtype));
}
Result<Object> CallFull(const Call& call) {
  TDBG_ASSIGN_OR_RETURN(const Array value, call.Numbers("fill_value"));
  if (value.rank() != 0) return InvalidArgument("an array is filled with a single number");
  TDBG_ASSIGN_OR_RETURN(const DType dtype, call.DType("dtype", value.dtype()));
  return AsObject(Filled(call, value, dtype));
}

Result<Object> CallArange(const Call& call) {
  const std::vector<Object> rest = call.Rest();
  if (rest.empty() || rest.size() > 3) return InvalidArgument("arange takes one to three numbers");
  bool real = false;
  double numbers[3] = {0, 0, 1};
  for (size_t i = 0; i < rest.size(); ++i) {
    const Array* array = rest[i].array();
    if (!array || array->size() != 1 || NumbersOf(array->dtype()) == Numbers::kComplex) {
      return InvalidArgument("arange takes numbers, but this is " + Describe(rest[i]));
    }
    real = real || NumbersOf(array->dtype()) == Numbers::kReal;
    numbers[rest.size() == 1 ? 1 : i] = tensor::ReadDouble(array->dtype(), array->data());
  }
  const double start = numbers[0];
  const double count = std::ceil((numbers[1] - start) / numbers[2]);
  if (numbers[2] == 0 || !std::isfinite(count)) {
    return InvalidArgument("the step of arange must lead somewhere");
  }
  TDBG_ASSIGN_OR_RETURN(const DType dtype, call.DType("dtype", real ? DType::kF64 : DType::kI64));
  const auto n = static_cast<int64_t>(std::clamp(count, 0.0, 1e15));
  TDBG_ASSIGN_OR_RETURN(ArrayBuilder builder, ArrayBuilder::Make(dtype, Shape{n}));
  // numpy goes on from the second element by its distance from the first.
  const double step = (start + numbers[2]) - start;
  for (int64_t i = 0; i < n; ++i) {
    const double number = start + static_cast<double>(i) * step;
    StoreBlock(dtype, &number, 1, builder.data() + i * tensor::ElementStride(dtype));
  }
  return Object{std::move(builder).Finish()};
}

Result<Object> CallArray(const Call& call) {
  TDBG_ASSIGN_OR_RETURN(const Array array, call.Elements("a"));
  if (!call.Find("dtype")) return Object{Array{array.value, false}};
  TDBG_ASSIGN_OR_RETURN(const DType dtype, call.DType("dtype", array.dtype()));
  return AsObject(Cast(array, dtype));
}

Result<Object> CallAstype(const Call& call) {
  TDBG_ASSIGN_OR_RETURN(const Array array, call.Numbers("a"));
  TDBG_ASSIGN_OR_RETURN(const DType dtype, call.DType("dtype", array.dtype()));
  return AsObject(Cast(array, dtype));
}

Result<Object> CallLen(const Call& call) {
  const Object* object = call.Find("a");
  if (const Sequence* sequence = object ? object->sequence() : nullptr) {
    return Object{WeakInt(static_cast<int64_t>(sequence->items.size()))};
  }
  if (const std::string* text = object ? object->text() : nullptr) {
    return Object{WeakInt(static_cast<int64_t>(text->size()))};
  }
  TDBG_ASSIGN_OR_RETURN(const Array array, call.Elements("a"));
  if (array.rank() == 0) return InvalidArgument("a single number has no length");
  return Object{WeakInt(array.shape()[0])};
}

Result<Array> SingleNumber(const Call& call) {
  TDBG_ASSIGN_OR_RETURN(Array array, call.Numbers("x"));
  if (array.size() != 1) {
    return InvalidArgument("'" + std::string(call.name()) + "' takes a single number, not " +
                           Describe({array}));
  }
  return WithShape(array, Shape{});
}

Result<Object> CallInt(const Call& call) {
  TDBG_ASSIGN_OR_RETURN(const Array number, SingleNumber(call));
  const double value = tensor::ReadComplex(number.dtype(), number.data()).real();
  if (NumbersOf(number.dtype()) == Numbers::kReal && !(std::fabs(value) < 0x1p63)) {
    return InvalidArgument("this number has no integer part that fits 64 bits");
  }
  TDBG_ASSIGN_OR_RETURN(Array integer,
                        Cast(number, number.dtype() == DType::kU64 ? DType::kU64 : DType::kI64));
  integer.weak = true;
  return Object{std::move(integer)};
}
// A text names what has no digits: float('nan'), float('-inf').
Result<Object> FloatOfText(const std::string& text) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (text == "nan") return Object{WeakReal(std::nan(""))};
  if (text == "inf" || text == "+inf") return Object{WeakReal(kInfinity)};
  if (text == "-inf") return Object{WeakReal(-kInfinity)};
  return InvalidArgument("the texts that are numbers are 'nan', 'inf' and '-inf'");
}
Result<Object> CallFloat(const Call& call) {
  const Object* object = call.Find("x");
  if (const std::string* text = object ? object->text() : nullptr) return FloatOfText(*text);
  TDBG_ASSIGN_OR_RETURN(const Array number, SingleNumber(call));
  if (NumbersOf(number.dtype()) == Numbers::kComplex) {
    return InvalidArgument("a complex number is no float; take its real part");
  }
  TDBG_ASSIGN_OR_RETURN(Array real, Cast(number, DType::kF64));
  real.weak = true;
  return Object{std::move(real)};
}
Result<Object> CallBool(const Call& call) {
  TDBG_ASSIGN_OR_RETURN(const Array number, SingleNumber(call));
  TDBG_ASSIGN_OR_RETURN(const bool truth, Truth(number));
  return Object{WeakBool(truth)};
}

Result<Object> CallItem(const Call& call) {
  TDBG_ASSIGN_OR_RETURN(const Array array, call.Numbers("a"));
  TDBG_ASSIGN_OR_RETURN(const std::vector<int64_t> given, call.RestAsIntegers());
  int64_t flat = given.size() == 1 ? given[0] : 0;
  if (flat < 0) flat += array.size();
  if (given.size() > 1 || (given.empty() && array.size() != 1) || flat < 0 ||
      flat >= array.size()) {
    return InvalidArgument("item takes one number below " + std::to_string(array.size()) +
                           ": which element of the flattened array");
  }
  TDBG_ASSIGN_OR_RETURN(Array item, CopyStrided(array, flat, Shape{}, {}, call.stop()));
  switch (NumbersOf(item.dtype())) {
    case Numbers::kReal: {
      TDBG_ASSIGN_OR_RETURN(item, Cast(item, DType::kF64));
      break;
    }
    case Numbers::kComplex: {
      TDBG_ASSIGN_OR_RETURN(item, Cast(item, DType::kComplex128));
      break;
    }
    default:
      if (item.dtype() != DType::kBool && item.dtype() != DType::kU64) {
        TDBG_ASSIGN_OR_RETURN(item, Cast(item, DType::kI64));
      }
      break;
  }
  item.weak = true;
  return Object{std::move(item)};
}

Result<Object> CallDiff(const Call& call) {
  TDBG_ASSIGN_OR_RETURN(Array array, call.Numbers("a"));
  TDBG_ASSIGN_OR_RETURN(const int64_t n, call.Integer("n", 1));
  if (n < 0) return InvalidArgument("n cannot be negative");
  TDBG_ASSIGN_OR_RETURN(const int64_t given, call.Integer("axis", -1));
  if (array.rank() == 0) return InvalidArgument("a single number has no differences");
  TDBG_ASSIGN_OR_RETURN(const int axis, NormalizeAxis(given, array.rank()));
  std::vector<Object> later(static_cast<size_t>(axis), Object{SliceBounds{}});
  std::vector<Object> earlier = later;
  later.push_back({SliceBounds{true, false, 1, 0, 1}});
  earlier.push_back({SliceBounds{false, true, 0, -1, 1}});
  size_t wrong = 0;
  for (int64_t i = 0; i < n && array.shape()[axis] > 0; ++i) {
    TDBG_ASSIGN_OR_RETURN(const Array b, Index(array, later, call.stop(), wrong));
    TDBG_ASSIGN_OR_RETURN(const Array a, Index(array, earlier, call.stop(), wrong));
    TDBG_ASSIGN_OR_RETURN(array, array.dtype() == DType::kBool
                                     ? Compare(Op::kNotEqual, b, a, call.stop())
                                     : Apply(Op::kSubtract, b, a, call.stop()));
  }
  return Object{std::move(array)};
}

Result<Object> CallFlip(const Call& call) {
  TDBG_ASSIGN_OR_RETURN(const Array array, call.Elements("a"));
  std::vector<int64_t> axes(static_cast<size_t>(array.rank()));
  std::iota(axes.begin(), axes.end(), int64_t{0});
  if (call.Find("axis")) {
    TDBG_ASSIGN_OR_RETURN(axes, call.Integers("axis"));
  }
  call.Blame("axis");
  TDBG_ASSIGN_OR_RETURN(const std::vector<int> chosen, NormalizeAxes(axes, array.rank()));
  std::vector<Object> items(static_cast<size_t>(array.rank()), Object{SliceBounds{}});
  for (const int axis : chosen) {
    items[static_cast<size_t>(axis)] = {SliceBounds{false, false, 0, 0, -1}};
  }
  size_t wrong = 0;
  return AsObject(Index(array, items, call.stop(), wrong));
}

constexpr Function kShaping[] = {
    {"array", "array(a, dtype=None)", "a list as an array", CallArray},
    {"asarray", "asarray(a, dtype=None)", "a list as an array", CallArray},
    {"astype", "astype(a, dtype)", "the elements in another dtype", CallAstype, true},
    {"reshape", "reshape(a, *shape)", "the same elements in another shape; -1 is what is left",
     CallReshape, true},
    {"ravel", "ravel(a)", "all elements as one row", CallRavel, true},
    {"transpose", "transpose(a, *axes)", "with the axes reversed, or in the order given",
     CallTranspose, true},
    {"squeeze", "squeeze(a, axis=None)", "without axes of extent 1", CallSqueeze, true},
    {"expand_dims", "expand_dims(a, axis)", "with axes of extent 1 put in", CallExpandDims},
    {"concatenate", "concatenate(arrays, axis=0)", "arrays one behind another", CallConcatenate},
    {"stack", "stack(arrays, axis=0)", "arrays side by side along a new axis", CallStack},
    {"flip", "flip(a, axis=None)", "in reverse order", CallFlip},
    {"diff", "diff(a, n=1, axis=-1)", "differences of neighbours", CallDiff},
    {"zeros", "zeros(shape, dtype='float64')", "an array of zeros", CallZeros},
    {"ones", "ones(shape, dtype='float64')", "an array of ones", CallOnes},
    {"full", "full(shape, fill_value, dtype=None)", "an array of one number", CallFull},
    {"arange", "arange(*start_stop_step, dtype=None)", "numbers at equal distances", CallArange},
    {"len", "len(a)", "extent of the first axis", CallLen},
    {"int", "int(x)", "a single number without its fraction", CallInt},
    {"float", "float(x)", "a single number as Python's float", CallFloat},
    {"bool", "bool(x)", "whether a single number is not zero", CallBool},
    {"item", "item(a, *index)", "one element as a Python number", CallItem, true},
};

}  // namespace

std::span<const Function> ShapingFunctions() { return kShaping; }

}  // namespace tdbg::expr
