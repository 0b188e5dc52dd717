// The graphs of the imitated program: a classifier's `train_step` with its gradients and variable
// updates, a while loop and an inner function (each with the graphs that differentiation adds), and
// the order in which one step evaluates all this. Names, op types and what TensorFlow traces are as
// in a recording of such a program; values are not here (training_values.h).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tdbg::bench {

// How an op's value follows from its inputs, as far as bad values go.
enum class Rule : uint8_t {
  kConstant,    // never bad
  kArgument,    // of the step: never bad. Of an inner graph: what it is bound to
  kVariable,    // what the last kAssign of `variable` left
  kAssign,      // writes `variable`, has no output
  kCombine,     // a bad input gives NaN
  kSoftmax,     // kCombine, and it underflows to 0 in the step where the trouble starts
  kLog,         // kCombine, and -inf where the softmax is 0
  kReciprocal,  // kCombine, and +inf where the softmax is 0
  kPass,        // the input itself
  kCall,        // runs `inner`
  kLoop,        // runs `condition` n + 1 times and `inner` n times
};

// The sign that healthy values have.
enum class Sign : uint8_t { kMixed, kPositive, kNegative, kNonNegative };

struct Tensor {
  int op = 0;
  int slot = 0;
  int32_t id = 0;  // TensorFlow's symbolic id, unique over all graphs
  std::vector<int64_t> dims;
  bool is_float = true;

  int64_t elements() const;
};

struct Op {
  int graph = 0;
  std::string type;
  std::string name;
  std::vector<int> inputs;   // indices into TrainingGraph::tensors
  std::vector<int> outputs;  // the same
  Rule rule = Rule::kCombine;
  Sign sign = Sign::kMixed;
  int variable = -1;
  int inner = -1;        // graph
  int condition = -1;    // graph
  bool recorded = true;  // TensorFlow writes no creation record for function calls
  bool traced = true;    // its float outputs
  int user_file = 0;
  int line = 0;
};

struct Graph {
  std::string name;  // empty for the default graph
  int outer = -1;
  std::vector<int> ops;
  std::vector<int> arguments;  // tensors, in the order of a call's inputs
  std::vector<int> results;
};

// One evaluation of one op in a step, inner graphs and loops unrolled.
struct Evaluation {
  int op = 0;
  int output = -1;           // tensor; -1 for kAssign
  std::vector<int> sources;  // tensors that it reads
  bool traced = false;
};

struct TrainingGraph {
  std::vector<Graph> graphs;
  std::vector<Op> ops;
  std::vector<Tensor> tensors;
  std::vector<int64_t> variable_elements;
  std::vector<Evaluation> step;
  int train_step = 0;  // the graph
  int loss = 0;        // tensors: the two results of a step
  int mean_probability = 0;

  int64_t traces_per_step() const;
};

TrainingGraph BuildTrainingGraph();

}  // namespace tdbg::bench
