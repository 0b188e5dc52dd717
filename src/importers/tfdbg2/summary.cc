#include "importers/tfdbg2/summary.h"

#include <cmath>

#include "base/bytes.h"
#include "importers/tfproto/tensor_proto.h"

namespace tdbg::importers::tfdbg2 {
namespace {

using store::Badness;
using store::Digest;
using tensor::DType;

// A summary is a vector of doubles in tensor_content.
class Numbers {
 public:
  explicit Numbers(std::string_view content) : content_(content) {}

  size_t size() const { return content_.size() / sizeof(double); }
  double operator[](size_t i) const {
    return LoadLittleEndian<double>(content_.data() + i * sizeof(double));
  }
  // Counts, ranks and extents: whole numbers; what is not reads as 0.
  int64_t Whole(size_t i) const {
    const double value = (*this)[i];
    return value >= 0 && value < 9e18 ? static_cast<int64_t>(value) : 0;
  }

 private:
  std::string_view content_;
};

size_t ExpectedLength(Detail detail) {
  switch (detail) {
    case Detail::kCurtHealth:
      return 2;
    case Detail::kConciseHealth:
      return 5;
    case Detail::kFullHealth:
      return 11;
    case Detail::kShape:
      return 10;
    case Detail::kReduceInfNan:
      return 3;
    default:
      return 0;
  }
}

Result<Numbers> ReadNumbers(Detail detail, std::string_view tensor_proto) {
  TDBG_ASSIGN_OR_RETURN(const auto header, tfproto::ParseTensorContent(tensor_proto));
  const Numbers numbers(header.content);
  if (header.dtype != DType::kF64 || header.content.size() % sizeof(double) != 0 ||
      numbers.size() != ExpectedLength(detail)) {
    return Corrupt(std::string("summary of mode ") + DetailName(detail) + " has " +
                   std::to_string(header.content.size()) + " bytes of " +
                   std::string(tensor::Info(header.dtype).name) + ", not " +
                   std::to_string(ExpectedLength(detail)) + " doubles");
  }
  return numbers;
}

DType DTypeAt(const Numbers& numbers, size_t i) {
  return tensor::DTypeFromNumber(numbers.Whole(i)).value_or(DType::kInvalid);
}

bool AnyNonzero(const Numbers& numbers, size_t first, size_t last) {
  for (size_t i = first; i <= last; ++i) {
    if (numbers[i] != 0) return true;
  }
  return false;
}

// The first and last number that count infinities and NaN; none for modes without.
struct BadRange {
  size_t first = 1;
  size_t last = 0;
};

BadRange BadNumbers(Detail detail) {
  switch (detail) {
    case Detail::kCurtHealth:
      return {1, 1};
    case Detail::kConciseHealth:
      return {2, 4};
    case Detail::kFullHealth:
      return {5, 7};
    case Detail::kReduceInfNan:
      return {0, 2};
    default:
      return {};
  }
}

// SHAPE keeps six extents: all of them, or the last six of a deeper tensor.
void ReadShape(const Numbers& numbers, Digest& digest) {
  digest.dtype = DTypeAt(numbers, 1);
  digest.rank = numbers.Whole(2);
  digest.elements = numbers.Whole(3);
  constexpr int64_t kKept = 6;
  if (*digest.rank > kKept) return;
  std::vector<int64_t> dims;
  for (int64_t axis = 0; axis < *digest.rank; ++axis) {
    dims.push_back(numbers.Whole(4 + static_cast<size_t>(axis)));
  }
  digest.shape = tensor::Shape(std::move(dims));
}

}  // namespace

Result<SummaryGlance> GlanceAtSummary(Detail detail, std::string_view tensor_proto) {
  SummaryGlance glance;
  if (ExpectedLength(detail) == 0) return glance;
  TDBG_ASSIGN_OR_RETURN(const Numbers numbers, ReadNumbers(detail, tensor_proto));
  if (detail == Detail::kShape) {
    glance.dtype = DTypeAt(numbers, 1);
    return glance;
  }
  if (detail == Detail::kFullHealth) glance.dtype = DTypeAt(numbers, 2);
  const BadRange range = BadNumbers(detail);
  glance.badness = AnyNonzero(numbers, range.first, range.last) ? Badness::kBad : Badness::kClean;
  return glance;
}

Result<Digest> ReadSummary(Detail detail, std::string_view tensor_proto) {
  Digest digest;
  if (ExpectedLength(detail) == 0) return digest;
  TDBG_ASSIGN_OR_RETURN(const Numbers numbers, ReadNumbers(detail, tensor_proto));
  const BadRange range = BadNumbers(detail);
  if (range.first <= range.last) digest.bad = AnyNonzero(numbers, range.first, range.last);
  switch (detail) {
    case Detail::kConciseHealth:
      digest.elements = numbers.Whole(1);
      digest.neg_inf = numbers.Whole(2);
      digest.pos_inf = numbers.Whole(3);
      digest.nan = numbers.Whole(4);
      break;
    case Detail::kFullHealth:
      digest.dtype = DTypeAt(numbers, 2);
      digest.rank = numbers.Whole(3);
      digest.elements = numbers.Whole(4);
      digest.neg_inf = numbers.Whole(5);
      digest.pos_inf = numbers.Whole(6);
      digest.nan = numbers.Whole(7);
      digest.negative = numbers.Whole(8);
      digest.zero = numbers.Whole(9);
      digest.positive = numbers.Whole(10);
      if (*digest.rank == 0) digest.shape = tensor::Shape();
      if (*digest.rank == 1) digest.shape = tensor::Shape({*digest.elements});
      if (digest.shape && *digest.elements == 1 && *digest.bad) digest.first_bad = 0;
      break;
    case Detail::kShape:
      ReadShape(numbers, digest);
      break;
    default:
      break;
  }
  return digest;
}

}  // namespace tdbg::importers::tfdbg2
