#include "importers/tfdbg1/numeric_summary.h"

#include <cmath>
#include <utility>
#include <vector>

namespace tdbg::importers::tfdbg1 {
namespace {

using store::Digest;

// Positions of the counts in the two layouts.
struct Layout {
  size_t nan, low, negative, zero, positive, high;
};
constexpr Layout kLayout = {2, 3, 4, 5, 6, 7};
constexpr Layout kLayout2016 = {7, 2, 3, 4, 5, 6};
constexpr size_t kNumbers2016 = 12;  // the moments are the last four in both layouts
constexpr size_t kDType = 12;
constexpr size_t kRank = 13;
constexpr size_t kDims = 14;

std::optional<int64_t> Count(double number) {
  constexpr double kExact = 9007199254740992.0;  // counts are exact up to 2^53
  if (!(number >= 0 && number <= kExact) || number != std::floor(number)) return std::nullopt;
  return static_cast<int64_t>(number);
}

std::optional<double> Finite(double number) {
  return std::isfinite(number) ? std::optional<double>(number) : std::nullopt;
}

Status Contradiction() {
  return Corrupt("the numbers of the numeric summary contradict each other");
}

// dtype and shape, which follow the statistics.
Status ReadKind(std::span<const double> numbers, Digest& digest) {
  const auto dtype_number = Count(numbers[kDType]);
  const auto dtype = dtype_number ? tensor::DTypeFromNumber(*dtype_number) : std::nullopt;
  const auto rank = Count(numbers[kRank]);
  if (!dtype || !rank || static_cast<size_t>(*rank) != numbers.size() - kDims) {
    return Contradiction();
  }
  std::vector<int64_t> dims;
  for (const double dim : numbers.subspan(kDims)) {
    const auto extent = Count(dim);
    if (!extent) return Contradiction();
    dims.push_back(*extent);
  }
  digest.dtype = *dtype;
  digest.rank = *rank;
  digest.shape = tensor::Shape(std::move(dims));
  digest.elements = digest.shape->NumElements();
  return digest.elements ? Status::Ok() : Contradiction();
}

bool KnownToBeClean(tensor::DType dtype) {
  return dtype != tensor::DType::kInvalid && !tensor::MayBeBad(dtype);
}

}  // namespace

Result<Digest> DigestOfNumericSummary(std::span<const double> numbers,
                                      const std::optional<Watch>& watch) {
  const bool of_2016 = numbers.size() == kNumbers2016;
  if (!of_2016 && numbers.size() < kDims) {
    return Corrupt("a numeric summary has 12, 14 or more numbers, not " +
                   std::to_string(numbers.size()));
  }
  Digest digest;
  if (of_2016) {
    if (watch) digest.dtype = watch->dtype;
  } else {
    TDBG_RETURN_IF_ERROR(ReadKind(numbers, digest));
  }

  const Layout& at = of_2016 ? kLayout2016 : kLayout;
  const auto elements = Count(numbers[1]);
  const auto nan = Count(numbers[at.nan]), low = Count(numbers[at.low]);
  const auto negative = Count(numbers[at.negative]), zero = Count(numbers[at.zero]);
  const auto positive = Count(numbers[at.positive]), high = Count(numbers[at.high]);
  if (!elements || !nan || !low || !negative || !zero || !positive || !high ||
      *elements != *nan + *low + *negative + *zero + *positive + *high ||
      (numbers[0] != 0.0 && numbers[0] != 1.0)) {
    return Contradiction();
  }
  if (numbers[0] == 0.0) {
    digest.initialized = false;
    digest.bad = false;
    return digest;
  }
  if (digest.elements && *digest.elements != *elements) return Contradiction();
  digest.elements = *elements;

  constexpr size_t kMin = 8, kMax = 9, kMean = 10, kVariance = 11;
  digest.min = Finite(numbers[kMin]);
  digest.max = Finite(numbers[kMax]);
  digest.mean = Finite(numbers[kMean]);
  digest.variance = Finite(numbers[kVariance]);

  // There were no bounds in 2016. Else the extremes, which bounds leave alone, tell whether a
  // finite element was beyond a bound.
  const bool low_exact = *low == 0 || of_2016 || (watch && numbers[kMin] > watch->lower_bound);
  const bool high_exact = *high == 0 || of_2016 || (watch && numbers[kMax] < watch->upper_bound);
  digest.nan = nan;
  if (low_exact) digest.neg_inf = low;
  if (high_exact) digest.pos_inf = high;
  if (low_exact && high_exact) {
    digest.negative = negative;
    digest.zero = zero;
    digest.positive = positive;
  }
  if (*nan > 0 || (low_exact && *low > 0) || (high_exact && *high > 0)) {
    digest.bad = true;
  } else if ((low_exact && high_exact) || KnownToBeClean(digest.dtype)) {
    digest.bad = false;
  }
  return digest;
}

Result<Digest> DigestOfNanCount(double nan_count, const std::optional<Watch>& watch) {
  const auto nan = Count(nan_count);
  if (!nan) return Corrupt("the count of NaN is no count");
  Digest digest;
  if (watch) digest.dtype = watch->dtype;
  digest.nan = nan;
  if (*nan > 0) {
    digest.bad = true;
  } else if (KnownToBeClean(digest.dtype)) {
    digest.bad = false;
  }
  return digest;
}

}  // namespace tdbg::importers::tfdbg1
