// Sorting many rows by one number each.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace tdbg::query {

// Numbers as keys that compare the same way; NaN comes behind all others.
uint64_t OrderKey(double number);
inline uint64_t OrderKey(int64_t number) {
  return static_cast<uint64_t>(number) ^ (uint64_t{1} << 63);
}

// Positions of the keys, smallest first; equal keys keep their order, in reverse as well. In linear
// time: a million rows take a few tens of milliseconds.
std::vector<uint32_t> StableOrder(const std::vector<uint64_t>& keys, bool reverse);

// For each text its place among the distinct ones, in byte order.
std::vector<uint64_t> TextRanks(const std::vector<std::string_view>& texts);

}  // namespace tdbg::query
