#include "tensor/tensor_view.h"

#include <gtest/gtest.h>

namespace tdbg::tensor {
namespace {

TEST(TensorView, ContiguousIsRowMajor) {
  const float data[6] = {};
  const TensorView view = TensorView::Contiguous(DType::kF32, {2, 3}, data);
  EXPECT_EQ(view.strides_bytes, (std::vector<int64_t>{12, 4}));
  EXPECT_EQ(view.num_elements(), 6);
  EXPECT_TRUE(view.IsContiguous());
}

TEST(TensorView, StridedIsNotContiguous) {
  const float data[6] = {};
  TensorView view = TensorView::Contiguous(DType::kF32, {2, 3}, data);
  view.strides_bytes = {4, 8};
  EXPECT_FALSE(view.IsContiguous());
  view.strides_bytes = {12, -4};
  EXPECT_FALSE(view.IsContiguous());
}

TEST(TensorView, StridesOfSingleAndMissingElementsDoNotMatter) {
  const float data[3] = {};
  TensorView view = TensorView::Contiguous(DType::kF32, {1, 3, 1}, data);
  view.strides_bytes = {-100, 4, 77};
  EXPECT_TRUE(view.IsContiguous());
  constexpr int64_t kHuge = int64_t{1} << 40;
  EXPECT_TRUE(
      TensorView::Contiguous(DType::kF64, {kHuge, 0, kHuge, kHuge}, nullptr).IsContiguous());
}

TEST(TensorView, OpaqueElementsAreStringViews) {
  EXPECT_EQ(ElementStride(DType::kString), static_cast<int64_t>(sizeof(std::string_view)));
  EXPECT_EQ(ElementStride(DType::kI4), 1);
  EXPECT_EQ(ElementStride(DType::kInvalid), 0);
}

}  // namespace
}  // namespace tdbg::tensor
