// Moments as whole nanoseconds since the epoch: exact for microsecond and for double-second clocks.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

namespace tdbg {

inline constexpr int64_t kNoTime = std::numeric_limits<int64_t>::min();

// kNoTime for what is no moment (NaN, infinite, beyond the year 2262).
inline int64_t NsFromSeconds(double seconds) {
  if (!(std::abs(seconds) < 9.2e9)) return kNoTime;
  // Seconds and their fraction apart: a double has too few digits for today's nanoseconds.
  const double whole = std::floor(seconds);
  return static_cast<int64_t>(whole) * 1'000'000'000 +
         static_cast<int64_t>(std::llround((seconds - whole) * 1e9));
}

inline int64_t NsFromMicroseconds(double us) {
  if (!(std::abs(us) < 9.2e15)) return kNoTime;
  const double whole = std::floor(us);
  return static_cast<int64_t>(whole) * 1000 +
         static_cast<int64_t>(std::llround((us - whole) * 1e3));
}

// Gives back the very double that NsFromSeconds was given (for moments of this era).
inline double SecondsFromNs(int64_t ns) {
  return static_cast<double>(static_cast<long double>(ns) / 1e9L);
}

}  // namespace tdbg
