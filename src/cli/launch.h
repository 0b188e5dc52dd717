// Starting a program with tdbg's hook in it.
#pragma once

#include <string>

#include "base/status.h"
#include "cli/child_program.h"
#include "cli/launch_options.h"
#include "cli/plugin_chain.h"
#include "cli/program.h"
#include "cli/trace_place.h"
#include "control/debugger_end.h"

namespace tdbg::cli {

struct Launch {
  Program program;
  TracePlace trace;
  std::string job;               // joins the processes of this start in the trace
  std::string nothing_recorded;  // why no process of ours can record; "" where it should
  PluginChain plugins;
  control::Listener listener;
  ChildProgram child;
};

struct LaunchWishes {
  bool stop = false;       // hold the program at births
  bool own_group = false;  // see ChildProgram
};

// Mistakes of the user's, and a TensorFlow that is too old, are errors, and then nothing was
// started. What only makes the recording poorer is said on standard error.
Result<Launch> StartProgram(const LaunchOptions& options, const LaunchWishes& wishes);

}  // namespace tdbg::cli
