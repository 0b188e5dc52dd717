#include "bench/graph_builder.h"

#include <utility>

namespace tdbg::bench {

std::string Numbered(std::string name, size_t number) {
  if (number > 0) name.append("_").append(std::to_string(number));
  return name;
}

void GraphBuilder::At(UserFile file, int line) {
  file_ = file;
  line_ = line;
}

int GraphBuilder::Float(std::string type, std::string name, Tensors inputs, Dims dims, Rule rule,
                        Sign sign) {
  return Add(std::move(type), std::move(name), std::move(inputs), {std::move(dims)}, true, rule,
             sign);
}

int GraphBuilder::Other(std::string type, std::string name, Tensors inputs, Rule rule) {
  return Add(std::move(type), std::move(name), std::move(inputs), {Dims{}}, false, rule);
}

int GraphBuilder::Constant(std::string name, Dims dims) {
  return Float("Const", std::move(name), {}, std::move(dims), Rule::kConstant, Sign::kPositive);
}

int GraphBuilder::IntConstant(std::string name) { return Other("Const", std::move(name), {}); }

int GraphBuilder::Argument(std::string name, Dims dims, bool traced) {
  const int tensor = Float("Placeholder", std::move(name), {}, std::move(dims), Rule::kArgument);
  last().traced = traced;
  program_->graphs[graph_].arguments.push_back(tensor);
  return tensor;
}

int GraphBuilder::OtherArgument(std::string name) {
  const int tensor = Other("Placeholder", std::move(name), {}, Rule::kArgument);
  program_->graphs[graph_].arguments.push_back(tensor);
  return tensor;
}

int GraphBuilder::Identity(std::string name, int input) {
  const Tensor source = program_->tensors[input];
  const int tensor =
      Add("Identity", std::move(name), {input}, {source.dims}, source.is_float, Rule::kPass);
  last().traced = false;
  return tensor;
}

void GraphBuilder::NoOutput(std::string type, std::string name, Tensors inputs, Rule rule) {
  Add(std::move(type), std::move(name), std::move(inputs), std::vector<Dims>{}, false, rule);
}

void GraphBuilder::Return(const std::string& scope, const Tensors& results) {
  for (size_t i = 0; i < results.size(); ++i) {
    const int result = Identity(Numbered(scope + "Identity", i), results[i]);
    program_->graphs[graph_].results.push_back(result);
  }
  NoOutput("NoOp", scope + "NoOp", {}, Rule::kConstant);
}

Tensors GraphBuilder::Run(std::string type, std::string name, Tensors inputs, int inner,
                          int condition) {
  const bool loop = condition >= 0;
  Op op{.graph = graph_,
        .type = std::move(type),
        .name = std::move(name),
        .inputs = std::move(inputs),
        .outputs = {},
        .rule = loop ? Rule::kLoop : Rule::kCall,
        .inner = inner,
        .condition = condition,
        .recorded = loop,
        .traced = false,
        .user_file = file_,
        .line = line_};
  for (const int result : program_->graphs[inner].results) {
    const Tensor source = program_->tensors[result];
    op.outputs.push_back(
        NewTensor(static_cast<int>(op.outputs.size()), source.dims, source.is_float));
  }
  Tensors outputs = op.outputs;
  Push(std::move(op));
  return outputs;
}

int GraphBuilder::Add(std::string type, std::string name, Tensors inputs, std::vector<Dims> outputs,
                      bool is_float, Rule rule, Sign sign) {
  Op op{.graph = graph_,
        .type = std::move(type),
        .name = std::move(name),
        .inputs = std::move(inputs),
        .outputs = {},
        .rule = rule,
        .sign = sign,
        .user_file = file_,
        .line = line_};
  for (Dims& dims : outputs) {
    op.outputs.push_back(NewTensor(static_cast<int>(op.outputs.size()), std::move(dims), is_float));
  }
  const int first = op.outputs.empty() ? -1 : op.outputs[0];
  Push(std::move(op));
  return first;
}

int GraphBuilder::NewTensor(int slot, Dims dims, bool is_float) {
  const int index = static_cast<int>(program_->tensors.size());
  program_->tensors.push_back({.op = static_cast<int>(program_->ops.size()),
                               .slot = slot,
                               .id = index + 1,
                               .dims = std::move(dims),
                               .is_float = is_float});
  return index;
}

void GraphBuilder::Push(Op op) {
  program_->graphs[graph_].ops.push_back(static_cast<int>(program_->ops.size()));
  program_->ops.push_back(std::move(op));
}

}  // namespace tdbg::bench
