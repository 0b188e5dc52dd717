// Ids that do not convert into one another: an OpId never lands where a StackId is meant.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>

namespace tdbg {

// A dense index into one table. `Tag` only makes the type distinct.
template <typename Tag>
class StrongId {
 public:
  constexpr StrongId() = default;  // names nothing
  constexpr explicit StrongId(size_t index) : index_(static_cast<uint32_t>(index)) {}

  constexpr bool valid() const { return index_ != kNone; }
  constexpr uint32_t index() const { return index_; }

  constexpr auto operator<=>(const StrongId&) const = default;

 private:
  static constexpr uint32_t kNone = std::numeric_limits<uint32_t>::max();
  uint32_t index_ = kNone;
};

}  // namespace tdbg

template <typename Tag>
struct std::hash<tdbg::StrongId<Tag>> {
  size_t operator()(tdbg::StrongId<Tag> id) const noexcept {
    return std::hash<uint32_t>()(id.index());
  }
};
