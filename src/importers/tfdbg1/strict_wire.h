// Walking a protocol buffer without forgiveness. A tfdbg1 file has no checksum; what shows damage
// is that its writer puts each field there once, with one wire type, and no others.
#pragma once

#include <cstdint>

#include "importers/tfproto/wire.h"

namespace tdbg::importers::tfdbg1 {

// Where in the file the walk is, and where it first met a field that has no place.
class WireTrail {
 public:
  explicit WireTrail(std::string_view file) : begin_(file.data()) {}

  int64_t at() const { return at_; }
  int64_t strange_at() const { return strange_at_; }  // -1: nothing strange

  void MoveTo(const char* data) { at_ = data - begin_; }
  void MarkStrange() {
    if (strange_at_ < 0) strange_at_ = at_;
  }

 private:
  const char* begin_;
  int64_t at_ = 0;
  int64_t strange_at_ = -1;
};

// Calls `take(message)` at each field; it reads the field and returns true, or leaves it and
// returns false. Fields not taken and fields met twice are strange, but for those in `repeated` (a
// bit for each number). Throws protozero's exceptions.
template <typename Take>
void WalkStrictly(tfproto::Wire message, WireTrail& trail, uint32_t repeated, Take take) {
  uint32_t seen = 0;
  while (message.next()) {
    trail.MoveTo(message.data().data());
    const uint32_t tag = message.tag();
    const uint32_t bit = tag < 32 ? uint32_t{1} << tag : 0;
    if ((seen & bit & ~repeated) != 0) trail.MarkStrange();
    seen |= bit;
    if (!take(message)) {
      trail.MarkStrange();
      message.skip();
    }
  }
}

}  // namespace tdbg::importers::tfdbg1
