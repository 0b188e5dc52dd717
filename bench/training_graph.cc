#include "bench/training_graph.h"

#include <algorithm>
#include <utility>

#include "bench/graph_builder.h"
#include "bench/step_schedule.h"

namespace tdbg::bench {
namespace {

constexpr int kLayers = 8;
constexpr int kLoopAfterLayer = 3;
constexpr int kCallAfterLayer = 5;
constexpr int64_t kBatch = 32;
constexpr int64_t kWidth = 64;
constexpr int64_t kClasses = 10;
const Dims kActivation = {kBatch, kWidth};
const Dims kLogits = {kBatch, kClasses};

class ProgramBuilder {
 public:
  TrainingGraph Build();

 private:
  struct Layer {
    std::string scope;
    int input, weights, sum, output;  // tensors
    int weights_resource, bias_resource;
    int64_t inputs, outputs;
  };

  int NewGraph(std::string name, int outer) {
    program_.graphs.emplace_back();
    program_.graphs.back().name = std::move(name);
    program_.graphs.back().outer = outer;
    return static_cast<int>(program_.graphs.size()) - 1;
  }
  GraphBuilder In(int graph) { return {&program_, graph}; }

  int AddLayer(int index, int input);
  int AddLoop(int input);
  int AddCall(int input);
  int AddLoss(int logits, int labels);
  int AddLossGradient(int labels);
  int AddLayerGradient(int index, int gradient);
  int AddCallGradient(int gradient);
  int AddLoopGradient(int gradient);
  void AddUpdates();

  TrainingGraph program_;
  GraphBuilder step_{&program_, 1};
  std::vector<Layer> layers_;
  std::vector<std::pair<int, int>> updates_;  // resource, gradient
  int probabilities_ = 0;
  int log_ = 0;
  Tensors call_outputs_;
  Tensors loop_outputs_;
  int maximum_iterations_ = 0;
  int scale_graph_ = 0;
};

int ProgramBuilder::AddLayer(int index, int input) {
  Layer layer;
  layer.scope = Numbered("dense", static_cast<size_t>(index));
  layer.input = input;
  layer.inputs = kWidth;
  layer.outputs = index == kLayers - 1 ? kClasses : kWidth;
  const Dims dims = {kBatch, layer.outputs};
  step_.At(kModelFile, 20 + index % 2);

  const auto read = [&](const std::string& name, Dims variable_dims, int* resource) {
    *resource = step_.OtherArgument(name + "/resource");
    const int tensor =
        step_.Float("ReadVariableOp", name, {*resource}, std::move(variable_dims), Rule::kVariable);
    step_.last().variable = static_cast<int>(program_.variable_elements.size());
    program_.variable_elements.push_back(program_.tensors[tensor].elements());
    return tensor;
  };
  layer.weights = read(layer.scope + "/MatMul/ReadVariableOp", {layer.inputs, layer.outputs},
                       &layer.weights_resource);
  const int product = step_.Float("MatMul", layer.scope + "/MatMul", {input, layer.weights}, dims);
  const int bias = read(layer.scope + "/add/ReadVariableOp", {layer.outputs}, &layer.bias_resource);
  layer.sum = step_.Float("AddV2", layer.scope + "/add", {product, bias}, dims);
  layer.output = step_.Float("Relu", layer.scope + "/Relu", {layer.sum}, dims, Rule::kCombine,
                             Sign::kNonNegative);
  layers_.push_back(layer);
  return layer.output;
}

int ProgramBuilder::AddLoop(int input) {
  step_.At(kModelFile, 30);
  const int start = step_.IntConstant("Const");
  maximum_iterations_ = step_.IntConstant("while/maximum_iterations");
  const int counter = step_.IntConstant("while/loop_counter");
  const int shape = step_.IntConstant("while/Tanh_0/accumulator/element_shape");
  const int list =
      step_.Other("EmptyTensorList", "while/Tanh_0/accumulator", {shape, maximum_iterations_});

  const int condition = NewGraph("while_cond_73", 1);
  GraphBuilder test = In(condition);
  test.At(kModelFile, 31);
  test.OtherArgument("while/while/loop_counter");
  test.OtherArgument("while/while/maximum_iterations");
  const int tested = test.OtherArgument("while/Placeholder");
  test.Argument("while/Placeholder_1", kActivation, true);
  test.OtherArgument("while/Placeholder_2");
  const int limit = test.IntConstant("while/Less/y");
  test.Return("while/", {test.Other("Less", "while/Less", {tested, limit})});

  const int body = NewGraph("while_body_74", 1);
  GraphBuilder turn = In(body);
  turn.At(kModelFile, 32);
  const int turn_counter = turn.OtherArgument("while/while/loop_counter");
  const int turn_limit = turn.OtherArgument("while/while/maximum_iterations");
  const int turn_index = turn.OtherArgument("while/Placeholder");
  const int state = turn.Argument("while/Placeholder_1", kActivation, true);
  const int turn_list = turn.OtherArgument("while/Placeholder_2");
  const int one = turn.IntConstant("while/add/y");
  const int next_index = turn.Other("AddV2", "while/add", {turn_index, one});
  const int tanh = turn.Float("Tanh", "while/Tanh", {state}, kActivation);
  const int factor = turn.Constant("while/mul/y");
  const int scaled = turn.Float("Mul", "while/mul", {tanh, factor}, kActivation);
  const int next_list = turn.Other("TensorListPushBack", "while/TensorListPushBack",
                                   {turn_list, tanh}, Rule::kCombine);
  const int one_more = turn.IntConstant("while/add_1/y");
  const int next_counter = turn.Other("AddV2", "while/add_1", {turn_counter, one_more});
  turn.Return("while/", {next_counter, turn_limit, next_index, scaled, next_list});

  loop_outputs_ = step_.Run("While", "while", {counter, maximum_iterations_, start, input, list},
                            body, condition);
  return loop_outputs_[3];
}

int ProgramBuilder::AddCall(int input) {
  scale_graph_ = NewGraph("scale", 1);
  GraphBuilder f = In(scale_graph_);
  f.At(kModelFile, 12);
  const int x = f.Argument("x", kActivation, false);
  const int half = f.Constant("mul/y");
  const int mul = f.Float("Mul", "mul", {x, half}, kActivation);
  const int small = f.Constant("mul_1/y");
  const int mul_1 = f.Float("Mul", "mul_1", {x, small}, kActivation);
  const int exp = f.Float("Exp", "Exp", {mul_1}, kActivation, Rule::kCombine, Sign::kPositive);
  const int sum = f.Float("AddV2", "add", {mul, exp}, kActivation);
  f.Return("", {sum, half, x, exp, small});
  step_.At(kModelFile, 13);
  call_outputs_ =
      step_.Run("StatefulPartitionedCall", "StatefulPartitionedCall", {input}, scale_graph_);
  return call_outputs_[0];
}

int ProgramBuilder::AddLoss(int logits, int labels) {
  step_.At(kLossFile, 7);
  probabilities_ =
      step_.Float("Softmax", "Softmax", {logits}, kLogits, Rule::kSoftmax, Sign::kPositive);
  step_.At(kLossFile, 9);
  log_ = step_.Float("Log", "Log", {probabilities_}, kLogits, Rule::kLog, Sign::kNegative);
  const int mul = step_.Float("Mul", "mul", {labels, log_}, kLogits);
  const int axes = step_.IntConstant("Sum/reduction_indices");
  const int sum = step_.Float("Sum", "Sum", {mul, axes}, {kBatch});
  const int neg = step_.Float("Neg", "Neg", {sum}, {kBatch});
  const int all = step_.IntConstant("Const_1");
  return step_.Float("Mean", "Mean", {neg, all}, {});
}

// Returns the gradient at the logits.
int ProgramBuilder::AddLossGradient(int labels) {
  step_.At(kTrainFile, 52);
  const std::string t = "gradient_tape/";
  const int ones = step_.Constant("ones");
  const int reshape =
      step_.Float("Reshape", t + "Reshape", {ones, step_.IntConstant(t + "Reshape/shape")}, {1});
  const int tile =
      step_.Float("Tile", t + "Tile", {reshape, step_.IntConstant(t + "Const")}, {kBatch});
  const int count = step_.Constant(t + "Const_1");
  const int truediv = step_.Float("RealDiv", t + "truediv", {tile, count}, {kBatch});
  const int neg = step_.Float("Neg", t + "Neg", {truediv}, {kBatch});
  const int rows = step_.Float("Reshape", t + "Reshape_1",
                               {neg, step_.IntConstant(t + "Reshape_1/shape")}, {kBatch, 1});
  const int wide =
      step_.Float("Tile", t + "Tile_1", {rows, step_.IntConstant(t + "Tile_1/multiples")}, kLogits);
  step_.Float("Mul", t + "mul/Mul", {wide, log_}, kLogits);
  const int by_labels = step_.Float("Mul", t + "mul/Mul_1", {wide, labels}, kLogits);
  const int reciprocal = step_.Float("Reciprocal", t + "Reciprocal", {probabilities_}, kLogits,
                                     Rule::kReciprocal, Sign::kPositive);
  const int mul = step_.Float("Mul", t + "mul", {by_labels, reciprocal}, kLogits);
  const int mul_1 = step_.Float("Mul", t + "mul_1", {mul, probabilities_}, kLogits);
  const int sum = step_.Float("Sum", t + "Sum",
                              {mul_1, step_.IntConstant(t + "Sum/reduction_indices")}, {kBatch, 1});
  const int sub = step_.Float("Sub", t + "sub", {mul, sum}, kLogits);
  return step_.Float("Mul", t + "mul_2", {sub, probabilities_}, kLogits);
}

// Returns the gradient at the layer's input.
int ProgramBuilder::AddLayerGradient(int index, int gradient) {
  const Layer& layer = layers_[index];
  const std::string t = "gradient_tape/" + layer.scope;
  step_.At(kTrainFile, 52);
  const int relu =
      step_.Float("ReluGrad", t + "/ReluGrad", {gradient, layer.output}, {kBatch, layer.outputs});
  step_.IntConstant(t + "/add/Shape");
  const int shape = step_.IntConstant(t + "/add/Shape_1");
  const int axes = step_.IntConstant(t + "/add/Sum/reduction_indices");
  const int sum = step_.Float("Sum", t + "/add/Sum", {relu, axes}, {layer.outputs});
  const int bias = step_.Float("Reshape", t + "/add/Reshape", {sum, shape}, {layer.outputs});
  int at_input = -1;
  if (index > 0) {
    at_input =
        step_.Float("MatMul", t + "/MatMul/MatMul", {relu, layer.weights}, {kBatch, layer.inputs});
  }
  const int weights = step_.Float("MatMul", t + "/MatMul/MatMul_1", {layer.input, relu},
                                  {layer.inputs, layer.outputs});
  updates_.emplace_back(layer.weights_resource, weights);
  updates_.emplace_back(layer.bias_resource, bias);
  return at_input;
}

int ProgramBuilder::AddCallGradient(int gradient) {
  const int graph = NewGraph("__backward_scale_253", scale_graph_);
  GraphBuilder f = In(graph);
  f.At(kTrainFile, 52);
  const int at_output = f.Argument("Placeholder", kActivation, true);
  const int grad = f.Identity("gradients/grad_ys_0", at_output);
  const int half = f.Argument("gradients/mul_grad/Mul/mul/y", {}, true);
  const int mul = f.Float("Mul", "gradients/mul_grad/Mul", {grad, half}, kActivation);
  const int x = f.Argument("gradients/mul_grad/Mul_1/x", kActivation, true);
  f.Float("Mul", "gradients/mul_grad/Mul_1", {x, grad}, kActivation);
  const int exp = f.Argument("gradients/Exp_grad/mul/Exp", kActivation, true);
  const int through_exp = f.Float("Mul", "gradients/Exp_grad/mul", {grad, exp}, kActivation);
  const int small = f.Argument("gradients/mul_1_grad/Mul/mul_1/y", {}, true);
  const int mul_1 = f.Float("Mul", "gradients/mul_1_grad/Mul", {through_exp, small}, kActivation);
  f.Return("", {f.Float("AddN", "gradients/AddN", {mul, mul_1}, kActivation)});
  step_.At(kTrainFile, 52);
  return step_.Run(
      "StatefulPartitionedCall", "StatefulPartitionedCall_1",
      {gradient, call_outputs_[1], call_outputs_[2], call_outputs_[3], call_outputs_[4]}, graph)[0];
}

int ProgramBuilder::AddLoopGradient(int gradient) {
  const std::string t = "gradient_tape/while/";
  step_.At(kTrainFile, 52);
  const int counter = step_.IntConstant(t + "grad_counter");

  const int condition = NewGraph("while_cond_73_grad_367", 1);
  GraphBuilder test = In(condition);
  const int tested = test.OtherArgument(t + "Placeholder");
  test.OtherArgument(t + "Placeholder_1");
  const int limit = test.OtherArgument(t + "Placeholder_2");
  test.Argument(t + "Placeholder_3", kActivation, true);
  test.OtherArgument(t + "Placeholder_4");
  test.Return(t, {test.Other("Less", t + "Less", {tested, limit})});

  const int body = NewGraph("while_body_74_grad_318", 1);
  GraphBuilder turn = In(body);
  const std::string g = t + "gradients/while/";
  const int turn_counter = turn.OtherArgument(t + "Placeholder");
  const int turn_maximum = turn.OtherArgument(t + "Placeholder_1");
  const int turn_limit = turn.OtherArgument(t + "Placeholder_2");
  const int at_output = turn.Argument(t + "Placeholder_3", kActivation, true);
  const int list = turn.OtherArgument(g + "mul_grad/Mul_1/while/Tanh");
  const int grad = turn.Identity(t + "gradients/grad_ys_0", at_output);
  const int factor = turn.Constant(g + "mul_grad/Mul/Const");
  const int mul = turn.Float("Mul", g + "mul_grad/Mul", {grad, factor}, kActivation);
  const int shape = turn.IntConstant(g + "mul_grad/Mul_1/TensorListPopBack/element_shape");
  const int tanh = turn.Float("TensorListPopBack", g + "mul_grad/Mul_1/TensorListPopBack",
                              {list, shape}, kActivation);
  turn.Float("Mul", g + "mul_grad/Mul_1", {tanh, grad}, kActivation);
  const int at_input = turn.Float("TanhGrad", g + "Tanh_grad/TanhGrad", {tanh, mul}, kActivation);
  const int one = turn.IntConstant(t + "add/y");
  const int next = turn.Other("AddV2", t + "add", {turn_counter, one});
  turn.Return(t, {next, turn_maximum, turn_limit, at_input, list});

  const Tensors outputs =
      step_.Run("While", t + "while_grad",
                {counter, maximum_iterations_, loop_outputs_[0], gradient, loop_outputs_[4]}, body,
                condition);
  return step_.Identity(t + "Identity_3", outputs[3]);
}

void ProgramBuilder::AddUpdates() {
  for (size_t i = 0; i < updates_.size(); ++i) {
    const auto [resource, gradient] = updates_[i];
    const std::string name = Numbered("mul", i + 1);
    step_.At(kTrainFile, 54);
    const int rate = step_.Constant(name + "/x");
    const int delta = step_.Float("Mul", name, {rate, gradient}, program_.tensors[gradient].dims);
    step_.NoOutput("AssignSubVariableOp", Numbered("AssignSubVariableOp", i), {resource, delta},
                   Rule::kAssign);
    for (const Op& op : program_.ops) {
      if (op.rule == Rule::kVariable && op.inputs[0] == resource) {
        step_.last().variable = op.variable;
      }
    }
  }
}

TrainingGraph ProgramBuilder::Build() {
  NewGraph("", -1);
  program_.train_step = NewGraph("train_step", 0);
  const int x = step_.Argument("x", kActivation, false);
  const int labels = step_.Argument("y", kLogits, false);
  int value = x;
  for (int i = 0; i < kLayers; ++i) {
    value = AddLayer(i, value);
    if (i == kLoopAfterLayer) value = AddLoop(value);
    if (i == kCallAfterLayer) value = AddCall(value);
  }
  program_.loss = AddLoss(value, labels);
  int gradient = AddLossGradient(labels);
  for (int i = kLayers - 1; i >= 0; --i) {
    if (i == kCallAfterLayer) gradient = AddCallGradient(gradient);
    if (i == kLoopAfterLayer) gradient = AddLoopGradient(gradient);
    gradient = AddLayerGradient(i, gradient);
  }
  AddUpdates();
  step_.At(kTrainFile, 55);
  program_.mean_probability =
      step_.Float("Mean", "Mean_1", {probabilities_, step_.IntConstant("Const_2")}, {});
  step_.Return("", {program_.loss, program_.mean_probability});
  program_.step = ScheduleStep(program_);
  return std::move(program_);
}

}  // namespace

int64_t Tensor::elements() const {
  int64_t product = 1;
  for (const int64_t dim : dims) product *= dim;
  return product;
}

int64_t TrainingGraph::traces_per_step() const {
  return std::count_if(step.begin(), step.end(), [](const Evaluation& e) { return e.traced; });
}

TrainingGraph BuildTrainingGraph() { return ProgramBuilder().Build(); }

}  // namespace tdbg::bench
