// A training loop with no framework at all, which shows its tensors to tdbg through
// include/tdbg/capture.h. Its learning rate grows and grows: after some steps the softmax
// underflows to 0, and the logarithm of that is born as -inf.
//
//   embed_demo              just trains
//   tdbg run embed_demo     stops where the -inf is born
#include <cmath>
#include <cstdio>
#include <cstring>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "tdbg/capture.h"

namespace {

struct Matrix {
  const char* name;
  int64_t dims[2];
  std::vector<float> values;

  Matrix(const char* n, int64_t rows, int64_t columns)
      : name(n), dims{rows, columns}, values(static_cast<size_t>(rows * columns)) {}
  float& operator()(int64_t i, int64_t j) { return values[static_cast<size_t>(i * dims[1] + j)]; }
  tdbg_tensor tensor() const {
    constexpr uint32_t kFloat32 = 1;
    return {values.data(), values.size() * sizeof(float), dims, 2, kFloat32, 0};
  }
};
using Inputs = std::vector<const Matrix*>;

tdbg_text Text(const char* text) { return {text, std::strlen(text)}; }

// Shows tdbg what is computed. All of it costs next to nothing while nobody records.
class Tracer {
 public:
  void BeginStep(int step) {
    tdbg_step(step);
    const tdbg_execution call = {TDBG_FUNCTION_CALL, graph_, 0, name_};
    execution_ = tdbg_execution_begin(&call);
  }
  void EndStep() { tdbg_execution_end(execution_, TDBG_UPDATES); }

  // What the lines before the call computed, and from what.
  void Show(const char* type, const Matrix& output, Inputs inputs, uint32_t role = TDBG_COMPUTES,
            uint32_t line = __builtin_LINE()) {
    tdbg_id& op = ops_[output.name];
    if (op == 0) op = Define(type, output, inputs, role, line - 1);
    if ((tdbg_op_plan(op) & TDBG_PLAN_OUTPUTS) == 0) return;
    const tdbg_tensor tensor = output.tensor();
    tdbg_op_run run = {};
    run.op = op;
    run.execution = execution_;
    run.outputs = &tensor;
    run.output_count = 1;
    run.input_count = static_cast<uint32_t>(inputs.size());
    run.context = &inputs;
    run.input = [](void* context, uint32_t index, tdbg_tensor* input) {
      *input = (*static_cast<Inputs*>(context))[index]->tensor();
      return 0;
    };
    tdbg_op_done(&run);
  }

 private:
  tdbg_id Define(const char* type, const Matrix& output, const Inputs& inputs, uint32_t role,
                 uint32_t line) {
    const tdbg_frame frame = {Text(__FILE__), Text("Train"), line, 0, 0, 0};
    std::vector<tdbg_text> names;
    for (const Matrix* input : inputs) names.push_back(Text(input->name));
    tdbg_op op = {};
    op.graph = graph_;
    op.name = Text(output.name);
    op.type = Text(type);
    op.device = Text("CPU:0");
    op.inputs = names.data();
    op.input_count = names.size();
    op.output_count = 1;
    op.stack = tdbg_define_stack(&frame, 1);
    op.role = role;
    op.flags = TDBG_MAY_GIVE_BIRTH;
    return tdbg_define_op(&op);
  }

  const tdbg_id graph_ = tdbg_define_graph(Text("train"), Text("Train"), 0);
  const tdbg_id name_ = tdbg_define_name(Text("Train"));
  uint64_t execution_ = 0;
  std::map<std::string, tdbg_id> ops_;
};

void Train(int steps, float rate) {
  constexpr int64_t kRows = 100;
  Matrix x("x", kRows, 2), labels("labels", kRows, 2), weights("weights", 2, 2);
  std::mt19937 random(1);
  std::uniform_real_distribution<float> noise(-1, 1);
  for (int64_t i = 0; i < kRows; ++i) {
    labels(i, i % 2) = 1;
    for (int64_t j = 0; j < 2; ++j) x(i, j) = (i % 2 ? 0.5f : -0.5f) + noise(random);
  }
  Tracer tracer;
  Matrix logits("logits", kRows, 2), p("p", kRows, 2), log_p("log_p", kRows, 2), loss("loss", 1, 1);
  for (int step = 0; step < steps; ++step, rate *= 3) {
    tracer.BeginStep(step);
    tracer.Show("Data", x, {}, TDBG_READS_INPUT);
    for (int64_t i = 0; i < kRows; ++i) {
      for (int64_t j = 0; j < 2; ++j)
        logits(i, j) = x(i, 0) * weights(0, j) + x(i, 1) * weights(1, j);
    }
    tracer.Show("MatMul", logits, {&x, &weights});
    for (int64_t i = 0; i < kRows; ++i) {
      const float most = std::fmax(logits(i, 0), logits(i, 1));
      for (int64_t j = 0; j < 2; ++j) p(i, j) = std::exp(logits(i, j) - most);
      const float sum = p(i, 0) + p(i, 1);
      for (int64_t j = 0; j < 2; ++j) p(i, j) /= sum;
    }
    tracer.Show("Softmax", p, {&logits});
    for (size_t i = 0; i < p.values.size(); ++i) log_p.values[i] = std::log(p.values[i]);
    tracer.Show("Log", log_p, {&p});
    loss.values[0] = 0;
    for (int64_t i = 0; i < kRows; ++i)
      loss.values[0] -= labels(i, i % 2) * log_p(i, i % 2) / kRows;
    tracer.Show("Mean", loss, {&log_p});
    for (int64_t i = 0; i < kRows; ++i) {
      for (int64_t j = 0; j < 4; ++j)
        weights(j / 2, j % 2) -= rate / kRows * x(i, j / 2) * (p(i, j % 2) - labels(i, j % 2));
    }
    tracer.Show("Descend", weights, {&x, &p});
    tracer.EndStep();
    std::printf("step %d: loss %g\n", step, static_cast<double>(loss.values[0]));
  }
}

}  // namespace

int main() {
  tdbg_set("framework", "embed");
  tdbg_set("program", "embed_demo");
  if (tdbg_start(nullptr) < 0) std::fprintf(stderr, "%s\n", tdbg_last_error());
  Train(10, 4);
  tdbg_stop();
}
