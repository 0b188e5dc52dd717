#include "importers/tfproto/tensor_proto.h"

#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <protozero/pbf_writer.hpp>

#include "tensor/element.h"
#include "tensor/format.h"

namespace tdbg::importers::tfproto {
namespace {

using protozero::pbf_writer;
using tensor::DType;
using tensor::Shape;

std::string ShapeProto(const std::vector<int64_t>& dims) {
  std::string shape;
  for (const int64_t dim : dims) {
    std::string entry;
    if (dim != 0) pbf_writer(entry).add_int64(1, dim);  // proto3 leaves zeros out
    pbf_writer(shape).add_bytes(2, entry);
  }
  return shape;
}

std::string Head(DType dtype, const std::vector<int64_t>& dims) {
  std::string proto;
  pbf_writer writer(proto);
  writer.add_enum(1, static_cast<int32_t>(dtype));
  writer.add_bytes(2, ShapeProto(dims));
  return proto;
}

std::string WithContent(DType dtype, const std::vector<int64_t>& dims, std::string_view content) {
  std::string proto = Head(dtype, dims);
  pbf_writer(proto).add_bytes(4, content.data(), content.size());
  return proto;
}

Result<tensor::Value> Decode(const std::string& proto) {
  const auto owner = std::make_shared<const std::string>(proto);
  return DecodeTensor(*owner, owner);
}

// As numpy would print it; the error where there is none.
std::string Text(const std::string& proto) {
  const auto value = Decode(proto);
  return value.ok() ? tensor::FormatTensor(value->view()) : value.status().message();
}

StatusCode CodeOf(const std::string& proto) { return Decode(proto).status().code(); }

template <typename T>
std::string Raw(std::initializer_list<T> numbers) {
  return {reinterpret_cast<const char*>(numbers.begin()), numbers.size() * sizeof(T)};
}

TEST(TensorProto, ContentOfEveryNumericType) {
  for (int number = 1; number < tensor::kDTypeCount; ++number) {
    const DType dtype = static_cast<DType>(number);
    if (!tensor::HasNumbers(dtype)) continue;
    const size_t bytes = tensor::Info(dtype).bytes;
    std::string content(3 * bytes, '\0');
    for (size_t i = 0; i < content.size(); ++i) content[i] = static_cast<char>(i);
    const std::string proto = WithContent(dtype, {3}, content);
    const auto value = Decode(proto);
    ASSERT_TRUE(value.ok()) << tensor::Info(dtype).name;
    EXPECT_EQ(value->dtype(), dtype);
    EXPECT_EQ(value->shape(), Shape{3});
    EXPECT_EQ(std::memcmp(value->view().data, content.data(), content.size()), 0);
    for (const int64_t wrong : {2, 4}) {
      EXPECT_EQ(CodeOf(WithContent(dtype, {wrong}, content)), StatusCode::kCorrupt);
    }
    EXPECT_EQ(CodeOf(WithContent(dtype, {3}, content + "x")), StatusCode::kCorrupt);
  }
}

struct Typed {
  DType dtype;
  uint32_t field;
  std::vector<int64_t> numbers;  // as they are on the wire
  std::string text;              // of the tensor
};

TEST(TensorProto, TypedFieldsOfEveryIntegerOnTheWire) {
  const std::vector<Typed> cases = {
      {DType::kI32, 7, {1, -2}, "[ 1 -2]"},
      {DType::kU8, 7, {1, 255}, "[  1 255]"},
      {DType::kI16, 7, {1, -2}, "[ 1 -2]"},
      {DType::kI8, 7, {1, -2}, "[ 1 -2]"},
      {DType::kQI8, 7, {1, -2}, "[ 1 -2]"},
      {DType::kQU8, 7, {1, 2}, "[1 2]"},
      {DType::kQI32, 7, {1, -2}, "[ 1 -2]"},
      {DType::kQI16, 7, {1, -2}, "[ 1 -2]"},
      {DType::kQU16, 7, {1, 65535}, "[    1 65535]"},
      {DType::kU16, 7, {1, 65535}, "[    1 65535]"},
      {DType::kI4, 7, {1, -2}, "[1 -2]"},
      {DType::kU4, 7, {1, 15}, "[1 15]"},
      {DType::kI2, 7, {1, -2}, "[1 -2]"},
      {DType::kU2, 7, {1, 3}, "[1 3]"},
      {DType::kI64, 10, {1, INT64_MIN}, "[                   1 -9223372036854775808]"},
      {DType::kBool, 11, {1, 0}, "[ True False]"},
      {DType::kF16, 13, {0x3c00, 0xc000}, "[ 1. -2.]"},
      {DType::kBF16, 13, {0x3f80, 0xc000}, "[1 -2]"},
      {DType::kU32, 16, {1, 0xffffffff}, "[         1 4294967295]"},
      {DType::kU64, 17, {1, -1}, "[                   1 18446744073709551615]"},
  };
  for (const Typed& typed : cases) {
    std::string packed = Head(typed.dtype, {2});
    pbf_writer(packed).add_packed_int64(typed.field, typed.numbers.begin(), typed.numbers.end());
    EXPECT_EQ(Text(packed), typed.text) << tensor::Info(typed.dtype).name;
    std::string one_by_one = Head(typed.dtype, {2});
    for (const int64_t number : typed.numbers) {
      pbf_writer(one_by_one).add_int64(typed.field, number);
    }
    EXPECT_EQ(Text(one_by_one), typed.text) << tensor::Info(typed.dtype).name;
  }
}

TEST(TensorProto, TypedFieldsOfFloats) {
  const std::vector<float> floats = {1.5f, -2.f};
  const std::vector<double> doubles = {1.5, -2.};
  const auto packed = [&](DType dtype, uint32_t field, const auto& numbers, int64_t elements) {
    std::string proto = Head(dtype, {elements});
    using Number = std::decay_t<decltype(numbers[0])>;
    pbf_writer(proto).add_bytes(field, reinterpret_cast<const char*>(numbers.data()),
                                numbers.size() * sizeof(Number));
    return Text(proto);
  };
  EXPECT_EQ(packed(DType::kF32, 5, floats, 2), "[ 1.5 -2. ]");
  EXPECT_EQ(packed(DType::kF64, 6, doubles, 2), "[ 1.5 -2. ]");
  EXPECT_EQ(packed(DType::kComplex64, 9, floats, 1), "[1.5-2.j]");
  EXPECT_EQ(packed(DType::kComplex128, 12, doubles, 1), "[1.5-2.j]");
  EXPECT_EQ(packed(DType::kF8E5M2, 18, std::string("\x3c\xc0"), 2), "[1 -2]");
  EXPECT_EQ(packed(DType::kF8E4M3FN, 18, std::string("\x38\xc0"), 2), "[1 -2]");

  std::string unpacked = Head(DType::kF32, {2});
  for (const float number : floats) pbf_writer(unpacked).add_float(5, number);
  EXPECT_EQ(Text(unpacked), "[ 1.5 -2. ]");
  unpacked = Head(DType::kComplex128, {1});
  for (const double number : doubles) pbf_writer(unpacked).add_double(12, number);
  EXPECT_EQ(Text(unpacked), "[1.5-2.j]");
}

TEST(TensorProto, NumbersOfAWrongWireTypeAreUnknownFields) {
  // Once read as 16 bytes from an 8-byte number.
  std::string proto = Head(DType::kComplex128, {1});
  pbf_writer(proto).add_uint64(12, 1);
  EXPECT_EQ(Text(proto), "[0.+0.j]");
  proto = Head(DType::kF32, {1});
  pbf_writer(proto).add_fixed64(5, 1);
  EXPECT_EQ(Text(proto), "[0.]");
}

TEST(TensorProto, FewerElementsAreFilledUp) {
  std::string proto = Head(DType::kF32, {2, 2});
  pbf_writer(proto).add_float(5, 1);
  pbf_writer(proto).add_float(5, 7);
  EXPECT_EQ(Text(proto), "[[1. 7.]\n [7. 7.]]");
  EXPECT_EQ(Text(Head(DType::kF32, {2})), "[0. 0.]");
  EXPECT_EQ(Text(Head(DType::kF32, {})), "0.0");
  EXPECT_EQ(Text(Head(DType::kBool, {1})), "[False]");
  EXPECT_EQ(Text(Head(DType::kString, {2})), "[b'' b'']");
}

TEST(TensorProto, MoreElementsThanTheShapeAreDamage) {
  std::string proto = Head(DType::kF32, {1});
  pbf_writer(proto).add_float(5, 1);
  pbf_writer(proto).add_float(5, 7);
  EXPECT_EQ(CodeOf(proto), StatusCode::kCorrupt);
  proto = Head(DType::kComplex64, {1});
  pbf_writer(proto).add_float(9, 1);  // half an element
  EXPECT_EQ(CodeOf(proto), StatusCode::kCorrupt);
  proto = Head(DType::kString, {1});
  pbf_writer(proto).add_bytes(8, "a");
  pbf_writer(proto).add_bytes(8, "b");
  EXPECT_EQ(CodeOf(proto), StatusCode::kCorrupt);
  EXPECT_EQ(CodeOf(WithContent(DType::kF32, {0}, "abcd")), StatusCode::kCorrupt);
}

TEST(TensorProto, EmptyTensors) {
  EXPECT_EQ(Text(Head(DType::kF32, {0})), "[]");
  EXPECT_EQ(Text(Head(DType::kString, {3, 0})), "[]");
  const auto header = ParseTensorHeader(Head(DType::kF32, {2, 0, 3}));
  ASSERT_TRUE(header.ok());
  EXPECT_EQ(header->elements, 0);
  EXPECT_FALSE(header->has_elements);
}

TEST(TensorProto, NoBytesMeanNotRecorded) {
  const auto header = ParseTensorHeader("");
  ASSERT_TRUE(header.ok());
  EXPECT_EQ(header->dtype, DType::kInvalid);
  EXPECT_EQ(CodeOf(""), StatusCode::kUnsupported);
}

TEST(TensorProto, ContentWinsOverTypedFields) {
  std::string proto = WithContent(DType::kI32, {1}, Raw({7}));
  pbf_writer(proto).add_int32(7, 9);
  EXPECT_EQ(Text(proto), "[7]");
}

TEST(TensorProto, StringsInBothForms) {
  std::string typed = Head(DType::kString, {2});
  pbf_writer(typed).add_bytes(8, "abc");
  pbf_writer(typed).add_bytes(8, "\0d", 2);
  EXPECT_EQ(Text(typed), "[b'abc' b'\\x00d']");
  const std::string_view blob(
      "\x03\x02"
      "abc\0d",
      7);
  EXPECT_EQ(Text(WithContent(DType::kString, {2}, blob)), "[b'abc' b'\\x00d']");
  for (const std::string& wrong : {std::string("\x03\x03"
                                               "abcd"),
                                   std::string("\x03\x00"
                                               "abcd",
                                               6),
                                   std::string("\x03"),
                                   std::string("\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01\x01"
                                               "a")}) {
    EXPECT_EQ(CodeOf(WithContent(DType::kString, {2}, wrong)), StatusCode::kCorrupt);
  }
}

TEST(TensorProto, HandlesAreDescribed) {
  std::string holds, resource, variant;
  pbf_writer(holds).add_enum(1, 1);
  pbf_writer(holds).add_bytes(2, ShapeProto({2, 3}));
  pbf_writer(resource).add_bytes(1, "/device:CPU:0");
  pbf_writer(resource).add_bytes(3, "w");
  pbf_writer(resource).add_bytes(6, Head(DType::kI32, {}));  // left over from the element before
  pbf_writer(resource).add_bytes(6, holds);
  std::string proto = Head(DType::kResource, {});
  pbf_writer(proto).add_bytes(14, resource);
  EXPECT_EQ(Text(proto), "<resource w float32[2,3] on /device:CPU:0>");

  pbf_writer(variant).add_bytes(1, "tensorflow::TensorList");
  pbf_writer(variant).add_bytes(3, holds);
  pbf_writer(variant).add_bytes(3, "\xff");
  const std::string blob = std::string(1, static_cast<char>(variant.size())) + variant;
  EXPECT_EQ(Text(WithContent(DType::kVariant, {1}, blob)),
            "[<variant tensorflow::TensorList of float32[2,3], ?>]");
  EXPECT_EQ(Text(Head(DType::kVariant, {})), "<variant>");
  EXPECT_EQ(Text(Head(DType::kResource, {})), "<resource>");
}

TEST(TensorProto, ReferenceTypesAreTheirTwins) {
  std::string proto;
  pbf_writer(proto).add_enum(1, 101);
  EXPECT_EQ(ParseTensorHeader(proto)->dtype, DType::kF32);
  for (const int32_t number : {34, 100, 134, 99, -1}) {
    proto.clear();
    pbf_writer(proto).add_enum(1, number);
    EXPECT_EQ(ParseTensorHeader(proto).status().code(), StatusCode::kCorrupt) << number;
  }
}

TEST(TensorProto, HostileShapes) {
  const int64_t huge = int64_t{1} << 62;
  EXPECT_EQ(CodeOf(Head(DType::kF32, {-1})), StatusCode::kCorrupt);
  EXPECT_EQ(CodeOf(Head(DType::kF32, {huge, 4})), StatusCode::kCorrupt);
  EXPECT_EQ(Text(Head(DType::kF32, {huge, 0, huge})), "[]");
  EXPECT_EQ(CodeOf(Head(DType::kF32, std::vector<int64_t>(255, 1))), StatusCode::kCorrupt);
  EXPECT_TRUE(Decode(Head(DType::kF32, std::vector<int64_t>(254, 1))).ok());
  std::string unknown_rank = Head(DType::kF32, {});
  std::string shape;
  pbf_writer(shape).add_bool(3, true);
  pbf_writer(unknown_rank).add_bytes(2, shape);
  EXPECT_EQ(CodeOf(unknown_rank), StatusCode::kCorrupt);
}

// A handful of bytes must not make gigabytes, in any form.
TEST(TensorProto, FillingUpHasALimit) {
  EXPECT_TRUE(Decode(Head(DType::kF32, {1 << 22})).ok());
  EXPECT_EQ(CodeOf(Head(DType::kF32, {(1 << 22) + 1})), StatusCode::kCorrupt);
  EXPECT_EQ(CodeOf(Head(DType::kComplex128, {int64_t{1} << 60})), StatusCode::kCorrupt);
  EXPECT_EQ(CodeOf(Head(DType::kString, {1 << 22})), StatusCode::kCorrupt);
  std::string long_text = Head(DType::kString, {1000});
  pbf_writer(long_text).add_bytes(8, std::string(100'000, 'x'));
  EXPECT_EQ(CodeOf(long_text), StatusCode::kCorrupt);
  EXPECT_EQ(CodeOf(WithContent(DType::kString, {int64_t{1} << 40}, "abc")), StatusCode::kCorrupt);
}

TEST(TensorProto, TruncationIsDamage) {
  const std::string whole = WithContent(DType::kF32, {2}, Raw({1.f, 2.f}));
  for (size_t size = whole.size() - 8; size < whole.size(); ++size) {
    EXPECT_EQ(CodeOf(whole.substr(0, size)), StatusCode::kCorrupt) << size;
  }
}

}  // namespace
}  // namespace tdbg::importers::tfproto
