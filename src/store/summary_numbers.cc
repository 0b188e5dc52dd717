#include "store/summary_numbers.h"

#include <algorithm>
#include <initializer_list>

namespace tdbg::store {
namespace {

using tensor::DType;

// Appends each number; false as soon as one is not known.
bool AppendKnown(std::vector<double>& numbers,
                 std::initializer_list<std::optional<int64_t>> counts) {
  for (const std::optional<int64_t>& count : counts) {
    if (!count) return false;
    numbers.push_back(static_cast<double>(*count));
  }
  return true;
}

// The count; 0 for a tensor that is known to be clean, whether or not its elements were counted.
std::optional<int64_t> CountOf(const std::optional<int64_t>& count, const Digest& digest) {
  if (!count && digest.bad == false) return 0;
  return count;
}

bool AppendBadCounts(std::vector<double>& numbers, const Digest& d) {
  return AppendKnown(numbers, {CountOf(d.neg_inf, d), CountOf(d.pos_inf, d), CountOf(d.nan, d)});
}

// Six extents: all of them and zeros, or the last six.
void AppendExtents(std::vector<double>& numbers, const Digest& digest) {
  constexpr int64_t kKept = 6;
  const int64_t rank = *digest.rank;
  for (int64_t i = 0; i < kKept; ++i) {
    const int64_t axis = rank > kKept ? rank - kKept + i : i;
    double extent = axis < rank ? -1 : 0;  // -1 is TensorFlow's word for an unknown one
    if (digest.shape && axis < rank) {
      extent = static_cast<double>((*digest.shape)[static_cast<int>(axis)]);
    }
    numbers.push_back(extent);
  }
}

}  // namespace

std::optional<std::vector<double>> SummaryNumbers(Detail mode, double tensor_id, const Digest& d) {
  std::vector<double> numbers = {tensor_id};
  const auto dtype = static_cast<int64_t>(d.dtype);
  bool known = false;
  switch (mode) {
    case Detail::kCurtHealth:
      if (!d.bad) return std::nullopt;
      numbers.push_back(*d.bad ? 1 : 0);
      return numbers;
    case Detail::kConciseHealth:
      known = AppendKnown(numbers, {d.elements}) && AppendBadCounts(numbers, d);
      break;
    case Detail::kFullHealth:
      numbers.push_back(-1);  // of the device; TensorFlow never fills it in
      known = d.dtype != DType::kInvalid && AppendKnown(numbers, {dtype, d.rank, d.elements}) &&
              AppendBadCounts(numbers, d) && AppendKnown(numbers, {d.negative, d.zero, d.positive});
      break;
    case Detail::kShape:
      known = d.dtype != DType::kInvalid && AppendKnown(numbers, {dtype, d.rank, d.elements});
      if (known) AppendExtents(numbers, d);
      break;
    default:
      break;
  }
  if (!known) return std::nullopt;
  return numbers;
}

Detail CommonDetail(std::span<const Digest> digests) {
  const auto tells = [](const Digest& digest, Detail mode) {
    return SummaryNumbers(mode, -1, digest).has_value();
  };
  const auto any_tells = [&](Detail mode) {
    return std::any_of(digests.begin(), digests.end(),
                       [&](const Digest& digest) { return tells(digest, mode); });
  };
  // A tensor without health, such as a string, does not keep the mode from telling that of the
  // others.
  if (any_tells(Detail::kCurtHealth)) {
    for (const Detail mode : {Detail::kFullHealth, Detail::kConciseHealth}) {
      if (std::all_of(digests.begin(), digests.end(), [&](const Digest& digest) {
            return tells(digest, mode) || !tells(digest, Detail::kCurtHealth);
          })) {
        return mode;
      }
    }
    return Detail::kCurtHealth;
  }
  return any_tells(Detail::kShape) ? Detail::kShape : Detail::kNoTensor;
}

}  // namespace tdbg::store
