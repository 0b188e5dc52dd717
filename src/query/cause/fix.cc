#include "query/cause/fix.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "expr/narrow_round.h"
#include "query/float_limits.h"
#include "tensor/brief_number.h"
#include "tensor/narrow_float.h"

namespace tdbg::query {
namespace {

using tensor::BriefNumber;

constexpr int64_t kMostElements = 1 << 20;

double Rounded(tensor::DType dtype, double number) {
  if (dtype == tensor::DType::kF32) return static_cast<float>(number);
  const auto format = tensor::NarrowFormatOf(dtype);
  if (!format) return number;
  const uint32_t bits = expr::RoundToNarrow(*format, number);
  return std::bit_cast<float>(tensor::ToF32Bits(*format, bits));
}

// ", equal elsewhere to 1e−07", of the largest number there: elsewhere is where the recorded number
// was finite.
std::string Comparison(const Trial& trial) {
  double apart = 0;
  double size = 0;
  bool any = false;
  for (size_t i = 0; i < trial.before.size(); ++i) {
    if (!std::isfinite(trial.before[i])) continue;
    any = true;
    size = std::max(size, std::fabs(trial.before[i]));
    apart = std::max(apart, std::fabs(trial.before[i] - trial.results[i]));
  }
  if (!any) return "";
  if (apart == 0) return ", the same elsewhere";
  const double part = size == 0 ? apart : apart / size;
  return ", equal elsewhere to " + BriefNumber(std::pow(10, std::ceil(std::log10(part))));
}

}  // namespace

std::optional<std::vector<double>> NumbersOf(const KnownTensor& tensor) {
  const auto count = tensor.num_elements();
  if (!count || *count == 0 || *count > kMostElements) return std::nullopt;
  std::vector<double> numbers;
  for (int64_t i = 0; i < *count; ++i) {
    const auto number = tensor.At(i);
    if (!number) return std::nullopt;
    numbers.push_back(*number);
  }
  return numbers;
}

std::optional<std::string> TryFix(Pattern pattern, const TracedOp& op, const Cause& cause) {
  std::optional<Trial> trial = TryTogether(pattern, op);
  if (!trial) trial = TryElementwise(pattern, op, cause);
  if (!trial || trial->results.empty()) return std::nullopt;
  for (double& result : trial->results) {
    result = Rounded(trial->dtype, result);
    if (!std::isfinite(result)) return std::nullopt;
  }
  const auto [least, most] = std::minmax_element(trial->results.begin(), trial->results.end());
  const std::string range =
      *least == *most ? BriefNumber(*least) : BriefNumber(*least) + " … " + BriefNumber(*most);
  return "with " + trial->name + ": finite, " + range + Comparison(*trial);
}

}  // namespace tdbg::query
