#include "exporters/tfdbg2/debug_tensor.h"

#include <algorithm>
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

// What kNoTensor carries: a tensor without elements.
std::string EncodeNothing() {
  std::string proto;
  WireWriter tensor(proto);
  const int64_t dims[] = {0};
  PutHeader(tensor, DType::kF32, dims);
  return proto;
}

}  // namespace

Detail CommonDetail(std::span<const TensorToWrite> tensors) {
  const bool all_whole =
      std::all_of(tensors.begin(), tensors.end(),
                  [](const TensorToWrite& tensor) { return tensor.value.has_value(); });
  if (all_whole && !tensors.empty()) return Detail::kFullTensor;
  std::vector<Digest> digests;
  for (const TensorToWrite& tensor : tensors) digests.push_back(tensor.digest);
  return store::CommonDetail(digests);
}

std::string EncodeTensor(const TensorToWrite& tensor, Detail mode, int64_t tensor_id) {
  if (mode == Detail::kFullTensor) return tensor.value.value_or("");
  if (mode == Detail::kNoTensor) return EncodeNothing();
  const auto numbers = store::SummaryNumbers(mode, static_cast<double>(tensor_id), tensor.digest);
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
