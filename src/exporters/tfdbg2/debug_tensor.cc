#include "exporters/tfdbg2/debug_tensor.h"

#include <algorithm>
#include <initializer_list>
#include <vector>

#include "base/bytes.h"
#include "exporters/tfdbg2/wire.h"

namespace tdbg::exporters::tfdbg2 {
namespace {

using store::Digest;
using tensor::DType;

void PutShape(WireWriter& tensor, std::span<const int64_t> dims) {
  WireWriter shape(tensor, 2);
  for (const int64_t dim : dims) {
    WireWriter inner(shape, 2);
    inner.add_int64(1, dim);  // a 0, too: protozero leaves out a message without fields
  }
}

void PutHeader(WireWriter& tensor, DType dtype, std::span<const int64_t> dims) {
  tensor.add_enum(1, static_cast<int>(dtype));
  PutShape(tensor, dims);
}

// Appends each number; false as soon as one is not known.
bool AppendKnown(std::vector<double>& numbers,
                 std::initializer_list<std::optional<int64_t>> counts) {
  for (const std::optional<int64_t>& count : counts) {
    if (!count) return false;
    numbers.push_back(static_cast<double>(*count));
  }
  return true;
}

// What is not bad has none of any kind, whether or not they were counted.
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

// Nullopt where the digest does not know all of the numbers.
std::optional<std::vector<double>> SummaryNumbers(DebugMode mode, double tensor_id,
                                                  const Digest& d) {
  std::vector<double> numbers = {tensor_id};
  const auto dtype = static_cast<int64_t>(d.dtype);
  bool known = false;
  switch (mode) {
    case DebugMode::kCurtHealth:
      if (!d.bad) return std::nullopt;
      numbers.push_back(*d.bad ? 1 : 0);
      return numbers;
    case DebugMode::kConciseHealth:
      known = AppendKnown(numbers, {d.elements}) && AppendBadCounts(numbers, d);
      break;
    case DebugMode::kFullHealth:
      numbers.push_back(-1);  // of the device; TensorFlow never fills it in
      known = d.dtype != DType::kInvalid && AppendKnown(numbers, {dtype, d.rank, d.elements}) &&
              AppendBadCounts(numbers, d) && AppendKnown(numbers, {d.negative, d.zero, d.positive});
      break;
    case DebugMode::kShape:
      known = d.dtype != DType::kInvalid && AppendKnown(numbers, {dtype, d.rank, d.elements});
      if (known) AppendExtents(numbers, d);
      break;
    case DebugMode::kNoTensor:
    case DebugMode::kFullTensor:
      break;
  }
  if (!known) return std::nullopt;
  return numbers;
}

bool Tells(const KnownTensor& tensor, DebugMode mode) {
  return SummaryNumbers(mode, -1, tensor.digest).has_value();
}

// What kNoTensor carries: a tensor without elements.
std::string EncodeNothing() {
  std::string proto;
  WireWriter tensor(proto);
  const int64_t dims[] = {0};
  PutHeader(tensor, DType::kF32, dims);
  return proto;
}

}  // namespace

DebugMode CommonMode(std::span<const KnownTensor> tensors) {
  const auto all = [&](auto condition) {
    return std::all_of(tensors.begin(), tensors.end(), condition);
  };
  const auto any_tells = [&](DebugMode mode) {
    return std::any_of(tensors.begin(), tensors.end(),
                       [&](const KnownTensor& tensor) { return Tells(tensor, mode); });
  };
  if (!tensors.empty() && all([](const KnownTensor& tensor) { return tensor.value.has_value(); })) {
    return DebugMode::kFullTensor;
  }
  // A tensor without health (a string) does not keep the others from theirs.
  if (any_tells(DebugMode::kCurtHealth)) {
    for (const DebugMode mode : {DebugMode::kFullHealth, DebugMode::kConciseHealth}) {
      if (all([&](const KnownTensor& tensor) {
            return Tells(tensor, mode) || !Tells(tensor, DebugMode::kCurtHealth);
          })) {
        return mode;
      }
    }
    return DebugMode::kCurtHealth;
  }
  return any_tells(DebugMode::kShape) ? DebugMode::kShape : DebugMode::kNoTensor;
}

std::string EncodeTensor(const KnownTensor& tensor, DebugMode mode, int64_t tensor_id) {
  if (mode == DebugMode::kFullTensor) return tensor.value.value_or("");
  if (mode == DebugMode::kNoTensor) return EncodeNothing();
  const auto numbers = SummaryNumbers(mode, static_cast<double>(tensor_id), tensor.digest);
  return numbers ? EncodeNumbers(*numbers) : "";
}

std::string EncodeNumbers(std::span<const double> numbers) {
  std::string proto;
  WireWriter tensor(proto);
  const int64_t dims[] = {static_cast<int64_t>(numbers.size())};
  PutHeader(tensor, DType::kF64, dims);
  tensor.add_bytes(4, reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes());
  return proto;
}

std::optional<std::string> EncodeValue(const tensor::Value& value) {
  constexpr int64_t kMostBytes = int64_t{1} << 30;
  const tensor::TensorView& view = value.view();
  const int64_t elements = view.num_elements();
  const auto* strings = reinterpret_cast<const std::string_view*>(view.data);
  int64_t bytes = 0;
  if (view.dtype == DType::kString) {
    for (int64_t i = 0; i < elements; ++i) bytes += static_cast<int64_t>(strings[i].size());
  } else if (tensor::HasNumbers(view.dtype)) {
    bytes = elements * tensor::Info(view.dtype).bytes;
  } else {
    return std::nullopt;
  }
  if (bytes > kMostBytes) return std::nullopt;

  std::string proto;
  WireWriter tensor(proto);
  PutHeader(tensor, view.dtype, view.shape.dims());
  if (view.dtype == DType::kString) {
    for (int64_t i = 0; i < elements; ++i) tensor.add_bytes(8, strings[i]);
  } else if (bytes > 0) {
    std::string content(reinterpret_cast<const char*>(view.data), static_cast<size_t>(bytes));
    const int bits = tensor::Info(view.dtype).bits;
    if (bits < 8) {  // TensorFlow keeps the rest of the byte clear
      for (char& element : content) element = static_cast<char>(element & ((1 << bits) - 1));
    }
    tensor.add_bytes(4, content);
  }
  return proto;
}

}  // namespace tdbg::exporters::tfdbg2
