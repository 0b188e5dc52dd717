#include "rpc/tensorboard/routes.h"

#include <string>

#include "rpc/tensorboard/answers.h"
#include "rpc/tensorboard/wording.h"

namespace tdbg::rpc::tensorboard {
namespace {

constexpr std::string_view kDefaultRun = "__default_debugger_run__";

struct Route {
  std::string_view path;
  Answerer answer;
};
constexpr Route kRoutes[] = {
    {"/alerts", AnswerAlerts},
    {"/execution/digests", AnswerExecutionDigests},
    {"/execution/data", AnswerExecutionData},
    {"/graph_execution/digests", AnswerTraceDigests},
    {"/graph_execution/data", AnswerTraceData},
    {"/graphs/graph_info", AnswerGraphInfo},
    {"/graphs/op_info", AnswerOpInfo},
    {"/source_files/list", AnswerSourceList},
    {"/source_files/file", AnswerSourceFile},
    {"/stack_frames/stack_frames", AnswerStackFrames},
};

// TensorBoard knows one run, under one name. Where a trace has more, the others go by their ids.
std::string_view NameOf(session::Session& session, size_t run) {
  return run == 0 ? kDefaultRun : session.runs()[run].run().id;
}

Reply AnswerRuns(session::Session& session) {
  Json names = Json::object();
  for (size_t i = 0; i < session.runs().size(); ++i) {
    const store::Run& run = session.runs()[i].run();
    names[std::string(NameOf(session, i))] = {{"start_time", WallTime(run, run.start_ns)}};
  }
  return {.body = ToText(names)};
}

}  // namespace

Plugin::Plugin() = default;
Plugin::~Plugin() = default;

void Plugin::Forget() { runs_.clear(); }

NumberedRun* Plugin::FindRun(session::Session& session, std::string_view name) {
  for (size_t i = 0; i < session.runs().size(); ++i) {
    if (NameOf(session, i) != name) continue;
    std::unique_ptr<NumberedRun>& run = runs_[i];
    if (run == nullptr) run = std::make_unique<NumberedRun>(session.runs()[i]);
    return run.get();
  }
  return nullptr;
}

Reply Plugin::Answer(session::Session& session, std::string_view route,
                     const Parameters& parameters) {
  if (route == "/runs") return AnswerRuns(session);
  for (const Route& known : kRoutes) {
    if (known.path != route) continue;
    const auto name = parameters.find("run");
    if (name == parameters.end()) return ErrorReply(400, "run parameter is not provided");
    NumberedRun* const run = FindRun(session, name->second);
    if (run == nullptr) {
      return ErrorReply(404, "there is no run '" + name->second + "'; /runs lists those there are");
    }
    auto body = known.answer(*run, parameters);
    if (!body.ok()) return ErrorReply(body.status());
    return {.body = *std::move(body)};
  }
  return ErrorReply(404, "the plugin debugger-v2 has no route '" + std::string(route) + "'");
}

Reply PluginsListing() {
  const Json plugins = {{"debugger-v2",
                         {{"disable_reload", false},
                          {"enabled", true},
                          {"remove_dom", false},
                          {"tab_name", "Debugger V2"},
                          {"loading_mechanism", {{"type", "NG_COMPONENT"}}}}}};
  return {.body = ToText(plugins)};
}

}  // namespace tdbg::rpc::tensorboard
