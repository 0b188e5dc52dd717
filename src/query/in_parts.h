// Work on many rows, shared between the cores of the machine.
#pragma once

#include <algorithm>
#include <cstddef>
#include <system_error>
#include <thread>
#include <vector>

namespace tdbg::query {

// How many parts so many rows are worth: one for each core, but none for a few rows only.
inline size_t NumParts(size_t rows) {
  // A thread costs as much as some thousand rows.
  constexpr size_t kWorthAThread = 32'768;
  return std::min<size_t>(std::max(1u, std::thread::hardware_concurrency()),
                          std::max<size_t>(1, rows / kWorthAThread));
}

// Calls work(part, begin, end) for each part, the first on this thread, and returns when all are
// done.
template <typename Work>
void InParts(size_t rows, size_t parts, Work work) {
  const auto do_part = [&](size_t part) {
    work(part, rows * part / parts, rows * (part + 1) / parts);
  };
  std::vector<std::thread> workers;
  for (size_t part = 1; part < parts; ++part) {
    try {
      workers.emplace_back(do_part, part);
    } catch (const std::system_error&) {  // no more threads: this one does the work
      do_part(part);
    }
  }
  do_part(0);
  for (std::thread& worker : workers) worker.join();
}

}  // namespace tdbg::query
