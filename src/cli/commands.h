// The subcommands. Each takes its parsed options, writes to standard output and returns either the
// exit status or the one line that says why there is none.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/status.h"
#include "cli/launch_options.h"

namespace tdbg::cli {

struct InfoOptions {
  std::string path;
  bool json = false;
};
Result<int> RunInfo(const InfoOptions& options);

struct AlertsOptions {
  std::string path;
  bool json = false;
  bool each = false;  // one line for each event instead of one for each op
};
Result<int> RunAlerts(const AlertsOptions& options);

struct DumpOptions {
  std::string path;
  std::string tensor;
  std::string run;  // id; empty where there is only one
  bool json = false;
  int64_t max_elements = 100000;  // in JSON; 0 for all
  int precision = 8;
  int64_t threshold = 1000;
  int64_t edge_items = 3;
  int64_t line_width = 75;
};
Result<int> RunDump(const DumpOptions& options);

struct OpenOptions {
  std::string path;
  std::vector<std::string> commands;  // of -c
  std::string script;                 // of -x
  bool json = false;
  bool echo = false;           // each command before its answer
  bool timing = false;         // what each answer took, on standard error
  int64_t lines = 0;           // of each answer, at most; 0 for all
  bool list_commands = false;  // say which commands there are, and no more
};
Result<int> RunOpen(const OpenOptions& options);

struct ServeOptions {
  std::string path;
  std::string host = "127.0.0.1";
  int64_t port = -1;  // not given: the usual one, or any that is free
  bool open = false;  // start a browser
};
Result<int> RunServe(const ServeOptions& options);

struct ConvertOptions {
  std::string from;
  std::string to;
  std::string format;   // of `to`; empty for the one that `from` does not have
  bool follow = false;  // go on while `from` grows
  bool values = false;  // whole values as values, though TensorBoard hangs on them
};
Result<int> RunConvert(const ConvertOptions& options);

struct RunOptions {
  LaunchOptions launch;
  bool stop = true;  // hold the program at births, where there is somebody to talk with
  bool web = false;  // show the recording in a page meanwhile
};
Result<int> RunRun(const RunOptions& options);

struct RecordOptions {
  LaunchOptions launch;
  bool web = false;
};
Result<int> RunRecord(const RecordOptions& options);

struct CheckOptions {
  LaunchOptions launch;
  std::string allow;  // births that this filter matches are intended
  bool strict = false;
  std::string json;  // files to write, "" for none
  std::string junit;
};
Result<int> RunCheck(const CheckOptions& options);

struct PackOptions {
  std::string path;
};
Result<int> RunPack(const PackOptions& options);

struct PrepareOptions {
  std::string python;  // interpreter; "" for the python3 of PATH
};
Result<int> RunPrepare(const PrepareOptions& options);

}  // namespace tdbg::cli
