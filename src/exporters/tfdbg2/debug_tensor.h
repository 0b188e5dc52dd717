// What is known of one tensor as tfdbg2 writes it: a TensorProto and the mode that says how to read
// it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "exporters/tfdbg2/debug_event_writer.h"
#include "store/digest.h"
#include "store/summary_numbers.h"
#include "tensor/value.h"

namespace tdbg::exporters::tfdbg2 {

// The tensor itself, already encoded, or what a recording says of it: an event with many outputs
// needs all of theirs before its mode is known.
struct TensorToWrite {
  std::optional<std::string> value;  // TensorProto bytes
  store::Digest digest;              // where there is no value
};

// The one mode in which most can be told of all these tensors. Health goes before shape, because
// alerts come of it; a tensor of which nothing is known in that mode stays empty.
Detail CommonDetail(std::span<const TensorToWrite> tensors);

// TensorProto bytes for this mode; empty where the tensor is not known well enough. `tensor_id` is
// the number of a graph's tensor, -1 for an eager one.
std::string EncodeTensor(const TensorToWrite& tensor, Detail mode, int64_t tensor_id);

// A value as TensorProto bytes. nullopt for what TensorFlow's reader could not take: resources,
// variants, and values beyond the size of a protocol buffer.
std::optional<std::string> EncodeValue(const tensor::Value& value);

// A vector of doubles as TensorProto bytes: what every summary is.
std::string EncodeNumbers(std::span<const double> numbers);

}  // namespace tdbg::exporters::tfdbg2
