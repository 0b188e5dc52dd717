#include "tensor/slice.h"

#include <array>
#include <numeric>
#include <random>

#include <gtest/gtest.h>

#include "tensor/element.h"

namespace tdbg::tensor {
namespace {

std::array<int32_t, 24> Counting() {
  std::array<int32_t, 24> data;
  std::iota(data.begin(), data.end(), 0);
  return data;
}

const std::array<int32_t, 24> kData = Counting();

TensorView Cube() { return TensorView::Contiguous(DType::kI32, {2, 3, 4}, kData.data()); }

// The elements of the part in row-major order.
std::vector<int64_t> Elements(const TensorView& view) {
  std::vector<int64_t> elements;
  for (int64_t flat = 0; flat < view.num_elements(); ++flat) {
    const std::byte* at = view.data;
    const std::vector<int64_t> index = view.shape.Unravel(flat);
    for (size_t axis = 0; axis < index.size(); ++axis) at += index[axis] * view.strides_bytes[axis];
    elements.push_back(ReadInt64(view.dtype, at));
  }
  return elements;
}

Result<TensorView> Take(std::string_view text, const TensorView& view) {
  TDBG_ASSIGN_OR_RETURN(const Slice slice, ParseSlice(text));
  return ApplySlice(slice, view);
}

struct Part {
  std::string_view text;
  Shape shape;
  std::vector<int64_t> elements;
};

TEST(Slice, TakesParts) {
  const std::vector<Part> parts = {
      {"[1, 2, 3]", Shape{}, {23}},
      {"1,-1,::2", Shape{2}, {20, 22}},
      {"[0, 1]", Shape{4}, {4, 5, 6, 7}},
      {"[..., 0]", Shape{2, 3}, {0, 4, 8, 12, 16, 20}},
      {"[1, ..., -1]", Shape{3}, {15, 19, 23}},
      {"[0, ::-1, 3]", Shape{3}, {11, 7, 3}},
      {"[0, 0, 3:0:-2]", Shape{2}, {3, 1}},
      {"[0, 0, -3:]", Shape{3}, {1, 2, 3}},
      {"[ 0 ,\t0 , : 2 : ]", Shape{2}, {0, 1}},
      {"[0, 0, +1 : 99]", Shape{3}, {1, 2, 3}},
      {"[0, 0, 1:2,]", Shape{1}, {1}},
      {"[0, 0, 9:1]", Shape{0}, {}},
      {"[5:, 0]", Shape{0, 4}, {}},
      {"[0, 0, 0, ...]", Shape{}, {0}},
  };
  for (const Part& part : parts) {
    const Result<TensorView> view = Take(part.text, Cube());
    ASSERT_TRUE(view.ok()) << part.text << ": " << view.status().message();
    EXPECT_EQ(view->shape, part.shape) << part.text;
    EXPECT_EQ(Elements(*view), part.elements) << part.text;
  }
}

TEST(Slice, NothingMeansEverything) {
  for (const std::string_view text : {"", "[]", " [ ] ", "...", "[...]", ":", "[:, :]"}) {
    const Result<TensorView> view = Take(text, Cube());
    ASSERT_TRUE(view.ok()) << text;
    EXPECT_EQ(view->shape, (Shape{2, 3, 4})) << text;
    EXPECT_TRUE(view->IsContiguous()) << text;
  }
}

TEST(Slice, OfASlice) {
  const Result<TensorView> rows = Take("[1, ::-1]", Cube());
  ASSERT_TRUE(rows.ok());
  const Result<TensorView> part = Take("[1:, ::-3]", *rows);
  ASSERT_TRUE(part.ok());
  EXPECT_EQ(Elements(*part), (std::vector<int64_t>{19, 16, 15, 12}));
}

TEST(Slice, HugeNumbersAreClampedInRanges) {
  const std::string huge(50, '9');
  for (const std::string& text :
       std::vector<std::string>{"0,0,-" + huge + ":" + huge, "0,0,:" + huge,
                                "0,0,-9223372036854775808:9223372036854775807"}) {
    const Result<TensorView> view = Take(text, Cube());
    ASSERT_TRUE(view.ok()) << text;
    EXPECT_EQ(Elements(*view), (std::vector<int64_t>{0, 1, 2, 3})) << text;
  }
  const Result<TensorView> back = Take("0,0,::-" + huge, Cube());
  ASSERT_TRUE(back.ok());
  EXPECT_EQ(Elements(*back), (std::vector<int64_t>{3}));
}

TEST(Slice, EmptyPartsOfEmptyTensorsDoNotMove) {
  const TensorView empty = TensorView::Contiguous(DType::kF32, {3, 0}, nullptr);
  const Result<TensorView> part = Take("[2, ::-1]", empty);
  ASSERT_TRUE(part.ok());
  EXPECT_EQ(part->shape, (Shape{0}));
  EXPECT_EQ(part->data, nullptr);
}

TEST(Slice, ErrorsSayWhatAndWhere) {
  constexpr std::string_view kAccepted =
      "; accepted are integers, start:stop:step and one '...', separated by commas";
  const std::vector<std::pair<std::string_view, std::string>> cases = {
      {"[1, x]", "bad slice: unexpected 'x' at character 5" + std::string(kAccepted)},
      {"[1, \n]", "bad slice: unexpected byte 0x0a at character 5" + std::string(kAccepted)},
      {"[1:2:3:4]", "bad slice: unexpected ':' at character 7" + std::string(kAccepted)},
      {"1,,2", "bad slice: unexpected ',' at character 3" + std::string(kAccepted)},
      {"-", "bad slice: unexpected '-' at character 1" + std::string(kAccepted)},
      {"1 2", "bad slice: unexpected '2' at character 3" + std::string(kAccepted)},
      {"[1] [2]", "bad slice: unexpected '[' at character 5" + std::string(kAccepted)},
      {"1]", "bad slice: unexpected ']' at character 2" + std::string(kAccepted)},
      {"[1", "bad slice: the '[' is not closed" + std::string(kAccepted)},
      {"[::0]", "bad slice: step 0 at character 4; accepted is any other integer"},
      {"..., ...", "bad slice: a second '...' at character 6; at most one is accepted"},
      {"[0, 3]",
       "slice index 3 at character 5 is outside axis 1 of extent 3; accepted are -3 to 2"},
      {"[..., -5 ]",
       "slice index -5 at character 7 is outside axis 2 of extent 4; accepted are -4 to 3"},
      {"0,0,0,0",
       "too many indices in slice: 4 for a tensor of shape [2,3,4]; accepted are at most 3"},
  };
  for (const auto& [text, message] : cases) {
    const Result<TensorView> view = Take(text, Cube());
    ASSERT_FALSE(view.ok()) << text;
    EXPECT_EQ(view.status().message(), message) << text;
    EXPECT_EQ(view.status().code(), StatusCode::kInvalidArgument) << text;
  }
}

TEST(Slice, ErrorsOnEmptyAxesAndScalars) {
  const TensorView empty = TensorView::Contiguous(DType::kF32, {0}, nullptr);
  EXPECT_EQ(
      Take("0", empty).status().message(),
      "slice index 0 at character 1 is outside axis 0 of extent 0; no index is accepted on an "
      "empty axis");
  const TensorView scalar = TensorView::Contiguous(DType::kI32, {}, kData.data());
  EXPECT_FALSE(Take(":", scalar).ok());
  EXPECT_TRUE(Take("...", scalar).ok());
  const Result<TensorView> far = Take(std::string(1000, '7'), Cube());
  ASSERT_FALSE(far.ok());
  EXPECT_LT(far.status().message().size(), 150u);
}

TEST(Slice, AnyTextIsSafe) {
  constexpr std::string_view kLetters = "0123456789-+:,.[] \t\n\0x";
  std::mt19937 random(1);
  int accepted = 0;
  for (int round = 0; round < 20000; ++round) {
    std::string text(random() % 12, ' ');
    for (char& c : text) c = kLetters[random() % kLetters.size()];
    const Result<TensorView> view = Take(text, Cube());
    if (!view.ok()) {
      EXPECT_EQ(view.status().message().find('\n'), std::string::npos);
      continue;
    }
    ++accepted;
    for (const int64_t element : Elements(*view)) ASSERT_TRUE(element >= 0 && element < 24);
  }
  EXPECT_GT(accepted, 100);
}

}  // namespace
}  // namespace tdbg::tensor
