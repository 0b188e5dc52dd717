// Reproducible pseudo-random numbers: the same seed and key give the same bits on every machine.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>

namespace tdbg::bench {

// SplitMix64: every bit of the key moves every bit of the result.
constexpr uint64_t Mix(uint64_t key) {
  key += 0x9E3779B97F4A7C15u;
  key = (key ^ (key >> 30)) * 0xBF58476D1CE4E5B9u;
  key = (key ^ (key >> 27)) * 0x94D049BB133111EBu;
  return key ^ (key >> 31);
}

constexpr uint64_t Mix(uint64_t a, uint64_t b) { return Mix(Mix(a) ^ b); }

// In the form of a random UUID, which is how tfdbg2 names graphs and stack frames.
inline std::string MakeUuid(uint64_t seed, uint64_t key) {
  const uint64_t a = Mix(seed, key);
  const uint64_t b = Mix(a, key);
  char text[37];
  std::snprintf(text, sizeof text, "%08x-%04x-4%03x-a%03x-%012llx", static_cast<unsigned>(a >> 32),
                static_cast<unsigned>(a & 0xFFFF), static_cast<unsigned>((a >> 16) & 0xFFF),
                static_cast<unsigned>(b & 0xFFF), static_cast<unsigned long long>(b >> 16));
  return text;
}

}  // namespace tdbg::bench
