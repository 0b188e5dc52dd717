#include "bench/training_trace.h"

#include "bench/random_bits.h"

namespace tdbg::bench {
namespace {

constexpr uint32_t kThreads = 4;
constexpr uint64_t kSegmentGranules = (1 << 20) / format::kGranuleBytes;
constexpr uint32_t kSeed = 20261115;

}  // namespace

TrainingTrace::TrainingTrace(const std::string& directory, int64_t bad_from)
    : sketch_(directory, 4711, kSegmentGranules), training_(kSeed), bad_from_(bad_from) {
  sketch_.Process("full_health");
  graph_ = sketch_.Graph("train_step");
  std::string before;
  for (const TrainingTensor& tensor : training_.tensors()) {
    std::vector<std::string_view> inputs;
    if (!before.empty() && tensor.type != "ReadVariableOp") inputs.push_back(before);
    ops_.push_back(sketch_.Op(graph_, tensor.name, tensor.type, inputs));
    shapes_.push_back(sketch_.Shape(tensor.dims));
    before = tensor.name;
  }
}

void TrainingTrace::Step() {
  training_.Step();
  const uint32_t call = sketch_.Execution(format::ExecutionKind::kFunctionCall,
                                          static_cast<int64_t>(time_ns_), "train_step", graph_);
  sketch_.Step(steps_++, call);
  bool spoiled = false;
  for (size_t i = 0; i < ops_.size(); ++i) {
    const uint64_t random = Mix(7, static_cast<uint64_t>(events_));
    time_ns_ += 2000 + random % 20'000;
    spoiled = spoiled || (events_ >= bad_from_ && training_.tensors()[i].type == "Log");
    format::TensorEvent event;
    event.time_ns = static_cast<int64_t>(time_ns_);
    event.op = ops_[i];
    event.execution = call;
    event.shape = shapes_[i];
    event.dtype = tensor::DType::kF32;
    event.detail = Detail::kFullHealth;
    tensor::Health health = training_.HealthOf(i);
    if (spoiled) health.nan = 1;
    event.checked = health.bad() > 0 ? format::Checked::kBad : format::Checked::kClean;
    // Most ops of a step run one after the other on one thread; some are taken by others.
    const uint32_t thread = random % 5 == 0 ? static_cast<uint32_t>(random >> 40) % kThreads : 0;
    sketch_.Event(event, &health, thread);
    ++events_;
  }
  sketch_.ExecutionEnd(call, static_cast<int64_t>(time_ns_));
  time_ns_ += 300'000;
}

}  // namespace tdbg::bench
