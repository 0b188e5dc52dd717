// Compares a tensor with what truth.json says of it: shape, element values, bytes.
#pragma once

#include <complex>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tensor/element.h"
#include "tensor/value.h"
#include "truth_json.h"

namespace tdbg::tests {

// Elements of a whole tensor in row-major order.
inline std::vector<const std::byte*> ElementsOf(const tensor::Value& value) {
  std::vector<const std::byte*> elements;
  const int64_t stride = tensor::ElementStride(value.dtype());
  for (int64_t i = 0; i < value.view().num_elements(); ++i) {
    elements.push_back(value.view().data + i * stride);
  }
  return elements;
}

inline void ExpectElement(tensor::DType dtype, const std::byte* at, const Truth& expected) {
  using tensor::DTypeClass;
  switch (tensor::Info(dtype).cls) {
    case DTypeClass::kOpaque:
      EXPECT_EQ(tensor::ReadText(at), BytesFromBase64(expected.at("b64").get<std::string>()));
      break;
    case DTypeClass::kBool:
      EXPECT_EQ(tensor::ReadInt64(dtype, at) != 0, expected.get<bool>());
      break;
    case DTypeClass::kUnsigned:
      EXPECT_EQ(tensor::ReadUint64(dtype, at), expected.get<uint64_t>());
      break;
    case DTypeClass::kSigned:
      EXPECT_EQ(tensor::ReadInt64(dtype, at), expected.get<int64_t>());
      break;
    case DTypeClass::kComplex: {
      const std::complex<double> number = tensor::ReadComplex(dtype, at);
      EXPECT_TRUE(SameNumber(number.real(), TruthNumber(expected.at(0)))) << number.real();
      EXPECT_TRUE(SameNumber(number.imag(), TruthNumber(expected.at(1)))) << number.imag();
      break;
    }
    default:
      EXPECT_TRUE(SameNumber(tensor::ReadDouble(dtype, at), TruthNumber(expected)))
          << tensor::ReadDouble(dtype, at) << ", not " << expected;
  }
}

// `expected` has "shape", "values" (of small tensors) and "raw_le_hex" (of those with numbers).
inline void ExpectValue(const tensor::Value& value, const Truth& expected) {
  EXPECT_EQ(Truth(std::vector<int64_t>(value.shape().dims().begin(), value.shape().dims().end())),
            expected.at("shape"));
  const auto elements = ElementsOf(value);
  ASSERT_EQ(elements.size(), expected.at("size").get<size_t>());
  if (expected.contains("values")) {
    for (size_t i = 0; i < elements.size(); ++i) {
      SCOPED_TRACE("element " + std::to_string(i));
      ExpectElement(value.dtype(), elements[i], expected.at("values").at(i));
    }
  }
  if (tensor::IsOpaque(value.dtype())) return;
  ASSERT_TRUE(expected.contains("raw_le_hex")) << "the truth has no bytes to compare with";
  std::string bytes;
  const tensor::DTypeInfo& info = tensor::Info(value.dtype());
  for (const std::byte* at : elements) {
    for (size_t i = 0; i < info.bytes; ++i) {
      // Numbers of four bits travel sign-extended or not: only the bits that carry meaning count.
      const uint8_t mask = info.bits < 8 ? static_cast<uint8_t>((1 << info.bits) - 1) : 0xff;
      bytes += static_cast<char>(static_cast<uint8_t>(at[i]) & mask);
    }
  }
  EXPECT_EQ(bytes, BytesFromHex(expected.at("raw_le_hex").get<std::string>()));
}

}  // namespace tdbg::tests
