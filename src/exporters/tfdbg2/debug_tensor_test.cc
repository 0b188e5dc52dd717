#include "exporters/tfdbg2/debug_tensor.h"

#include <cstring>
#include <vector>

#include <gtest/gtest.h>

#define PROTOZERO_USE_VIEW std::string_view
#include <protozero/pbf_reader.hpp>

namespace tdbg::exporters::tfdbg2 {
namespace {

using store::Digest;
using tensor::DType;
using tensor::Shape;
using tensor::Value;

// What the bytes of a TensorProto say.
struct Proto {
  int dtype = 0;
  std::vector<int64_t> dims;
  std::string content;
  std::vector<std::string> strings;
};

Proto DecodeProto(const std::string& bytes) {
  Proto proto;
  protozero::pbf_reader message(bytes);
  while (message.next()) {
    switch (message.tag()) {
      case 1:
        proto.dtype = message.get_enum();
        break;
      case 2: {
        protozero::pbf_reader shape = message.get_message();
        while (shape.next(2)) {
          protozero::pbf_reader dim = shape.get_message();
          proto.dims.push_back(dim.next(1) ? dim.get_int64() : -1);
        }
        break;
      }
      case 4:
        proto.content = message.get_string();
        break;
      case 8:
        proto.strings.push_back(message.get_string());
        break;
      default:
        message.skip();
    }
  }
  return proto;
}

std::vector<double> Numbers(const std::string& bytes) {
  const Proto proto = DecodeProto(bytes);
  EXPECT_EQ(proto.dtype, 2);
  std::vector<double> numbers(proto.content.size() / sizeof(double));
  EXPECT_EQ(proto.dims, std::vector<int64_t>{static_cast<int64_t>(numbers.size())});
  std::memcpy(numbers.data(), proto.content.data(), proto.content.size());
  return numbers;
}

TensorToWrite Curt(bool bad) {
  TensorToWrite tensor;
  tensor.digest.bad = bad;
  return tensor;
}

TensorToWrite Concise() {
  TensorToWrite tensor = Curt(true);
  tensor.digest.elements = 6;
  tensor.digest.neg_inf = 1;
  tensor.digest.pos_inf = 2;
  tensor.digest.nan = 3;
  return tensor;
}

TensorToWrite Full() {
  TensorToWrite tensor = Concise();
  Digest& digest = tensor.digest;
  digest.dtype = DType::kBF16;
  digest.rank = 2;
  digest.elements = 21;
  digest.negative = 4;
  digest.zero = 5;
  digest.positive = 6;
  return tensor;
}

TensorToWrite OfShape(std::vector<int64_t> dims) {
  TensorToWrite tensor;
  tensor.digest.dtype = DType::kString;
  tensor.digest.shape = Shape(std::move(dims));
  tensor.digest.rank = tensor.digest.shape->rank();
  tensor.digest.elements = tensor.digest.shape->NumElements();
  return tensor;
}

TensorToWrite Whole() {
  TensorToWrite tensor;
  tensor.value = "proto";
  return tensor;
}

Detail DetailOf(std::vector<TensorToWrite> tensors) { return CommonDetail(tensors); }

TEST(CommonDetail, TellsAsMuchAsIsKnownOfOne) {
  EXPECT_EQ(DetailOf({Full()}), Detail::kFullHealth);
  EXPECT_EQ(DetailOf({Concise()}), Detail::kConciseHealth);
  EXPECT_EQ(DetailOf({Curt(true)}), Detail::kCurtHealth);
  EXPECT_EQ(DetailOf({OfShape({2, 3})}), Detail::kShape);
  EXPECT_EQ(DetailOf({TensorToWrite()}), Detail::kNoTensor);
  EXPECT_EQ(DetailOf({Whole()}), Detail::kFullTensor);
  EXPECT_EQ(DetailOf({}), Detail::kNoTensor);
}

TEST(CommonDetail, HealthIsNotLostToWhatHasNone) {
  EXPECT_EQ(DetailOf({Full(), OfShape({2})}), Detail::kFullHealth);
  EXPECT_EQ(DetailOf({Full(), Concise(), TensorToWrite()}), Detail::kConciseHealth);
  EXPECT_EQ(DetailOf({Full(), Curt(false)}), Detail::kCurtHealth);
  EXPECT_EQ(DetailOf({OfShape({2}), TensorToWrite()}), Detail::kShape);
  EXPECT_EQ(DetailOf({Whole(), Full()}), Detail::kFullHealth);
  EXPECT_EQ(EncodeTensor(OfShape({2}), Detail::kFullHealth, -1), "");
}

TEST(CommonDetail, WhatIsNotBadHasNoneOfAnyKind) {
  TensorToWrite tensor = Curt(false);
  tensor.digest.elements = 9;
  EXPECT_EQ(DetailOf({tensor}), Detail::kConciseHealth);
  EXPECT_EQ(Numbers(EncodeTensor(tensor, Detail::kConciseHealth, 4)),
            (std::vector<double>{4, 9, 0, 0, 0}));
  tensor.digest.bad = true;
  EXPECT_EQ(DetailOf({tensor}), Detail::kCurtHealth);
}

TEST(EncodeTensor, EveryLayout) {
  EXPECT_EQ(Numbers(EncodeTensor(Curt(true), Detail::kCurtHealth, 7)), (std::vector<double>{7, 1}));
  EXPECT_EQ(Numbers(EncodeTensor(Full(), Detail::kCurtHealth, -1)), (std::vector<double>{-1, 1}));
  EXPECT_EQ(Numbers(EncodeTensor(Concise(), Detail::kConciseHealth, 7)),
            (std::vector<double>{7, 6, 1, 2, 3}));
  EXPECT_EQ(Numbers(EncodeTensor(Full(), Detail::kFullHealth, 7)),
            (std::vector<double>{7, -1, 14, 2, 21, 1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(Numbers(EncodeTensor(OfShape({}), Detail::kShape, 7)),
            (std::vector<double>{7, 7, 0, 1, 0, 0, 0, 0, 0, 0}));
  EXPECT_EQ(Numbers(EncodeTensor(OfShape({2, 0}), Detail::kShape, 7)),
            (std::vector<double>{7, 7, 2, 0, 2, 0, 0, 0, 0, 0}));
  EXPECT_EQ(EncodeTensor(Whole(), Detail::kFullTensor, 7), "proto");
  const Proto nothing = DecodeProto(EncodeTensor(Full(), Detail::kNoTensor, 7));
  EXPECT_EQ(nothing.dtype, 1);
  EXPECT_EQ(nothing.dims, std::vector<int64_t>{0});
}

TEST(EncodeTensor, OfMoreThanSixExtentsTheLast) {
  TensorToWrite deep = OfShape({9, 2, 3, 4, 5, 6, 7});
  const auto numbers = Numbers(EncodeTensor(deep, Detail::kShape, 0));
  EXPECT_EQ(std::vector<double>(numbers.begin() + 4, numbers.end()),
            (std::vector<double>{2, 3, 4, 5, 6, 7}));
  deep.digest.shape.reset();
  const auto unknown = Numbers(EncodeTensor(deep, Detail::kShape, 0));
  EXPECT_EQ(std::vector<double>(unknown.begin() + 4, unknown.end()), std::vector<double>(6, -1.0));
}

TEST(EncodeValue, NumbersAreTheirBytes) {
  const float floats[] = {1.5f, -2, 3};
  const Proto proto =
      DecodeProto(*EncodeValue(Value::Borrow(DType::kF32, Shape({3, 1}), floats, {})));
  EXPECT_EQ(proto.dtype, 1);
  EXPECT_EQ(proto.dims, (std::vector<int64_t>{3, 1}));
  EXPECT_EQ(proto.content, std::string(reinterpret_cast<const char*>(floats), sizeof(floats)));
}

TEST(EncodeValue, NarrowOnesFillTheirBitsOnly) {
  const int8_t numbers[] = {-1, 7, -8};
  const Proto proto = DecodeProto(*EncodeValue(Value::Borrow(DType::kI4, Shape({3}), numbers, {})));
  EXPECT_EQ(proto.content, "\x0f\x07\x08");
}

TEST(EncodeValue, EmptyAndScalarShapesStayApart) {
  const double number = 1;
  EXPECT_EQ(DecodeProto(*EncodeValue(Value::Borrow(DType::kF64, Shape(), &number, {}))).dims.size(),
            0u);
  const Proto empty = DecodeProto(*EncodeValue(Value::Own(DType::kF64, Shape({0, 3}), {})));
  EXPECT_EQ(empty.dims, (std::vector<int64_t>{0, 3}));
  EXPECT_EQ(empty.content, "");
}

TEST(EncodeValue, StringsAreBytes) {
  const Value value = Value::OfTexts(DType::kString, Shape({2}), {"\xff", ""});
  const Proto proto = DecodeProto(*EncodeValue(value));
  EXPECT_EQ(proto.strings, (std::vector<std::string>{"\xff", ""}));
}

TEST(EncodeValue, HandlesAreNoValues) {
  EXPECT_FALSE(EncodeValue(Value::OfTexts(DType::kResource, Shape(), {"handle"})));
}

}  // namespace
}  // namespace tdbg::exporters::tfdbg2
