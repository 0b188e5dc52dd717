// TensorFlow's TensorProto: from wire bytes to a tensor::Value.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "base/status.h"
#include "tensor/shape.h"
#include "tensor/value.h"

namespace tdbg::importers::tfproto {

// What can be said without decoding elements. Views point into the bytes parsed.
struct TensorHeader {
  tensor::DType dtype = tensor::DType::kInvalid;
  tensor::Shape shape;
  int64_t elements = 0;
  std::string_view content;   // tensor_content; empty if the elements are in typed fields
  bool has_elements = false;  // in content or typed fields
};

// An all-default proto (no bytes) parses to kInvalid: tfdbg2's placeholder for "not recorded".
Result<TensorHeader> ParseTensorHeader(std::string_view proto);

// Number of the field that holds elements of this dtype outside of tensor_content; 0 if there is
// none.
uint32_t TypedField(tensor::DType dtype);

// Type and tensor_content alone: what a summary needs, without a look at the shape.
struct TensorContent {
  tensor::DType dtype = tensor::DType::kInvalid;
  std::string_view content;
};
Result<TensorContent> ParseTensorContent(std::string_view proto);

// The elements. `owner` keeps `proto` alive: numbers in tensor_content are not copied. Fewer
// elements than the shape wants are filled up with the last one (or zero), as TensorFlow does; a
// tensor_content of the wrong length is kCorrupt.
Result<tensor::Value> DecodeTensor(std::string_view proto, std::shared_ptr<const void> owner);

}  // namespace tdbg::importers::tfproto
