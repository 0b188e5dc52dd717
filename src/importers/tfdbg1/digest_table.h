// Digests of the dump's small tensors, made while their files were read: whoever lists thousands of
// tensors opens no file twice.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>

#include "store/digest.h"

namespace tdbg::importers::tfdbg1 {

class DigestTable {
 public:
  // Larger tensors are read again when somebody asks: that takes longer than opening their files.
  static constexpr size_t kMostBytes = size_t{1} << 15;

  // By the number of the tensor's file. Full tables take no more.
  void Set(uint32_t file, const store::Digest& digest) {
    if (digests_.size() < kMostDigests) digests_[file] = digest;
  }

  // nullptr if the file has to be read.
  const store::Digest* Find(uint32_t file) const {
    const auto it = digests_.find(file);
    return it == digests_.end() ? nullptr : &it->second;
  }

 private:
  static constexpr size_t kMostDigests = 100'000;  // some 40 MB

  std::unordered_map<uint32_t, store::Digest> digests_;
};

}  // namespace tdbg::importers::tfdbg1
