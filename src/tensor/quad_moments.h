// Moments in quadruple precision, for tests: two passes, and a sum that rounds only at the end.
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <vector>

#include <gtest/gtest.h>

#include "tensor/each_element.h"
#include "tensor/element.h"
#include "tensor/health.h"
#include "tensor/health_exact.h"

namespace tdbg::tensor {

using Quad = __float128;

// Keeps what every addition rounds away as a number of its own (Shewchuk).
class GrowingSum {
 public:
  void Add(Quad x) {
    size_t kept = 0;
    for (const Quad part : parts_) {
      const Quad sum = x + part;
      const Quad added = sum - part;
      const Quad error = (part - (sum - added)) + (x - added);
      if (error != 0) parts_[kept++] = error;
      x = sum;
    }
    parts_.resize(kept);
    parts_.push_back(x);
  }
  Quad Value() const {
    Quad sum = 0;
    for (auto part = parts_.rbegin(); part != parts_.rend(); ++part) sum += *part;
    return sum;
  }

 private:
  std::vector<Quad> parts_;
};

struct QuadMoments {
  Quad mean = 0;
  Quad variance = 0;
  Quad squares = 0;
};

inline QuadMoments ComputeQuadMoments(const TensorView& view) {
  const DTypeClass cls = Info(view.dtype).cls;
  const auto each = [&](auto visit) {
    ForEachElement(view, [&](const std::byte* at) {
      if (cls == DTypeClass::kComplex) {
        const std::complex<double> value = ReadComplex(view.dtype, at);
        if (!std::isfinite(value.real()) || !std::isfinite(value.imag())) return;
        visit(Quad{value.real()});
        visit(Quad{value.imag()});
      } else if (cls == DTypeClass::kFloat) {
        const double value = ReadDouble(view.dtype, at);
        if (std::isfinite(value)) visit(Quad{value});
      } else {
        visit(static_cast<Quad>(ReadInt128(view.dtype, at)));
      }
    });
  };
  QuadMoments moments;
  int64_t n = 0;
  GrowingSum sum;
  each([&](Quad x) {
    ++n;
    sum.Add(x);
    moments.squares += x * x;
  });
  if (n == 0) return moments;
  moments.mean = sum.Value() / n;
  each([&](Quad x) { moments.variance += (x - moments.mean) * (x - moments.mean); });
  moments.variance /= n;
  return moments;
}

// Within 1e-6 of the truth; exact where the truth is 0 or does not fit a double.
inline void ExpectClose(double actual, long double truth, const char* what) {
  const auto rounded = static_cast<double>(truth);
  if (rounded == 0 || std::isinf(rounded)) {
    EXPECT_EQ(actual, rounded) << what;
    return;
  }
  const long double error = std::abs((static_cast<long double>(actual) - truth) / truth);
  // The last bits of a subnormal double are more than 1e-6 of it.
  const long double half_a_bit = 0x1p-1075L / std::abs(truth);
  EXPECT_LE(error, std::max(1e-6L, half_a_bit)) << what << " " << actual << " not " << rounded;
}

inline void ExpectMoments(DType dtype, const QuadMoments& truth, const Health& health) {
  if (health.finite() == 0) {
    EXPECT_TRUE(std::isnan(health.mean) && std::isnan(health.variance) && std::isnan(health.l2));
    return;
  }
  ExpectClose(health.l2, std::sqrt(static_cast<long double>(truth.squares)), "l2");
  if (Info(dtype).cls == DTypeClass::kComplex) {
    EXPECT_TRUE(std::isnan(health.mean) && std::isnan(health.variance));
    return;
  }
  ExpectClose(health.mean, static_cast<long double>(truth.mean), "mean");
  ExpectClose(health.variance, static_cast<long double>(truth.variance), "variance");
}

}  // namespace tdbg::tensor
