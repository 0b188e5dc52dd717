#include "cli/launch.h"

#include <cctype>
#include <cstdio>
#include <optional>
#include <random>
#include <utility>

#include "cli/environment.h"
#include "cli/installation.h"
#include "cli/tensorflow_package.h"
#include "cli/terminal_text.h"

namespace tdbg::cli {
namespace {

constexpr char kPluginVariable[] = "TF_PLUGGABLE_DEVICE_LIBRARY_PATH";

std::string RandomId() {
  std::random_device random;
  char digits[17];
  std::snprintf(digits, sizeof(digits), "%08x%08x", random(), random());
  return digits;
}

Result<std::optional<TensorFlowPackage>> FindTensorFlow(const Program& program) {
  if (!program.python.empty()) return TensorFlowOfPython(program.python);
  return program.preload ? TensorFlowOfExecutable(program.path) : std::nullopt;
}

// None where there is none; capture goes on without.
Companion CompanionFor(const TensorFlowPackage& package, const Installation& installation) {
  Result<Companion> companion = PrepareCompanion(package, installation.companion_sources);
  if (companion.ok()) return *std::move(companion);
  std::fprintf(stderr, "tdbg: op names only, no source lines: %s\n",
               Printable(companion.status().message()).c_str());
  return {};
}

void SetSettings(const LaunchOptions& options, Environment& environment) {
  for (const auto& [key, value] : options.settings) {
    std::string variable = "TDBG_";
    for (const char letter : key) {
      variable += static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
    }
    environment.Set(variable, value);
  }
}

// What the command line and the file of the program's project say.
Result<session::AllowedBirths> AllowedBirthsFor(const Program& program,
                                                const LaunchOptions& options) {
  session::AllowedBirths allowed;
  if (!options.allow.empty()) {
    const Status status = allowed.Add(options.allow);
    if (!status.ok()) return InvalidArgument("--allow: " + status.message());
  }
  const std::string file = session::AllowFileOf(program.folder);
  if (!file.empty()) TDBG_RETURN_IF_ERROR(allowed.AddFile(file));
  return allowed;
}

// The hook is loaded by TensorFlow in Python programs, by the loader in native ones.
Result<PluginChain> SetHook(const std::string& hook, const Program& program,
                            Environment& environment) {
  PluginChain chain;
  const std::string theirs = environment.Get(kPluginVariable);
  if (!theirs.empty() && theirs != hook) {
    TDBG_ASSIGN_OR_RETURN(chain, PluginChain::Make(hook, theirs));
  }
  environment.Set(kPluginVariable, chain.folder().empty() ? hook : chain.folder());
  if (program.preload) {
    const std::string others = environment.Get("LD_PRELOAD");
    environment.Set("LD_PRELOAD", others.empty() ? hook : others + ":" + hook);
  }
  return chain;
}

}  // namespace

Result<Launch> StartProgram(const LaunchOptions& options, const LaunchWishes& wishes) {
  TDBG_ASSIGN_OR_RETURN(Program program, FindProgram(options.program, options.python));
  TDBG_ASSIGN_OR_RETURN(session::AllowedBirths allowed, AllowedBirthsFor(program, options));
  const Installation installation = FindInstallation();
  if (installation.capture_library.empty()) {
    return NotFound("libtdbg_tf.so, the part that looks into programs, is neither beside " +
                    installation.binary + " nor in ../lib/tdbg: build or install it");
  }
  TDBG_ASSIGN_OR_RETURN(const std::optional<TensorFlowPackage> package, FindTensorFlow(program));
  if (package) TDBG_RETURN_IF_ERROR(CheckVersion(*package));
  TDBG_ASSIGN_OR_RETURN(TracePlace trace, MakeTracePlace(options.output, program.name));
  TDBG_ASSIGN_OR_RETURN(control::Listener listener, control::Listener::Open());

  const std::string job = RandomId();
  Environment environment;
  TDBG_ASSIGN_OR_RETURN(PluginChain plugins,
                        SetHook(installation.capture_library, program, environment));
  SetSettings(options, environment);
  environment.Set("TDBG_TRACE", trace.path);
  environment.Set("TDBG_CONTROL", listener.path());
  environment.Set("TDBG_JOB", job);
  environment.Set("TDBG_PROGRAM", program.name);
  environment.Set("TDBG_STOP", wishes.stop ? "1" : "0");
  environment.Set("TDBG_AS_WRITTEN", options.as_written ? "1" : "0");
  environment.Set("TDBG_FROM_START", "1");  // nothing runs before the hook is there
  Companion companion = package ? CompanionFor(*package, installation) : Companion();
  environment.Set("TDBG_COMPANION", companion.path());
  // TensorFlow's remarks on its own start belong to nobody's program.
  if (environment.Get("TF_CPP_MIN_LOG_LEVEL").empty()) environment.Set("TF_CPP_MIN_LOG_LEVEL", "2");

  const bool no_framework = !program.python.empty() && !package;
  Launch launch;
  if (no_framework) launch.nothing_recorded = "TensorFlow is not installed for " + program.python;
  TDBG_ASSIGN_OR_RETURN(launch.target,
                        session::Target::Start({.child = {.words = program.words,
                                                          .environment = environment.entries(),
                                                          .own_group = wishes.own_group},
                                                .trace_path = trace.path,
                                                .job = job,
                                                .listener = std::move(listener),
                                                .allowed = std::move(allowed)}));
  launch.program = std::move(program);
  launch.trace = std::move(trace);
  launch.plugins = std::move(plugins);
  launch.companion = std::move(companion);
  return launch;
}

}  // namespace tdbg::cli
