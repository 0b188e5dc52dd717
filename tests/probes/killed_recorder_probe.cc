// Records through the C functions until it is killed, from two threads in step, and says after each
// step what it has committed: "THREAD STEP" on standard output. tests/test_recorder_kill.py
// compares.
//
//   killed_recorder_probe     settings come from the environment
#include <barrier>
#include <cstdio>
#include <string>
#include <thread>

#include <unistd.h>

#include "tdbg/capture.h"

namespace {

constexpr int kOpsOfAStep = 40;

std::barrier<> g_together(2);

tdbg_text TextOf(const std::string& text) { return {text.data(), text.size()}; }

// Step by step: each op makes a tensor whose slot and elements say which it is.
void Work(unsigned thread) {
  const std::string name = "op" + std::to_string(thread), type = "MatMul", graph = "train";
  tdbg_op op = {};
  op.graph = tdbg_define_graph(TextOf(graph), TextOf(graph), 0);
  op.name = TextOf(name);
  op.type = TextOf(type);
  op.output_count = 1;
  op.flags = TDBG_MAY_GIVE_BIRTH;
  const tdbg_id id = tdbg_define_op(&op);
  float values[256];
  const int64_t dims[] = {256};
  const tdbg_tensor output = {values, sizeof values, dims, 1, 1, 0};
  for (unsigned step = 0;; ++step) {
    if (thread == 0) tdbg_step(step);
    g_together.arrive_and_wait();
    for (int i = 0; i < kOpsOfAStep; ++i) {
      for (float& value : values) value = static_cast<float>(step);
      values[0] = static_cast<float>(i);
      tdbg_op_run run = {};
      run.op = id;
      run.first_slot = step;
      run.outputs = &output;
      run.output_count = 1;
      if ((tdbg_op_plan(id) & TDBG_PLAN_OUTPUTS) != 0) tdbg_op_done(&run);
    }
    char line[32];
    const int size = std::snprintf(line, sizeof line, "%u %u\n", thread, step);
    if (write(STDOUT_FILENO, line, static_cast<size_t>(size)) != size) _exit(3);
    usleep(1000);
    g_together.arrive_and_wait();
  }
}

}  // namespace

int main() {
  if (tdbg_start(nullptr) != 0) {
    std::fprintf(stderr, "%s\n", tdbg_last_error());
    return 2;
  }
  std::thread other(Work, 1);
  Work(0);
}
