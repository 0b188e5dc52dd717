#include "session/eager_forward.h"

#include <algorithm>
#include <vector>

#include "frameworks/op_types.h"
#include "query/eager_rounds.h"
#include "session/eager_maker.h"

namespace tdbg::session {
namespace {

using query::EagerRounds;
using query::ForwardOp;
using store::EventId;
using store::ExecutionId;

// The ops before the gradient of which it can be that, latest first.
std::vector<ExecutionId> Candidates(const store::Run& run, const EagerRounds& rounds,
                                    std::string_view function) {
  constexpr size_t kMostLookedAt = 4096;
  const auto all = rounds.all();
  const size_t furthest = rounds.length() > 0 ? rounds.length() : kMostLookedAt;
  std::vector<ExecutionId> candidates;
  bool before_backward = false;
  for (size_t i = 1; i < all.size() && i <= furthest; ++i) {
    const ExecutionId id = all[all.size() - 1 - i];
    const store::Execution& execution = run.executions[id];
    const store::StackId stack = rounds.StackOf(id);
    if (!query::GradientFunctionOf(run, stack).empty()) {
      if (before_backward) break;  // gradients of the round before
      continue;
    }
    before_backward = before_backward || stack.valid();
    const std::string_view type = run.strings[execution.op_type];
    if (frameworks::MakesGradientOf(function, type)) candidates.push_back(id);
  }
  return candidates;
}

// Whether the gradient read what the op made.
bool IsReadBy(const store::Run& run, ExecutionId op, EventId gradient) {
  const auto operands = run.operands.find(gradient);
  const store::Execution& execution = run.executions[op];
  if (operands == run.operands.end() || execution.num_events == 0) return false;
  const auto made = run.values->ReadDigest(execution.first_event);
  return made.ok() && std::ranges::any_of(operands->second, [&](EventId operand) {
           const auto read = operand.valid() ? run.values->ReadDigest(operand)
                                             : NotFound("the operand was not kept");
           return read.ok() && AreAlike(*read, *made);
         });
}

}  // namespace

std::optional<ForwardOp> EagerForwardOf(RunView& view, EventId event) {
  const store::Run& run = view.run();
  const ExecutionId gradient = run.events.execution[event];
  if (run.events.op[event].valid() || !gradient.valid()) return std::nullopt;
  const std::string_view function = query::GradientFunctionOf(run, run.executions[gradient].stack);
  if (function.empty()) return std::nullopt;
  const EagerRounds rounds(run, gradient);
  std::vector<ExecutionId> candidates = Candidates(run, rounds, function);
  if (candidates.empty()) return std::nullopt;
  if (candidates.size() > 1) {
    std::vector<ExecutionId> read;
    std::ranges::copy_if(candidates, std::back_inserter(read),
                         [&](ExecutionId id) { return IsReadBy(run, id, event); });
    if (!read.empty()) candidates = std::move(read);
  }
  ForwardOp forward;
  forward.name = run.strings[run.executions[candidates.front()].op_type];
  const store::StackId stack = rounds.StackOf(candidates.front());
  const auto line = query::UserLine(run, stack);
  const bool one_line = std::ranges::all_of(candidates, [&](ExecutionId id) {
    const auto other = query::UserLine(run, rounds.StackOf(id));
    return line && other && line->file_id == other->file_id && line->line == other->line;
  });
  if (!one_line) return forward;
  forward.line = line;
  if (candidates.size() == 1) forward.stack = stack;
  return forward;
}

}  // namespace tdbg::session
