// A process that records through the C functions, as a child of the test's: for tests of what may
// happen to one.
#pragma once

#include <cstdio>
#include <functional>
#include <string_view>

#include <sys/wait.h>
#include <unistd.h>

#include "capture/text.h"
#include "tdbg/capture.h"

namespace tdbg::capture {

inline tdbg_id DefineOp(std::string_view name) {
  tdbg_op op = {};
  op.graph = tdbg_define_graph(Text("g"), Text("train"), 0);
  op.name = Text(name);
  op.type = Text("AnyOp");
  op.output_count = 1;
  return tdbg_define_op(&op);
}

inline constexpr int kManyOps = 20000;  // their events take some segments

// False if nothing is recorded any more.
inline bool RunOp(tdbg_id op) {
  const float values[] = {1, 2, 3};
  const int64_t dims[] = {3};
  const tdbg_tensor output = {values, sizeof values, dims, 1, 1};
  tdbg_op_run run = {};
  run.op = op;
  run.outputs = &output;
  run.output_count = 1;
  if ((tdbg_op_plan(op) & TDBG_PLAN_OUTPUTS) == 0) return false;
  tdbg_op_done(&run);
  return true;
}

// The pid of a process that does this work. What it returns is its exit status.
inline pid_t StartProcess(const std::function<int()>& work) {
  std::fflush(nullptr);
  const pid_t pid = fork();
  if (pid == 0) _exit(work());
  return pid;
}

inline int WaitForProcess(pid_t pid) {
  int status = -1;
  waitpid(pid, &status, 0);
  return status;
}

inline int RunProcess(const std::function<int()>& work) {
  return WaitForProcess(StartProcess(work));
}

}  // namespace tdbg::capture
