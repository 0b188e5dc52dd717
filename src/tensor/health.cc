#include "tensor/health.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "tensor/fp_environment.h"
#include "tensor/health_exact.h"
#include "tensor/health_sums.h"
#include "tensor/health_target.h"
#include "tensor/strided_runs.h"

namespace tdbg::tensor {
namespace {

// Sets the mean from a second sum, in twice the precision. False if that is not enough either.
bool SetPreciseMean(const HealthTarget& target, const TensorView& view, Health& health) {
  Resummation total;
  ForEachRun(view,
             [&](const std::byte* run, int64_t n) { target.resum(view.dtype, run, n, total); });
  const auto n = static_cast<double>(health.finite());
  health.mean = static_cast<double>(total.sum.Value() / health.finite());
  constexpr double kError = 0x1p-80;  // of a resummation, relative to the magnitudes
  const double rms = health.l2 / std::sqrt(n);
  return total.exact || kError * rms < 1e-7 * std::abs(health.mean);
}

void Settle(const HealthTarget& target, const TensorView& view, Doubt doubt, Health& health) {
  if (doubt == Doubt::kRange || (doubt == Doubt::kMean && !SetPreciseMean(target, view, health))) {
    SetExactMoments(view, health);
  }
}

}  // namespace

Health ComputeHealthOn(const HealthTarget& target, const TensorView& view) {
  if (!HasNumbers(view.dtype)) return {.elements = view.num_elements()};

  const FlushingScope scope;
  HealthSums sums;
  ForEachRun(view, [&](const std::byte* run, int64_t n) { target.add(view.dtype, run, n, sums); });
  Doubt doubt;
  Health health = FinishHealth(view.dtype, sums, &doubt);
  Settle(target, view, doubt, health);
  return health;
}

Health ComputeHealth(const TensorView& view) {
  static const HealthTarget* const best = BestHealthTarget();
  return best != nullptr ? ComputeHealthOn(*best, view) : ComputeHealthScalar(view);
}

Health ComputeRunHealthOn(const HealthTarget& target, DType dtype, const void* data, int64_t n) {
  if (!HasNumbers(dtype)) return {.elements = n};

  const FlushingScope scope;
  HealthSums sums;
  if (n > 0) target.add_quickly(dtype, static_cast<const std::byte*>(data), n, sums);
  Doubt doubt;
  Health health = FinishHealth(dtype, sums, &doubt);
  if (doubt == Doubt::kRange) {
    SetExactMoments(TensorView::Contiguous(dtype, Shape{n}, data), health);
  }
  return health;
}

Health ComputeRunHealth(DType dtype, const void* data, int64_t n) {
  static const HealthTarget* const best = BestHealthTarget();
  return best != nullptr ? ComputeRunHealthOn(*best, dtype, data, n)
                         : ComputeHealthScalar(TensorView::Contiguous(dtype, Shape{n}, data));
}

}  // namespace tdbg::tensor
