#include "bench/step_schedule.h"

#include <utility>

#include "base/check.h"

namespace tdbg::bench {
namespace {

constexpr int kLoopIterations = 3;

class Scheduler {
 public:
  explicit Scheduler(const TrainingGraph& graph)
      : graph_(graph), bound_(graph.tensors.size(), -1) {}

  void Run(int graph_index) {
    for (const int op_index : graph_.graphs[graph_index].ops) {
      const Op& op = graph_.ops[op_index];
      if (op.rule == Rule::kCall) {
        Enter(op.inner, op.inputs);
        Copy(op_index, graph_.graphs[op.inner].results);
      } else if (op.rule == Rule::kLoop) {
        Loop(op_index);
      } else {
        Evaluate(op_index);
      }
    }
  }

  std::vector<Evaluation> Take() { return std::move(step_); }

 private:
  void Enter(int graph_index, const std::vector<int>& inputs) {
    const std::vector<int>& arguments = graph_.graphs[graph_index].arguments;
    TDBG_CHECK(arguments.size() == inputs.size());
    for (size_t i = 0; i < arguments.size(); ++i) bound_[arguments[i]] = inputs[i];
    Run(graph_index);
  }

  void Loop(int op_index) {
    const Op& op = graph_.ops[op_index];
    std::vector<int> carried = op.inputs;
    for (int i = 0; i < kLoopIterations; ++i) {
      Enter(op.condition, carried);
      Enter(op.inner, carried);
      carried = graph_.graphs[op.inner].results;
    }
    Enter(op.condition, carried);
    Copy(op_index, carried);
  }

  // The outputs of a call are the results of the graph that it ran.
  void Copy(int op_index, const std::vector<int>& results) {
    const Op& op = graph_.ops[op_index];
    TDBG_CHECK(op.outputs.size() == results.size());
    for (size_t i = 0; i < results.size(); ++i) {
      step_.push_back({op_index, op.outputs[i], {results[i]}, false});
    }
  }

  void Evaluate(int op_index) {
    const Op& op = graph_.ops[op_index];
    if (op.rule == Rule::kAssign) step_.push_back({op_index, -1, op.inputs, false});
    for (const int output : op.outputs) {
      std::vector<int> sources = op.inputs;
      if (op.rule == Rule::kArgument && bound_[output] >= 0) sources = {bound_[output]};
      step_.push_back(
          {op_index, output, std::move(sources), op.traced && graph_.tensors[output].is_float});
    }
  }

  const TrainingGraph& graph_;
  std::vector<int> bound_;  // by argument tensor: what the call in progress passes
  std::vector<Evaluation> step_;
};

}  // namespace

std::vector<Evaluation> ScheduleStep(const TrainingGraph& graph) {
  Scheduler scheduler(graph);
  scheduler.Run(graph.train_step);
  return scheduler.Take();
}

}  // namespace tdbg::bench
