// How much an evaluation may take. What it needs is known before it is taken.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/status.h"

namespace tdbg::expr {

struct Allowance {
  int64_t bytes = int64_t{4} << 30;                    // of all arrays that it makes
  int64_t multiplications = int64_t{100'000'000'000};  // of all its matrix products
  // What somebody types to have more; "" where nobody can.
  std::string_view more_bytes = {};
  std::string_view more_multiplications = {};
};

// What the evaluation on this thread has left, as long as the object lives. Evaluations may lie
// inside of one another: each has its own.
class Spending {
 public:
  explicit Spending(const Allowance& allowance);
  ~Spending();
  Spending(const Spending&) = delete;
  Spending& operator=(const Spending&) = delete;

  // Errors if that is more than is left; outside of an evaluation there is no limit.
  static Status TakeBytes(int64_t bytes);
  static Status TakeMultiplications(double count);

 private:
  const Allowance& allowance_;
  int64_t bytes_ = 0;
  double multiplications_ = 0;
  Spending* const outer_;
};

}  // namespace tdbg::expr
