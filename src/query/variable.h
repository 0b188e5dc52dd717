// Who a variable is, as far as a recording tells.
#pragma once

#include <cstdint>
#include <functional>

#include "base/string_pool.h"

namespace tdbg::query {

// Eager calls know a variable by the id of its resource tensor, graphs by the name of the op that
// yields it. A graph that is given it as an argument by nobody knows who cannot tell: any variable
// may be meant.
class Variable {
 public:
  static Variable OfTensor(int64_t tensor_id) { return {KnownBy::kTensorId, tensor_id}; }
  static Variable OfOp(StringId name) { return {KnownBy::kOpName, int64_t{name.index()}}; }
  static Variable Lost() { return {KnownBy::kNothing, 0}; }

  bool is_lost() const { return known_by_ == KnownBy::kNothing; }
  bool operator==(const Variable&) const = default;

  struct Hash {
    size_t operator()(const Variable& variable) const {
      return std::hash<int64_t>()(variable.number_) * 4 + static_cast<size_t>(variable.known_by_);
    }
  };

 private:
  enum class KnownBy : uint8_t { kTensorId, kOpName, kNothing };

  Variable(KnownBy known_by, int64_t number) : known_by_(known_by), number_(number) {}

  KnownBy known_by_;
  int64_t number_;
};

}  // namespace tdbg::query
