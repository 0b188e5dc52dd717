#include "frameworks/tensorflow/finite_ops.h"

#include <algorithm>
#include <iterator>

namespace tdbg::frameworks::tensorflow {
namespace {

// Sorted. Functions whose result is bounded, or no larger than what they read.
constexpr std::string_view kKeepFinite[] = {
    "Abs",
    "Asinh",
    "Atan",
    "Ceil",
    "Cos",
    "Elu",
    "Erf",
    "Erfc",
    "Floor",
    "Gelu",
    "GeluApproximate",
    "GeluExact",
    "Identity",
    "LeakyRelu",
    "Neg",
    "Relu",
    "Relu6",
    "Rint",
    "Round",
    "Sigmoid",
    "Sign",
    "Sin",
    "Softplus",
    "Softsign",
    "Swish",
    "Tanh",
};
static_assert(std::ranges::is_sorted(kKeepFinite));

}  // namespace

bool KeepsFinite(std::string_view op_type) {
  return std::ranges::binary_search(kKeepFinite, op_type);
}

}  // namespace tdbg::frameworks::tensorflow
