// The inequalities of growth_bound.h against what naive evaluation yields: each rule, in every
// order of summing, for floats of all sizes and for those that are largest of their size.
#include "capture/growth_bound.h"

#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <memory>
#include <numeric>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "capture/magnitudes.h"
#include "tensor/dtype.h"

namespace tdbg::capture {
namespace {

using FloatList = std::vector<float>;

tdbg_tensor TensorOf(const FloatList& values, tensor::DType dtype = tensor::DType::kF32) {
  return {.data = values.data(),
          .bytes = values.size() * sizeof(float),
          .dims = nullptr,
          .rank = 0,
          .dtype = static_cast<uint32_t>(dtype),
          .flags = 0};
}

// What a kernel might do to add up so many numbers.
const std::vector<std::function<float(const FloatList&)>>& Orders() {
  static const auto& orders = *new std::vector<std::function<float(const FloatList&)>>{
      [](const FloatList& x) { return std::accumulate(x.begin(), x.end(), 0.0f); },
      [](const FloatList& x) { return std::accumulate(x.rbegin(), x.rend(), 0.0f); },
      [](FloatList x) {  // in pairs
        for (; x.size() > 1; x.resize((x.size() + 1) / 2)) {
          for (size_t i = 0; i < x.size() / 2; ++i) x[i] = x[2 * i] + x[2 * i + 1];
          if (x.size() % 2 != 0) x[x.size() / 2] = x.back();
        }
        return x.empty() ? 0.0f : x[0];
      },
      [](const FloatList& x) {  // in the lanes of a vector
        float lanes[4] = {};
        for (size_t i = 0; i < x.size(); ++i) lanes[i % 4] += x[i];
        return (lanes[0] + lanes[2]) + (lanes[1] + lanes[3]);
      },
      [](FloatList x) {
        std::ranges::sort(x, {}, [](float value) { return std::abs(value); });
        return std::accumulate(x.begin(), x.end(), 0.0f);
      },
      [](const FloatList& x) {
        return static_cast<float>(std::accumulate(x.begin(), x.end(), 0.0));
      },
  };
  return orders;
}

// As some kernels read the operands of matrix products.
float AsBFloat16(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  bits = (bits + 0x7fff + (bits >> 16 & 1)) & 0xffff0000;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

class GrowthBoundTest : public testing::Test {
 protected:
  uint32_t BoundOf(uint32_t growth, const std::vector<FloatList>& inputs) {
    std::vector<tdbg_tensor> tensors;
    for (const FloatList& input : inputs) tensors.push_back(TensorOf(input));
    const uint32_t bound = magnitudes_->BoundOf(growth, tensors, UINT64_MAX);
    ++(bound == 0 ? unbounded_ : bounded_);
    return bound;
  }

  // 0 bounds nothing. How far below the bound the result was is kept: a bound must not be vacuous.
  testing::AssertionResult Holds(uint32_t bound, float result) {
    if (bound == 0) return testing::AssertionSuccess();
    int exponent = -126;
    if (result != 0 && std::isfinite(result)) std::frexp(result, &exponent);
    const int bits = static_cast<int>(bound) - 126;
    if (!std::isfinite(result) || (exponent > bits && std::abs(result) >= 0x1p-126f)) {
      return testing::AssertionFailure() << result << " is not below 2^" << bits;
    }
    closest_ = std::min(closest_, bits - exponent);
    return testing::AssertionSuccess();
  }
  // Every rule has met numbers for which it has a bound and numbers for which it has none.
  void ExpectNotVacuous(int slack) {
    EXPECT_GT(bounded_, 0);
    EXPECT_GT(unbounded_, 0);
    EXPECT_LE(closest_, slack);
  }

  size_t Below(size_t bound) { return static_cast<size_t>(random_() % bound); }

  // Of one size each, which may be any: random ones, the largest of that size, powers of two,
  // one among zeros or among subnormals, and the largest of all.
  FloatList Numbers(size_t n) {
    const auto exponent = static_cast<uint32_t>(Below(10) == 0 ? 253 + Below(2) : Below(255));
    const size_t kind = Below(6);
    FloatList values(n);
    for (size_t i = 0; i < n; ++i) {
      const auto noise = static_cast<uint32_t>(random_());
      uint32_t bits = exponent << 23 | (noise & 0x7fffff);
      if (kind <= 1) bits |= 0x7fffff;
      if (kind == 2) bits &= ~0x7fffffu;
      if (kind == 3 && i != n / 2) bits = 0;
      if (kind == 4 && i != 0) bits = noise & 0x7fffff;
      if (kind == 5) bits = static_cast<uint32_t>(Below(exponent + 1)) << 23 | (noise & 0x7fffff);
      if (kind != 1) bits |= noise & 0x80000000;
      std::memcpy(&values[i], &bits, sizeof bits);
    }
    return values;
  }

  static constexpr int kTrials = 20'000;
  std::mt19937_64 random_{15};
  const std::unique_ptr<Magnitudes> magnitudes_ = std::make_unique<Magnitudes>();
  int bounded_ = 0, unbounded_ = 0;
  int closest_ = std::numeric_limits<int>::max();
};

TEST_F(GrowthBoundTest, Sums) {
  for (int trial = 0; trial < kTrials; ++trial) {
    std::vector<FloatList> inputs(1 + Below(6));
    FloatList terms;
    for (FloatList& input : inputs) {
      input = Numbers(1 + Below(3));
      terms.push_back(input[Below(input.size())]);
    }
    const uint32_t bound = BoundOf(TDBG_GROWS_LIKE_SUM, inputs);
    for (const auto& sum : Orders()) ASSERT_TRUE(Holds(bound, sum(terms)));
    ASSERT_TRUE(Holds(bound, -terms[0]));  // a copy
    ASSERT_TRUE(Holds(bound, *std::ranges::max_element(terms)));
  }
  ExpectNotVacuous(0);
}

TEST_F(GrowthBoundTest, Products) {
  for (int trial = 0; trial < kTrials; ++trial) {
    const FloatList x = Numbers(3), y = Numbers(1 + Below(3));  // scaled, or one by one
    const uint32_t bound = BoundOf(TDBG_GROWS_LIKE_PRODUCT, {x, y});
    for (size_t i = 0; i < x.size(); ++i) ASSERT_TRUE(Holds(bound, x[i] * y[i % y.size()]));
  }
  ExpectNotVacuous(0);
}

TEST_F(GrowthBoundTest, Squares) {
  for (int trial = 0; trial < kTrials; ++trial) {
    const FloatList x = Numbers(2), y = Numbers(2);
    const float difference = x[0] - y[0];
    ASSERT_TRUE(Holds(BoundOf(TDBG_GROWS_LIKE_SQUARE, {x}), x[1] * x[1]));
    ASSERT_TRUE(Holds(BoundOf(TDBG_GROWS_LIKE_SQUARE, {x, y}), difference * difference));
  }
  ExpectNotVacuous(0);
}

TEST_F(GrowthBoundTest, Totals) {
  for (int trial = 0; trial < kTrials; ++trial) {
    const FloatList x = Numbers(1 + Below(40));
    const uint32_t bound = BoundOf(TDBG_GROWS_LIKE_TOTAL, {x});
    for (const auto& sum : Orders()) {
      ASSERT_TRUE(Holds(bound, sum(x)));
      ASSERT_TRUE(Holds(bound, sum(x) / static_cast<float>(x.size())));
      ASSERT_TRUE(Holds(bound, sum(FloatList(x.begin(), x.begin() + x.size() / 2))));  // a window
    }
  }
  ExpectNotVacuous(0);
}

// Where rounding counts most: one after the other, as many as there may be.
TEST_F(GrowthBoundTest, TotalsOfMillions) {
  constexpr size_t kMostTerms = size_t{1} << 23;
  FloatList x(kMostTerms, std::nextafter(0x1p90f, 0.0f));
  const uint32_t bound = BoundOf(TDBG_GROWS_LIKE_TOTAL, {x});
  EXPECT_NE(bound, 0u);
  EXPECT_TRUE(Holds(bound, std::accumulate(x.begin(), x.end(), 0.0f)));
  // Until the sum is so large that what is added to it counts as twice as much.
  for (size_t i = 1; i < x.size(); ++i) x[i] = 0x1.000002p89f;
  EXPECT_TRUE(Holds(bound, std::accumulate(x.begin(), x.end(), 0.0f)));
  x.push_back(0);
  EXPECT_EQ(BoundOf(TDBG_GROWS_LIKE_TOTAL, {x}), 0u) << "rounding may add more than a bit";
  EXPECT_EQ(BoundOf(TDBG_GROWS_LIKE_DOT, {x, x}), 0u);
}

// Of matrix products, convolutions and their gradients: pairs of elements, none used twice. The
// operands have more elements than these pairs.
TEST_F(GrowthBoundTest, DotProducts) {
  for (int trial = 0; trial < kTrials; ++trial) {
    const size_t pairs = 1 + Below(24);
    const FloatList x = Numbers(pairs + Below(5)), y = Numbers(pairs + Below(5));
    const uint32_t bound = BoundOf(TDBG_GROWS_LIKE_DOT, {x, y});
    FloatList products(pairs), rounded(pairs);
    float fused = 0;
    for (size_t i = 0; i < pairs; ++i) {
      products[i] = x[i] * y[i];
      rounded[i] = AsBFloat16(x[i]) * AsBFloat16(y[i]);
      fused = std::fma(x[i], y[i], fused);
    }
    ASSERT_TRUE(Holds(bound, fused));
    for (const auto& sum : Orders()) {
      ASSERT_TRUE(Holds(bound, sum(products)));
      ASSERT_TRUE(Holds(bound, sum(rounded)));
    }
  }
  ExpectNotVacuous(1);
}

// With a bias, another summand and an activation, in each of the orders that a kernel may choose.
TEST_F(GrowthBoundTest, FusedDotProducts) {
  const auto activations = {
      +[](float x) { return x; },
      +[](float x) { return std::max(x, 0.0f); },
      +[](float x) { return 1 / (1 + std::exp(-x)); },
      +[](float x) { return std::tanh(x); },
      +[](float x) { return x < 0 ? std::expm1(x) : x; },
      +[](float x) { return x < 0 ? -x : x; },  // leaky with the steepest slope that is allowed
      +[](float x) { return x / 2 * (1 + std::erf(x * 0.70710678f)); },
  };
  for (int trial = 0; trial < kTrials; ++trial) {
    const size_t pairs = 1 + Below(12);
    std::vector<FloatList> inputs = {Numbers(pairs), Numbers(pairs), Numbers(1)};
    if (Below(2) == 0) inputs.push_back(Numbers(1));
    const uint32_t bound = BoundOf(TDBG_GROWS_LIKE_DOT, inputs);
    FloatList terms(pairs);
    float first = inputs[2][0];  // the bias is where the sum begins
    for (size_t i = 0; i < pairs; ++i) {
      terms[i] = inputs[0][i] * inputs[1][i];
      first = std::fma(inputs[0][i], inputs[1][i], first);
    }
    if (inputs.size() > 3) first += inputs[3][0];
    for (const auto activation : activations) {
      ASSERT_TRUE(Holds(bound, activation(first)));
      for (const auto& sum : Orders()) {
        float last = sum(terms) + inputs[2][0];
        if (inputs.size() > 3) last += inputs[3][0];
        ASSERT_TRUE(Holds(bound, activation(last)));
      }
    }
  }
  ExpectNotVacuous(1);
}

// Each output of a convolution is a dot product of no more pairs than the smaller operand has
// elements; so are those of its two gradients.
TEST_F(GrowthBoundTest, Convolutions) {
  for (int trial = 0; trial < kTrials / 10; ++trial) {
    const size_t width = 1 + Below(5), taps = 1 + Below(4), stride = 1 + Below(2);
    const size_t channels = 1 + Below(3), filters = 1 + Below(3);
    const FloatList x = Numbers(width * width * channels);
    const FloatList w = Numbers(taps * taps * channels * filters);
    const size_t padding = taps - 1;
    const size_t outputs = (width + padding - 1) / stride + 1;
    const FloatList dy = Numbers(outputs * outputs * filters);
    FloatList y(dy.size()), dx(x.size()), dw(w.size());
    const auto each_pair = [&](auto visit) {
      for (size_t at = 0; at < outputs * outputs * taps * taps * channels * filters; ++at) {
        size_t left = at;
        const auto next = [&](size_t n) { return std::exchange(left, left / n) % n; };
        const size_t f = next(filters), c = next(channels), i = next(taps), j = next(taps);
        const size_t row = next(outputs), column = left;
        const size_t read_row = row * stride + i, read_column = column * stride + j;
        if (read_row < padding || read_column < padding) continue;
        if (read_row - padding >= width || read_column - padding >= width) continue;
        visit(((read_row - padding) * width + read_column - padding) * channels + c,
              ((i * taps + j) * channels + c) * filters + f,
              (row * outputs + column) * filters + f);
      }
    };
    each_pair([&](size_t in, size_t tap, size_t out) {
      y[out] += x[in] * w[tap];
      dx[in] += dy[out] * w[tap];
      dw[tap] += dy[out] * x[in];
    });
    const uint32_t forward = BoundOf(TDBG_GROWS_LIKE_DOT, {x, w});
    const uint32_t to_input = BoundOf(TDBG_GROWS_LIKE_DOT, {w, dy});
    const uint32_t to_filter = BoundOf(TDBG_GROWS_LIKE_DOT, {x, dy});
    for (const float value : y) ASSERT_TRUE(Holds(forward, value));
    for (const float value : dx) ASSERT_TRUE(Holds(to_input, value));
    for (const float value : dw) ASSERT_TRUE(Holds(to_filter, value));
  }
  ExpectNotVacuous(3);
}

// A bound is as good as what was read where a long chain of ops is never read at all.
TEST_F(GrowthBoundTest, Chains) {
  for (int trial = 0; trial < kTrials; ++trial) {
    const FloatList start = Numbers(8);
    float value = start[0];
    int bits = INT32_MIN;
    for (const float x : start) bits = std::max(bits, x == 0 ? -126 : std::ilogb(x) + 1);
    bits = std::max(bits, -126);
    for (int op = 0; op < 12 && bits != GrowthBound::kNoBound; ++op) {
      const auto growth =
          static_cast<uint32_t>(Below(2) == 0 ? TDBG_GROWS_LIKE_SUM : TDBG_GROWS_LIKE_PRODUCT);
      GrowthBound bound(growth);
      for (int i = 0; i < 2; ++i) bound.Add(bits, 8);
      value = growth == TDBG_GROWS_LIKE_SUM ? value + value : value * value;
      bits = bound.OutputBits();
      if (bits == GrowthBound::kNoBound) break;
      bits = std::max(bits, -125);
      ASSERT_TRUE(Holds(static_cast<uint32_t>(bits + 126), value));
    }
  }
}

// The inequalities are about float32. In every other type there is no bound at all, neither of a
// tensor alone nor of one among others.
TEST_F(GrowthBoundTest, OtherTypesAreRead) {
  const FloatList ones(8, 1.0f);
  for (int number = 1; number < tensor::kDTypeCount; ++number) {
    const auto dtype = static_cast<tensor::DType>(number);
    if (dtype == tensor::DType::kF32 || !tensor::MayBeBad(dtype)) continue;
    const tdbg_tensor other = TensorOf(ones, dtype), one = TensorOf(ones);
    for (uint32_t growth = TDBG_GROWS_LIKE_SUM; growth <= TDBG_GROWS_LIKE_TOTAL; ++growth) {
      EXPECT_EQ(magnitudes_->BoundOf(growth, {{other, other}}), 0u) << tensor::Info(dtype).name;
      EXPECT_EQ(magnitudes_->BoundOf(growth, {{one, other}}), 0u) << tensor::Info(dtype).name;
    }
  }
}

// An integer factor is none of the inputs that are counted.
TEST_F(GrowthBoundTest, OneFactorAloneIsNoProduct) {
  const FloatList ones(8, 1.0f);
  const tdbg_tensor integers = TensorOf(ones, tensor::DType::kI32), one = TensorOf(ones);
  for (const uint32_t growth : {TDBG_GROWS_LIKE_PRODUCT, TDBG_GROWS_LIKE_DOT}) {
    EXPECT_EQ(magnitudes_->BoundOf(growth, {{one, integers}}), 0u);
    EXPECT_NE(magnitudes_->BoundOf(growth, {{one, one}}), 0u);
  }
}

}  // namespace
}  // namespace tdbg::capture
