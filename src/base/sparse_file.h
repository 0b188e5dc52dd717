// Files of which most was never written: a file of a terabyte may take a page of the disk.
#pragma once

#include <cstdint>
#include <optional>

struct stat;

namespace tdbg {

// Where reading a file has to stop, because it is huge and has nothing there: its first hole.
// nullopt for every file that can be read to its end in about a second, holes or not: zeros that
// take no room on the disk are as good as others.
std::optional<uint64_t> HoleToStopAt(int fd, const struct stat& info);

}  // namespace tdbg
