#include "session/debug_tensors.h"

#include "store/summary_numbers.h"
#include "tensor/element.h"

namespace tdbg::session {
namespace {

using store::Digest;
using store::EventId;

std::optional<std::vector<double>> RecordedNumbers(const store::Run& run, EventId event) {
  if (!event.valid()) return std::nullopt;
  const auto recorded = run.values->ReadRecorded(event);
  if (!recorded.ok() || recorded->dtype() != tensor::DType::kF64) return std::nullopt;
  const tensor::TensorView& view = recorded->view();
  std::vector<double> numbers;
  for (int64_t i = 0; i < view.num_elements(); ++i) {
    numbers.push_back(
        tensor::LoadUnaligned<double>(view.data + i * static_cast<int64_t>(sizeof(double))));
  }
  return numbers;
}

bool HasNumbers(Detail mode) { return mode != Detail::kNoTensor && mode != Detail::kFullTensor; }

}  // namespace

DebugTensors DescribeTensors(const store::Run& run, std::span<const EventId> events, Detail detail,
                             int64_t tensor_id) {
  DebugTensors tensors;
  if (run.format == store::Format::kTfdbg2) {
    tensors.mode = detail;
    if (!HasNumbers(tensors.mode)) return tensors;
    for (const EventId event : events) tensors.numbers.push_back(RecordedNumbers(run, event));
    return tensors;
  }
  std::vector<Digest> digests(events.size());
  for (size_t i = 0; i < events.size(); ++i) {
    if (!events[i].valid()) continue;
    if (const auto digest = run.values->ReadDigest(events[i]); digest.ok()) digests[i] = *digest;
  }
  tensors.mode = store::CommonDetail(digests);
  if (!HasNumbers(tensors.mode)) return tensors;
  for (const Digest& digest : digests) {
    tensors.numbers.push_back(
        store::SummaryNumbers(tensors.mode, static_cast<double>(tensor_id), digest));
  }
  return tensors;
}

}  // namespace tdbg::session
