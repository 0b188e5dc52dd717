// A known floating-point environment for the length of a scope.
#pragma once

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace tdbg::tensor {

// Vector arithmetic between construction and destruction rounds to nearest, traps nothing and
// flushes subnormals, whatever the thread had set; afterwards everything is as found, the exception
// flags included. Flushing is on because subnormals cost some processors a hundred cycles each; who
// needs them works on integer bits or in long double. Elsewhere than on x86 it does nothing.
//
// The compiler does not order arithmetic against this: keep the arithmetic in called functions.
class FlushingScope {
 public:
#if defined(__SSE2__)
  FlushingScope() : saved_(_mm_getcsr()) { _mm_setcsr(kFlushing); }
  ~FlushingScope() { _mm_setcsr(saved_); }
#else
  FlushingScope() = default;
#endif
  FlushingScope(const FlushingScope&) = delete;
  FlushingScope& operator=(const FlushingScope&) = delete;

 private:
#if defined(__SSE2__)
  // All exceptions masked, round to nearest, FTZ and DAZ.
  static constexpr unsigned kFlushing = 0x1f80 | 0x8000 | 0x0040;

  unsigned saved_;
#endif
};

}  // namespace tdbg::tensor
