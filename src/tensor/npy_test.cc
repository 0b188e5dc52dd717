#include "tensor/npy.h"

#include <gtest/gtest.h>

#include "tensor/slice.h"
#include "tensor/value.h"

namespace tdbg::tensor {
namespace {

TEST(NpyTest, TheHeaderIsPaddedTo64) {
  const float numbers[] = {1, 2, 3, 4, 5, 6};
  const auto file = ToNpy(TensorView::Contiguous(DType::kF32, {2, 3}, numbers));
  ASSERT_TRUE(file.ok());
  EXPECT_EQ(file->size(), 128 + sizeof(numbers));
  EXPECT_EQ(file->substr(0, 8), std::string("\x93NUMPY\x01\x00", 8));
  EXPECT_NE(file->find("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }"),
            std::string::npos);
  EXPECT_EQ((*file)[127], '\n');
  EXPECT_EQ(file->substr(128),
            std::string(reinterpret_cast<const char*>(numbers), sizeof(numbers)));
}

TEST(NpyTest, ASliceIsWrittenRowMajor) {
  const uint8_t numbers[] = {1, 2, 3, 4};
  const auto slice = ParseSlice("[::-1, 0]");
  ASSERT_TRUE(slice.ok());
  const auto view = ApplySlice(*slice, TensorView::Contiguous(DType::kU8, {2, 2}, numbers));
  ASSERT_TRUE(view.ok());
  const auto file = ToNpy(*view);
  ASSERT_TRUE(file.ok());
  EXPECT_NE(file->find("'|u1', 'fortran_order': False, 'shape': (2,), }"), std::string::npos);
  EXPECT_EQ(file->substr(file->size() - 2), "\x03\x01");
}

TEST(NpyTest, StringsBecomeBytesOfOneWidth) {
  const Value words = Value::OfTexts(DType::kString, {2}, {"a", "bcd"});
  const auto file = ToNpy(words.view());
  ASSERT_TRUE(file.ok());
  EXPECT_NE(file->find("'|S3'"), std::string::npos);
  EXPECT_EQ(file->substr(file->size() - 6), std::string("a\0\0bcd", 6));
}

TEST(NpyTest, HandlesHaveNoValues) {
  const Value handle = Value::OfTexts(DType::kResource, {}, {"a variable"});
  EXPECT_EQ(ToNpy(handle.view()).status().code(), StatusCode::kUnsupported);
}

}  // namespace
}  // namespace tdbg::tensor
