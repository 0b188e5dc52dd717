#include "expr/allowance.h"

#include <cstdio>
#include <string>

namespace tdbg::expr {
namespace {

thread_local Spending* spent_here = nullptr;

std::string Number(double number) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.3g", number);
  return text;
}

Status TooMuch(std::string text, std::string_view more) {
  if (!more.empty()) text += "; `" + std::string(more) + "` allows more";
  return InvalidArgument(std::move(text));
}

}  // namespace

Spending::Spending(const Allowance& allowance) : allowance_(allowance), outer_(spent_here) {
  spent_here = this;
}

Spending::~Spending() { spent_here = outer_; }

Status Spending::TakeBytes(int64_t bytes) {
  if (spent_here == nullptr) return Status::Ok();
  const Allowance& allowance = spent_here->allowance_;
  if (bytes <= allowance.bytes - spent_here->bytes_) {
    spent_here->bytes_ += bytes;
    return Status::Ok();
  }
  constexpr double kMiB = 1 << 20;
  return TooMuch(
      "with this the arrays of the expression would take " +
          Number((static_cast<double>(spent_here->bytes_) + static_cast<double>(bytes)) / kMiB) +
          " MiB; up to " + Number(static_cast<double>(allowance.bytes) / kMiB) +
          " MiB are accepted",
      allowance.more_bytes);
}

Status Spending::TakeMultiplications(double count) {
  if (spent_here == nullptr) return Status::Ok();
  const Allowance& allowance = spent_here->allowance_;
  const double sum = spent_here->multiplications_ + count;
  if (sum <= static_cast<double>(allowance.multiplications)) {
    spent_here->multiplications_ = sum;
    return Status::Ok();
  }
  return TooMuch("with this matrix product the expression would take " + Number(sum / 1e9) +
                     " billion multiplications; up to " +
                     Number(static_cast<double>(allowance.multiplications) / 1e9) +
                     " billion are accepted",
                 allowance.more_multiplications);
}

}  // namespace tdbg::expr
