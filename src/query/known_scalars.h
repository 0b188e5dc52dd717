// Recorded tensors of a single number each, for tests of queries that read what was recorded.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "store/value_source.h"

namespace tdbg::query {

class KnownScalars : public store::ValueSource {
 public:
  void Give(store::EventId event, double number, tensor::DType dtype = tensor::DType::kF32) {
    store::Digest digest;
    digest.dtype = dtype;
    digest.shape = tensor::Shape(std::vector<int64_t>());
    digest.elements = 1;
    digest.zero = number == 0 ? 1 : 0;
    digest.min = digest.max = number;
    digests_[event] = digest;
  }

  Result<store::Digest> ReadDigest(store::EventId event) const override {
    const auto known = digests_.find(event);
    return known == digests_.end() ? store::Digest() : known->second;
  }
  Result<tensor::Value> ReadValue(store::EventId) const override {
    return Unsupported("not given");
  }
  Result<tensor::Value> ReadRecorded(store::EventId event) const override {
    return ReadValue(event);
  }
  uint64_t RecordedBytes(store::EventId) const override { return 0; }
  Result<std::vector<store::Attribute>> ReadAttributes(store::OpId) const override {
    return Unsupported("none");
  }
  Result<std::vector<std::string>> ReadSource(store::SourceFileId) const override {
    return NotFound("none");
  }

 private:
  std::unordered_map<store::EventId, store::Digest> digests_;
};

}  // namespace tdbg::query
