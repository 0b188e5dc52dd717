#include "capture/filter.h"

namespace tdbg::capture {
namespace {

bool Fits(const std::optional<Pattern>& pattern, std::string_view text) {
  return !pattern || pattern->Matches(text);
}

}  // namespace

bool HasFilter(const Settings& settings) {
  const Settings all;
  return settings.op_type || settings.name || settings.dtype || settings.graph ||
         settings.first_step != all.first_step || settings.end_step != all.end_step ||
         settings.stride != all.stride;
}

bool WantsOp(const Settings& settings, const Definitions::OpNames& op) {
  return Fits(settings.op_type, op.type) && Fits(settings.graph, op.graph) &&
         (Fits(settings.name, op.name) || (!op.written.empty() && Fits(settings.name, op.written)));
}

bool WantsStep(const Settings& settings, int64_t step) {
  if (step < settings.first_step || step >= settings.end_step) return false;
  const bool unbounded = settings.first_step == Settings().first_step;
  const auto from = static_cast<uint64_t>(unbounded ? 0 : settings.first_step);
  return (static_cast<uint64_t>(step) - from) % static_cast<uint64_t>(settings.stride) == 0;
}

uint64_t WantedDTypes(const Settings& settings) {
  static_assert(tensor::kDTypeCount <= 64);
  uint64_t wanted = 1;
  for (int number = 1; number < tensor::kDTypeCount; ++number) {
    const auto& info = tensor::Info(static_cast<tensor::DType>(number));
    if (Fits(settings.dtype, info.name)) wanted |= uint64_t{1} << number;
  }
  return wanted;
}

}  // namespace tdbg::capture
