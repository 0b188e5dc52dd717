// The fastest plain read of memory: eight vectors at a time, OR-ed together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace tdbg::bench {

struct PlainRead {
  std::string_view name;  // by the width of its vectors
  uint64_t (*read)(const std::byte* data, size_t bytes);
};

namespace plain_read {

template <size_t kVectorBytes>
struct Words {
  // Loads may be unaligned and alias anything.
  typedef uint64_t Vector __attribute__((vector_size(kVectorBytes), aligned(1), may_alias));
};

// `bytes` is a multiple of 512.
#define TDBG_PLAIN_READ(function, vector_bytes, ...)                          \
  __VA_ARGS__ inline uint64_t function(const std::byte* data, size_t bytes) { \
    using Vector = Words<vector_bytes>::Vector;                               \
    Vector a{}, b{}, c{}, d{}, e{}, f{}, g{}, h{};                            \
    const auto* from = reinterpret_cast<const Vector*>(data);                 \
    for (size_t i = 0; i < bytes / vector_bytes; i += 8) {                    \
      a |= from[i];                                                           \
      b |= from[i + 1];                                                       \
      c |= from[i + 2];                                                       \
      d |= from[i + 3];                                                       \
      e |= from[i + 4];                                                       \
      f |= from[i + 5];                                                       \
      g |= from[i + 6];                                                       \
      h |= from[i + 7];                                                       \
    }                                                                         \
    const Vector all = (a | b | c | d) | (e | f | g | h);                     \
    uint64_t result = 0;                                                      \
    for (size_t i = 0; i < vector_bytes / 8; ++i) result |= all[i];           \
    return result;                                                            \
  }

TDBG_PLAIN_READ(Read128, 16, )
#if defined(__x86_64__)
TDBG_PLAIN_READ(Read256, 32, __attribute__((target("avx2"))))
TDBG_PLAIN_READ(Read512, 64, __attribute__((target("avx512f"))))
#endif
#undef TDBG_PLAIN_READ

}  // namespace plain_read

// All that this machine can do. The widest is not always the fastest.
inline std::vector<PlainRead> PlainReads() {
  std::vector<PlainRead> reads = {{"128-bit", plain_read::Read128}};
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) reads.push_back({"256-bit", plain_read::Read256});
  if (__builtin_cpu_supports("avx512f")) reads.push_back({"512-bit", plain_read::Read512});
#endif
  return reads;
}

}  // namespace tdbg::bench
