#include "expr/narrow_round.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace tdbg::expr {
namespace {

using tensor::NarrowFormat;

const NarrowFormat kAll[] = {tensor::kF16Format,        tensor::kBF16Format,
                             tensor::kF8E5M2Format,     tensor::kF8E4M3FNFormat,
                             tensor::kF8E4M3FNUZFormat, tensor::kF8E4M3B11FNUZFormat,
                             tensor::kF8E5M2FNUZFormat, tensor::kF4E2M1FNFormat};

TEST(RoundToNarrow, EveryNumberComesBack) {
  for (const NarrowFormat& format : kAll) {
    for (uint32_t raw = 0; raw < 2 * format.sign_mask(); ++raw) {
      const double value = tensor::ToDouble(format, raw);
      if (std::isnan(value)) {
        EXPECT_TRUE(std::isnan(tensor::ToDouble(format, RoundToNarrow(format, value))));
      } else {
        EXPECT_EQ(RoundToNarrow(format, value), raw);
      }
    }
  }
}

TEST(RoundToNarrow, NeighboursMeetHalfWay) {
  for (const NarrowFormat& format : kAll) {
    for (uint32_t raw = 0; raw + 1 < format.sign_mask(); ++raw) {
      const double low = tensor::ToDouble(format, raw);
      const double high = tensor::ToDouble(format, raw + 1);
      if (!std::isfinite(low) || !std::isfinite(high)) continue;
      const double middle = low + (high - low) / 2;
      EXPECT_EQ(RoundToNarrow(format, middle), raw % 2 == 0 ? raw : raw + 1);
      EXPECT_EQ(RoundToNarrow(format, std::nextafter(middle, 0)), raw);
      EXPECT_EQ(RoundToNarrow(format, std::nextafter(middle, 1e300)), raw + 1);
    }
  }
}

TEST(RoundToNarrow, WhatIsTooLarge) {
  const double inf = std::numeric_limits<double>::infinity();
  EXPECT_EQ(RoundToNarrow(tensor::kF16Format, 65520), 0x7c00u);
  EXPECT_EQ(RoundToNarrow(tensor::kF16Format, 65519.9), 0x7bffu);
  EXPECT_EQ(RoundToNarrow(tensor::kBF16Format, -1e300), 0xff80u);
  EXPECT_EQ(RoundToNarrow(tensor::kF8E4M3FNFormat, 464), 0x7eu);
  EXPECT_EQ(RoundToNarrow(tensor::kF8E4M3FNFormat, -470), 0xffu);
  EXPECT_EQ(RoundToNarrow(tensor::kF8E4M3FNUZFormat, inf), 0x80u);
  EXPECT_EQ(RoundToNarrow(tensor::kF8E4M3FNUZFormat, -1e-30), 0u);
  EXPECT_EQ(RoundToNarrow(tensor::kF4E2M1FNFormat, 100), 7u);
  EXPECT_EQ(RoundToNarrow(tensor::kF4E2M1FNFormat, -inf), 15u);
}

}  // namespace
}  // namespace tdbg::expr
