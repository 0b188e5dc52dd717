// The text of a source file, for what is told of its lines.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace tdbg::capture {

inline constexpr size_t kLongestSource = size_t{4} << 20;

// The whole file. nullopt if it is no regular file, or too large, which is then said.
std::optional<std::string> ReadSource(const char* path, bool* too_large);

}  // namespace tdbg::capture
