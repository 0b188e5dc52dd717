#include "tensor/format.h"

#include <array>
#include <limits>
#include <numeric>
#include <vector>

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

#include <gtest/gtest.h>

namespace tdbg::tensor {
namespace {

// The texts below are numpy 2.4's. Thousands more are compared by tests/test_numpy_formatting.py.

constexpr float kNanF32 = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfF32 = std::numeric_limits<float>::infinity();

template <typename T>
std::string Row(DType dtype, const std::vector<T>& values, const FormatOptions& options = {}) {
  const Shape shape{static_cast<int64_t>(values.size())};
  return FormatTensor(TensorView::Contiguous(dtype, shape, values.data()), options);
}

TEST(FormatTensor, Floats) {
  using Floats = std::vector<float>;
  EXPECT_EQ(Row(DType::kF32, Floats{1, 0.99f, -20}), "[  1.     0.99 -20.  ]");
  EXPECT_EQ(Row(DType::kF32, Floats{1, 1001}), "[1.000e+00 1.001e+03]");
  EXPECT_EQ(Row(DType::kF32, Floats{1e6f}), "[1.e+06]");
  EXPECT_EQ(Row(DType::kF64, std::vector<double>{1e6}), "[1000000.]");
  EXPECT_EQ(Row(DType::kF32, Floats{1.5, -kInfF32, kNanF32}), "[ 1.5 -inf  nan]");
  EXPECT_EQ(Row(DType::kF32, Floats{kNanF32}), "[nan]");
  EXPECT_EQ(Row(DType::kF64, std::vector<double>{1e-10, 1}), "[1.e-10 1.e+00]");
  FormatOptions options;
  options.suppress_small = true;
  options.precision = 3;
  EXPECT_EQ(Row(DType::kF64, std::vector<double>{1e-10, 2.0 / 3}, options), "[0.    0.667]");
}

TEST(FormatTensor, ComplexIntegersAndBools) {
  const std::vector<double> parts = {1, 2, 3.5, -1e-5};
  EXPECT_EQ(FormatTensor(TensorView::Contiguous(DType::kComplex128, {2}, parts.data())),
            "[1. +2.e+00j 3.5-1.e-05j]");
  EXPECT_EQ(Row(DType::kI16, std::vector<int16_t>{1, -20, 300}), "[  1 -20 300]");
  EXPECT_EQ(Row(DType::kBool, std::vector<uint8_t>{1, 0, 1}), "[ True False  True]");
  EXPECT_EQ(Row(DType::kI4, std::vector<uint8_t>{0x0f, 0x07}), "[-1 7]");
  EXPECT_EQ(Row(DType::kBF16, std::vector<uint16_t>{0x3dcd, 0x4000}), "[0.100098 2]");
}

TEST(FormatTensor, TextElements) {
  using Texts = std::vector<std::string_view>;
  EXPECT_EQ(Row(DType::kString, Texts{"ab", "c'd"}), "[b'ab' b\"c'd\"]");
  EXPECT_EQ(Row(DType::kResource, Texts{"<Var w>"}), "[<Var w>]");
}

TEST(FormatTensor, ScalarsAndEmptyOnes) {
  const float value = 1;
  EXPECT_EQ(FormatTensor(TensorView::Contiguous(DType::kF32, {}, &value)), "1.0");
  EXPECT_EQ(FormatTensor(TensorView::Contiguous(DType::kF32, {2, 0}, nullptr)), "[]");
  EXPECT_EQ(FormatTensor(TensorView::Contiguous(DType::kInvalid, {2}, nullptr)), "[? ?]");
}

TEST(FormatTensor, NestsWrapsAndSummarises) {
  std::vector<int32_t> values(32);
  std::iota(values.begin(), values.end(), 0);
  const TensorView cube = TensorView::Contiguous(DType::kI32, {2, 2, 8}, values.data());
  FormatOptions options;
  options.line_width = 20;
  EXPECT_EQ(FormatTensor(cube, options),
            "[[[ 0  1  2  3  4\n"
            "    5  6  7]\n"
            "  [ 8  9 10 11 12\n"
            "   13 14 15]]\n"
            "\n"
            " [[16 17 18 19 20\n"
            "   21 22 23]\n"
            "  [24 25 26 27 28\n"
            "   29 30 31]]]");
  options.threshold = 31;
  EXPECT_EQ(FormatTensor(TensorView::Contiguous(DType::kI32, {8, 4}, values.data()), options),
            "[[ 0  1  2  3]\n"
            " [ 4  5  6  7]\n"
            " [ 8  9 10 11]\n"
            " ...\n"
            " [20 21 22 23]\n"
            " [24 25 26 27]\n"
            " [28 29 30 31]]");
  options.edge_items = 0;
  EXPECT_EQ(FormatTensor(TensorView::Contiguous(DType::kI32, {32}, values.data()), options),
            "[ 0 ... 31]");
}

TEST(FormatTensor, ReadsOnlyWhatItShows) {
  const float value = 0.5f;
  TensorView view = TensorView::Contiguous(DType::kF32, {int64_t{1} << 40, 1000}, &value);
  view.strides_bytes = {0, 0};
  EXPECT_EQ(FormatTensor(view).substr(0, 29), "[[0.5 0.5 0.5 ... 0.5 0.5 0.5");
}

TEST(FormatTensor, AnyRankAndOptionIsSafe) {
  const float value = 0.5f;
  const TensorView deep =
      TensorView::Contiguous(DType::kF32, Shape(std::vector<int64_t>(300000, 1)), &value);
  EXPECT_EQ(FormatTensor(deep).size(), 2 * 300000u + 3);
  FormatOptions options;
  options.precision = std::numeric_limits<int>::min();
  options.threshold = std::numeric_limits<int64_t>::min();
  options.edge_items = std::numeric_limits<int64_t>::max();
  options.line_width = std::numeric_limits<int64_t>::min();
  EXPECT_EQ(Row(DType::kF64, std::vector<double>{0.75, 2}, options), "[1.\n 2.]");
  options.precision = std::numeric_limits<int>::max();
  options.line_width = std::numeric_limits<int64_t>::max();
  EXPECT_EQ(Row(DType::kF64, std::vector<double>{0x1p-1074, 2}, options), "[5.e-324 2.e+000]");
}

TEST(FormatElement, ShortestThatLeadsBack) {
  const auto text = []<typename T>(DType dtype, T value) {
    return FormatElement(dtype, reinterpret_cast<const std::byte*>(&value));
  };
  EXPECT_EQ(text(DType::kF32, 0.1f), "0.1");
  EXPECT_EQ(text(DType::kF32, 1e-4f), "1e-04") << "numpy compares this one as a double";
  EXPECT_EQ(text(DType::kF64, 1e15), "1000000000000000.0");
  EXPECT_EQ(text(DType::kF64, -1.5e16), "-1.5e+16");
  EXPECT_EQ(text(DType::kF16, uint16_t{0x3555}), "0.3333");
  EXPECT_EQ(text(DType::kF64, std::numeric_limits<double>::quiet_NaN()), "nan");
  EXPECT_EQ(text(DType::kBool, uint8_t{1}), "True");
  EXPECT_EQ(text(DType::kU64, UINT64_MAX), "18446744073709551615");
  EXPECT_EQ(text(DType::kComplex64, (std::array<float, 2>{1, -2})), "(1-2j)");
  EXPECT_EQ(text(DType::kComplex64, (std::array<float, 2>{0, 2})), "2j");
  EXPECT_EQ(text(DType::kComplex64, (std::array<float, 2>{-0.0f, kNanF32})), "(-0+nanj)");
  EXPECT_EQ(text(DType::kString, std::string_view("a")), "b'a'");
}

#if defined(__SSE2__)
TEST(FormatTensor, SubnormalsShowOnAThreadThatFlushesThem) {
  const std::vector<float> values = {0x1p-149f, 0x1p-140f};
  const unsigned int saved = _mm_getcsr();
  _mm_setcsr(saved | 0x8040);  // flush to zero, denormals are zero
  const std::string text = Row(DType::kF32, values);
  const bool left_as_found = _mm_getcsr() == (saved | 0x8040);
  _mm_setcsr(saved);
  EXPECT_EQ(text, "[1.40e-45 7.17e-43]");
  EXPECT_TRUE(left_as_found);
}
#endif

}  // namespace
}  // namespace tdbg::tensor
