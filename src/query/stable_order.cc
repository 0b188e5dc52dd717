#include "query/stable_order.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numeric>
#include <utility>

namespace tdbg::query {

uint64_t OrderKey(double number) {
  if (std::isnan(number)) return UINT64_MAX;
  const uint64_t bits = std::bit_cast<uint64_t>(number + 0.0);  // -0.0 sorts as 0.0
  const uint64_t sign = uint64_t{1} << 63;
  return (bits & sign) != 0 ? ~bits : bits | sign;
}

std::vector<uint32_t> StableOrder(const std::vector<uint64_t>& keys, bool reverse) {
  std::vector<uint32_t> order(keys.size());
  std::iota(order.begin(), order.end(), 0u);
  std::vector<uint32_t> next(keys.size());
  constexpr int kDigitBits = 16;
  constexpr size_t kDigits = size_t{1} << kDigitBits;
  std::vector<uint32_t> starts(kDigits);
  for (int shift = 0; shift < 64; shift += kDigitBits) {
    const auto digit = [&](uint32_t row) {
      const uint64_t key = reverse ? ~keys[row] : keys[row];
      return static_cast<size_t>((key >> shift) & (kDigits - 1));
    };
    std::fill(starts.begin(), starts.end(), 0u);
    for (const uint32_t row : order) ++starts[digit(row)];
    // Most digits of most keys are all the same.
    if (!order.empty() && starts[digit(order[0])] == order.size()) continue;
    uint32_t sum = 0;
    for (uint32_t& start : starts) sum += std::exchange(start, sum);
    for (const uint32_t row : order) next[starts[digit(row)]++] = row;
    order.swap(next);
  }
  return order;
}

std::vector<uint64_t> TextRanks(const std::vector<std::string_view>& texts) {
  std::vector<uint32_t> order(texts.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(),
            [&](uint32_t a, uint32_t b) { return texts[a] < texts[b]; });
  std::vector<uint64_t> ranks(texts.size());
  for (size_t i = 1; i < order.size(); ++i) {
    ranks[order[i]] = ranks[order[i - 1]] + (texts[order[i]] != texts[order[i - 1]] ? 1 : 0);
  }
  return ranks;
}

}  // namespace tdbg::query
