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

const HealthTarget* BestTarget() {
  for (const HealthTarget& target : HealthTargets()) {
    if (target.supported()) return &target;
  }
  return nullptr;
}

// Sums once more, in twice the precision. False if that is not enough either.
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

}  // namespace

Health ComputeHealthOn(const HealthTarget& target, const TensorView& view) {
  if (!HasNumbers(view.dtype)) return {.elements = view.num_elements()};

  const FlushingScope scope;
  HealthSums sums;
  ForEachRun(view, [&](const std::byte* run, int64_t n) { target.add(view.dtype, run, n, sums); });
  Doubt doubt;
  Health health = FinishHealth(view.dtype, sums, &doubt);
  if (doubt == Doubt::kRange || (doubt == Doubt::kMean && !SetPreciseMean(target, view, health))) {
    SetExactMoments(view, health);
  }
  return health;
}

Health ComputeHealth(const TensorView& view) {
  static const HealthTarget* const best = BestTarget();
  return best != nullptr ? ComputeHealthOn(*best, view) : ComputeHealthScalar(view);
}

}  // namespace tdbg::tensor
