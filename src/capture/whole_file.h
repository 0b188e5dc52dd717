// A file's bytes, read and not mapped: nobody can take them away while they are looked at.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace tdbg::capture {

// nullopt if it is no regular file, cannot be read, or is longer than `most_bytes`, which is then
// said.
std::optional<std::string> ReadWholeFile(const char* path, uint64_t most_bytes, bool* too_large);

}  // namespace tdbg::capture
