// Adds ops to one graph of a training program: the few kinds of op that the program is made of.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bench/training_graph.h"

namespace tdbg::bench {

using Dims = std::vector<int64_t>;
using Tensors = std::vector<int>;  // indices into TrainingGraph::tensors

// Which of the user's files makes an op.
enum UserFile { kTrainFile = 0, kModelFile = 1, kLossFile = 2 };

// TensorFlow's way to make names unique: "Identity", "Identity_1", "Identity_2".
std::string Numbered(std::string name, size_t number);

// Borrows the program. Methods that return an int return the op's first output.
class GraphBuilder {
 public:
  GraphBuilder(TrainingGraph* program, int graph) : program_(program), graph_(graph) {}

  // The place in the source of the ops that follow.
  void At(UserFile file, int line);

  int Float(std::string type, std::string name, Tensors inputs, Dims dims,
            Rule rule = Rule::kCombine, Sign sign = Sign::kMixed);
  // Integers, resources, lists: no health, hence never traced.
  int Other(std::string type, std::string name, Tensors inputs, Rule rule = Rule::kConstant);
  int Constant(std::string name, Dims dims = {});
  int IntConstant(std::string name);

  int Argument(std::string name, Dims dims, bool traced);
  int OtherArgument(std::string name);
  int Identity(std::string name, int input);
  void NoOutput(std::string type, std::string name, Tensors inputs, Rule rule);

  // Ends the graph: its results pass through Identity ops, as TensorFlow builds them.
  void Return(const std::string& scope, const Tensors& results);
  // A call, or with a condition a loop: as many outputs as `inner` has results, of their types.
  Tensors Run(std::string type, std::string name, Tensors inputs, int inner, int condition = -1);

  // The op added last.
  Op& last() { return program_->ops.back(); }

 private:
  int Add(std::string type, std::string name, Tensors inputs, std::vector<Dims> outputs,
          bool is_float, Rule rule, Sign sign = Sign::kMixed);
  int NewTensor(int slot, Dims dims, bool is_float);
  void Push(Op op);

  TrainingGraph* program_;
  int graph_;
  UserFile file_ = kTrainFile;
  int line_ = 50;
};

}  // namespace tdbg::bench
