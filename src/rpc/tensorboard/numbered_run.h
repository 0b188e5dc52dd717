// A run with its rows numbered as TensorFlow's reader numbers them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "session/session.h"

namespace tdbg::rpc::tensorboard {

// No op has more outputs; a damaged number may say so.
inline constexpr size_t kMostOutputs = size_t{1} << 16;

// A tensor with NaN or an infinity, by the number of its row: of a trace, or of an execution and
// the entry in it.
struct NumberedAlert {
  static constexpr size_t kLimit = 1000;  // TensorFlow's monitor looks at no more rows then

  store::EventId event;
  size_t row = 0;
  int32_t slot = 0;
};

// Counted when first asked for. A snapshot: make a new one when the run has grown.
class NumberedRun {
 public:
  explicit NumberedRun(session::RunView& view) : view_(view) {}

  const store::Run& run() const { return view_.run(); }
  query::GraphLinks& links() { return view_.links(); }

  // The tensors recorded inside graphs. Those of a logdir are in the order of its files, others in
  // that of time: there, threads and tensors have files of their own.
  const std::vector<store::EventId>& traces();

  // By number: one for each that is there.
  const std::vector<store::ExecutionId>& executions();

  // The recorded outputs of an execution, by entry of its record; invalid where the entry is empty.
  std::vector<store::EventId> Outputs(store::ExecutionId execution) const;

  // The alerts of graphs, then those of executions; of both only the first ones.
  const std::vector<NumberedAlert>& alerts();

  // An invalid id if there is none.
  store::FrameId FindFrame(std::string_view id);

 private:
  bool IsAlert(store::EventId event);

  session::RunView& view_;
  std::optional<std::vector<store::EventId>> traces_;
  std::optional<std::vector<store::ExecutionId>> executions_;
  std::optional<std::vector<NumberedAlert>> alerts_;
  std::optional<std::unordered_map<StringId, store::FrameId>> frames_;  // by the format's own id
};

// The id under which FindFrame finds it.
std::string FrameName(const store::Run& run, store::FrameId frame);

}  // namespace tdbg::rpc::tensorboard
