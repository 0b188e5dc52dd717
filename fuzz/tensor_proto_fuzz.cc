// Any bytes as a TensorProto: decoded, counted, printed. A few bytes must not cost much memory.
#include <memory>

#include "fuzz/expectations.h"
#include "importers/tfproto/tensor_proto.h"
#include "tensor/format.h"
#include "tensor/health.h"

namespace tdbg::fuzz {
namespace {

// The last element may repeat up to a limit that is far above what a fuzzer has time for.
constexpr int64_t kMostElements = 1 << 14;

void ReadTensor(std::string_view proto) {
  const auto header = importers::tfproto::ParseTensorHeader(proto);
  if (!header.ok()) return ExpectOneLine(header.status());
  ExpectInside(header->content, proto);
  TDBG_CHECK(header->elements == header->shape.NumElements());
  TDBG_CHECK(header->has_elements || header->content.empty());
  if (header->elements > kMostElements) return;

  const auto owner = std::make_shared<const std::string>(proto);
  const auto value = importers::tfproto::DecodeTensor(*owner, owner);
  if (!value.ok()) return ExpectOneLine(value.status());
  TDBG_CHECK(value->dtype() == header->dtype && value->shape() == header->shape);

  const tensor::Health health = tensor::ComputeHealth(value->view());
  TDBG_CHECK(health.elements == header->elements);
  if (tensor::HasNumbers(value->dtype())) {
    TDBG_CHECK(health.elements == health.bad() + health.negative + health.zero + health.positive);
    TDBG_CHECK((health.first_bad >= 0) == (health.bad() > 0));
    TDBG_CHECK(health.first_bad < health.elements);
  }
  TDBG_CHECK(!tensor::FormatTensor(value->view()).empty());
}

}  // namespace
}  // namespace tdbg::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  tdbg::fuzz::ReadTensor(tdbg::fuzz::AsText(data, size));
  return 0;
}
