#include <utility>

#include "expr/arithmetic.h"
#include "expr/cast.h"
#include "expr/function_table.h"
#include "expr/histogram.h"
#include "expr/linalg.h"
#include "expr/order.h"
#include "expr/shapes.h"

namespace tdbg::expr {
namespace {

using tensor::DType;

// The last axis unless another is given; None means all elements as one row.
Result<std::optional<int64_t>> SortAxis(const Call& call, const Array& array) {
  if (call.GivenAsNone("axis")) return std::optional<int64_t>();
  TDBG_ASSIGN_OR_RETURN(const std::optional<int64_t> axis, call.Axis());
  if (array.rank() == 0) return InvalidArgument("a single number cannot be sorted");
  return std::optional<int64_t>(axis.value_or(-1));
}

Result<Object> CallSort(const Call& call) {
  TDBG_ASSIGN_OR_RETURN(const Array array, call.Numbers("a"));
  TDBG_ASSIGN_OR_RETURN(const std::optional<int64_t> axis, SortAxis(call, array));
  return AsObject(Sort(array, axis, call.stop()));
}
Result<Object> CallArgsort(const Call& call) {
  TDBG_ASSIGN_OR_RETURN(const Array array, call.Numbers("a"));
  TDBG_ASSIGN_OR_RETURN(const std::optional<int64_t> axis, SortAxis(call, array));
  return AsObject(ArgSort(array, axis, call.stop()));
}

Result<Object> CallUnique(const Call& call) {
  TDBG_ASSIGN_OR_RETURN(const Array array, call.Numbers("a"));
  TDBG_ASSIGN_OR_RETURN(const bool counts, call.Flag("return_counts", false));
  TDBG_ASSIGN_OR_RETURN(Distinct distinct, Unique(array, call.stop()));
  if (!counts) return Object{std::move(distinct.values)};
  Sequence tuple;
  tuple.items.push_back({std::move(distinct.values)});
  tuple.items.push_back({std::move(distinct.counts)});
  return Object{std::move(tuple)};
}

Result<Array> QuantileOf(const Call& call, double whole) {
  TDBG_ASSIGN_OR_RETURN(const Array array, call.Numbers("a"));
  TDBG_ASSIGN_OR_RETURN(const Array given, call.Numbers("q"));
  TDBG_ASSIGN_OR_RETURN(Array q, Cast(given, DType::kF64));
  TDBG_ASSIGN_OR_RETURN(q, Apply(FunctionOf(Op::kDivide), q, WeakReal(whole), call.stop()));
  q.weak = given.weak;
  TDBG_ASSIGN_OR_RETURN(const Along along, call.AxesAndKeep());
  if (!call.Find("axis")) call.Blame("q");
  return Quantile(array, q, along, call.stop());
}
Result<Object> CallPercentile(const Call& call) { return AsObject(QuantileOf(call, 100)); }
Result<Object> CallQuantile(const Call& call) { return AsObject(QuantileOf(call, 1)); }

Result<Object> CallMedian(const Call& call) {
  TDBG_ASSIGN_OR_RETURN(const Array array, call.Numbers("a"));
  TDBG_ASSIGN_OR_RETURN(const Along along, call.AxesAndKeep());
  return AsObject(Median(array, along, call.stop()));
}

Result<Object> CallHistogram(const Call& call) {
  TDBG_ASSIGN_OR_RETURN(const Array array, call.Numbers("a"));
  Array bins = WeakInt(10);
  if (call.Find("bins")) {
    TDBG_ASSIGN_OR_RETURN(bins, call.Numbers("bins"));
  }
  std::optional<std::pair<Array, Array>> limits;
  if (const Object* range = call.Find("range")) {
    const Sequence* pair = range->sequence();
    const bool two = pair && pair->items.size() == 2 && pair->items[0].array() &&
                     pair->items[1].array() && pair->items[0].array()->rank() == 0 &&
                     pair->items[1].array()->rank() == 0;
    if (!two) {
      call.Blame("range");
      return InvalidArgument("a range is two numbers, as in range=(0, 1)");
    }
    limits.emplace(*pair->items[0].array(), *pair->items[1].array());
  }
  TDBG_ASSIGN_OR_RETURN(Histogram histogram, HistogramOf(array, bins, limits, call.stop()));
  Sequence tuple;
  tuple.items.push_back({std::move(histogram.counts)});
  tuple.items.push_back({std::move(histogram.edges)});
  return Object{std::move(tuple)};
}

Result<Object> CallNonzero(const Call& call) {
  TDBG_ASSIGN_OR_RETURN(const Array array, call.Numbers("a"));
  if (array.rank() == 0) return InvalidArgument("a single number has no places");
  TDBG_ASSIGN_OR_RETURN(std::vector<Array> indices, Nonzero(array));
  Sequence tuple;
  for (Array& index : indices) tuple.items.push_back({std::move(index)});
  return Object{std::move(tuple)};
}

Result<Object> CallDot(const Call& call) {
  TDBG_ASSIGN_OR_RETURN(Array a, call.Numbers("a"));
  TDBG_ASSIGN_OR_RETURN(Array b, call.Numbers("b"));
  a.weak = b.weak = false;
  return AsObject(Dot(a, b, call.stop()));
}
Result<Object> CallMatmul(const Call& call) {
  TDBG_ASSIGN_OR_RETURN(const Array a, call.Numbers("a"));
  TDBG_ASSIGN_OR_RETURN(const Array b, call.Numbers("b"));
  return AsObject(Matmul(a, b, call.stop()));
}

Result<Object> CallNorm(const Call& call) {
  TDBG_ASSIGN_OR_RETURN(const Array x, call.Numbers("x"));
  const Object* order = call.Find("ord");
  TDBG_ASSIGN_OR_RETURN(const Along along, call.AxesAndKeep());
  if (!call.Find("axis")) call.Blame("ord");
  return AsObject(Norm(x, order ? *order : Object{None{}}, along, call.stop()));
}

constexpr Function kOrdering[] = {
    {"sort", "sort(a, axis=-1)", "sorted ascending, NaN last", CallSort, true},
    {"argsort", "argsort(a, axis=-1)", "where the elements of the sorted array are", CallArgsort,
     true},
    {"unique", "unique(a, return_counts=False)", "the distinct elements, sorted; and how many",
     CallUnique},
    {"percentile", "percentile(a, q, axis=None, keepdims=False)",
     "what q percent of the elements lie below", CallPercentile},
    {"quantile", "quantile(a, q, axis=None, keepdims=False)",
     "what the part q, from 0 to 1, of the elements lies below", CallQuantile},
    {"median", "median(a, axis=None, keepdims=False)", "the element in the middle", CallMedian},
    {"histogram", "histogram(a, bins=10, range=None)",
     "how many elements fall into each interval, and the intervals' edges", CallHistogram},
    {"nonzero", "nonzero(a)", "for each axis, where the elements are not zero", CallNonzero, true},
    {"dot", "dot(a, b)", "product of vectors or matrices", CallDot, true},
    {"matmul", "matmul(a, b)", "product of matrices, a @ b", CallMatmul},
    {"norm", "norm(x, ord=None, axis=None, keepdims=False)",
     "length of a vector, or norm of a matrix; also np.linalg.norm", CallNorm},
};

}  // namespace

std::span<const Function> OrderingFunctions() { return kOrdering; }

}  // namespace tdbg::expr
