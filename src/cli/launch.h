// Starting a program with tdbg's hook in it.
#pragma once

#include <memory>
#include <string>

#include "base/status.h"
#include "cli/companion_cache.h"
#include "cli/launch_options.h"
#include "cli/plugin_chain.h"
#include "cli/program.h"
#include "cli/trace_place.h"
#include "session/target/target.h"

namespace tdbg::cli {

struct Launch {
  Program program;
  TracePlace trace;
  std::string nothing_recorded;  // why no process of ours can record; "" where it should
  PluginChain plugins;
  Companion companion;
  std::unique_ptr<session::Target> target;
};

struct LaunchWishes {
  bool stop = false;       // hold the program at births
  bool own_group = false;  // see session::ChildStart
};

// Mistakes of the user's, and a TensorFlow that is too old, are errors, and then nothing was
// started. What only makes the recording poorer is said on standard error.
Result<Launch> StartProgram(const LaunchOptions& options, const LaunchWishes& wishes);

}  // namespace tdbg::cli
