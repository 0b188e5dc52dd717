#include "store/digest.h"

#include <cmath>

namespace tdbg::store {
namespace {

std::optional<double> Known(double value) {
  return std::isnan(value) ? std::nullopt : std::optional<double>(value);
}

}  // namespace

Digest DigestOf(tensor::DType dtype, const tensor::Shape& shape, const tensor::Health& health) {
  Digest digest;
  digest.dtype = dtype;
  digest.rank = shape.rank();
  digest.shape = shape;
  digest.elements = health.elements;
  if (!tensor::HasNumbers(dtype)) return digest;
  digest.bad = health.bad() > 0;
  digest.neg_inf = health.neg_inf;
  digest.pos_inf = health.pos_inf;
  digest.nan = health.nan;
  digest.negative = health.negative;
  digest.zero = health.zero;
  digest.positive = health.positive;
  digest.subnormal = health.subnormal;
  digest.min = Known(health.min);
  digest.max = Known(health.max);
  digest.mean = Known(health.mean);
  digest.variance = Known(health.variance);
  digest.l2 = Known(health.l2);
  if (health.first_bad >= 0) digest.first_bad = health.first_bad;
  return digest;
}

}  // namespace tdbg::store
