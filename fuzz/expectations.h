// What must hold whatever the input: checks that several fuzzers make.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "base/status.h"

namespace tdbg::fuzz {

inline std::string_view AsText(const uint8_t* data, size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

// An error is one line for a person, however long the input was.
inline void ExpectOneLine(std::string_view message) {
  TDBG_CHECK(!message.empty() && message.size() < 10'000);
  for (const char c : message) TDBG_CHECK(static_cast<unsigned char>(c) >= ' ');
}

inline void ExpectOneLine(const Status& status) { ExpectOneLine(status.message()); }

// A parsed view borrows from the input; an empty one may point nowhere.
inline void ExpectInside(std::string_view part, std::string_view whole) {
  TDBG_CHECK(part.empty() || (part.data() >= whole.data() &&
                              part.data() + part.size() <= whole.data() + whole.size()));
}

}  // namespace tdbg::fuzz
