// Any question about a native trace some fields of which say something else than a recorder would,
// with right checksums: prompt, page and subcommands have an answer, in bounded time and memory.
//
// The input: a byte that chooses who asks, edits of the trace (native_edits.h), then what is asked.
#include <atomic>
#include <memory>
#include <string>

#include <nlohmann/json.hpp>

#include "base/scratch_directory.h"
#include "fuzz/expectations.h"
#include "fuzz/native_edits.h"
#include "query/tensor_name.h"
#include "rpc/requests.h"
#include "rpc/service.h"
#include "session/alert_facts.h"
#include "session/birth_facts.h"
#include "session/origin_walk.h"
#include "session/session.h"
#include "view/command_line.h"
#include "view/line_stream.h"
#include "view/no_files.h"
#include "view/shell.h"

namespace tdbg::fuzz {
namespace {

constexpr size_t kMostLines = 100;  // of an answer
constexpr size_t kMostQuestions = 6;

// What people type of a tensor; "%" is its name.
constexpr const char* kLines[] = {"explain %",
                                  "origin %",
                                  "li -r -d 9 %",
                                  "lo -r %",
                                  "pt %",
                                  "pt %[0] -s -r",
                                  "ni %",
                                  "bt %",
                                  "eval `%` + 1",
                                  "x/4 %",
                                  "goto %",
                                  "path train::x train::sqrt",
                                  "lt -f 'max > 1'",
                                  "la -a",
                                  "steps",
                                  "warnings",
                                  "lt -s max -r",
                                  "le",
                                  "lg",
                                  "info losses",
                                  "ls",
                                  "find nan > 0",
                                  "lt -f 'bad'",
                                  "history -n 2",
                                  "list",
                                  "pt % -n 1",
                                  "step 1",
                                  "path train::sum train::enter",
                                  "explain",
                                  "why %",
                                  "ri",
                                  "lt -f 'shape[0] > 1'"};

void AskShell(session::Session& session, const std::string& name, uint8_t which) {
  static view::NoFiles files;
  static const std::atomic<bool> stop = false;
  view::Shell shell(session, files, stop);
  std::string line = kLines[which % std::size(kLines)];
  if (const size_t at = line.find('%'); at != line.npos) line.replace(at, 1, name);
  for (const std::string& command : view::SplitCommands(line)) {
    const view::Document answer = shell.Run(command);
    view::LineStream lines(answer);
    for (size_t i = 0; i < kMostLines; ++i) {
      const auto shown = lines.Next();
      if (!shown) break;
      TDBG_CHECK(shown->Text().find('\n') == std::string::npos);
      TDBG_CHECK(shown->Text().find('\x1b') == std::string::npos);
    }
  }
}

// The same numbers for all that is asked of: an event, an op, a graph, an execution, a file.
void AskPage(rpc::Service& service, uint8_t request, uint8_t number) {
  const auto& asked = rpc::Requests()[request % rpc::Requests().size()];
  if (asked.name == "command" || asked.name == "complete") return;
  const std::string n = std::to_string(number);
  const std::string json =
      R"({"run":0,"event":)" + n + R"(,"op":)" + n + R"(,"graph":)" + std::to_string(number % 4) +
      R"(,"execution":)" + std::to_string(number % 8) + R"(,"file":0,"line":)" + n +
      R"(,"begin":0,"count":50,"verdict":"","text":"","from_ns":0,"to_ns":0,"marks":50,"filter":"",)"
      R"("nodes":[],"sort":"","descending":false,"name":"","most":20,"slice":"","bins":9,"after":0,)"
      R"("backwards":false,"ops":[)" +
      n +
      R"(],"control":true,"open":[],"path":"","pattern":"",)"
      R"("by_type":false,"each":true})";
  rpc::Reply reply = service.Call(asked.name, json);
  if (reply.status == 400) {  // a message refuses what it does not know
    for (
        const char* shorter :
        {R"({"run":0,"event":%})", R"({"run":0})", R"({"run":0,"op":%})",
         R"({"run":0,"execution":%})", R"({"run":0,"begin":0,"count":50,"verdict":"","text":""})",
         R"({"run":0,"event":%,"most":20})", R"({"run":0,"from_ns":0,"to_ns":0,"marks":50})",
         R"({"run":0,"file":0})", R"({"run":0,"event":%,"slice":"","most":50})",
         R"({"run":0,"event":%,"slice":"","bins":9})",
         R"({"run":0,"event":%,"slice":"","after":0,"backwards":false})",
         R"({"run":0,"ops":[%],"control":true,"most":20})",
         R"({"run":0,"graph":1,"open":[],"most":20})",
         R"({"run":0,"path":"","pattern":"","by_type":true})", R"({"run":0,"file":0,"line":2})",
         R"({"run":0,"filter":"","nodes":[],"sort":"","descending":false,"begin":0,"count":50})"}) {
      std::string text = shorter;
      if (const size_t at = text.find('%'); at != text.npos) text.replace(at, 1, n);
      reply = service.Call(asked.name, text);
      if (reply.status != 400) break;
    }
  }
  TDBG_CHECK(reply.status == 200 || reply.status == 400 || reply.status == 404);
  TDBG_CHECK(nlohmann::json::accept(reply.body));
}

// What the subcommands ask of a whole trace.
void AskAll(session::Session& session) {
  for (const store::Loss& loss : session.trace().losses.losses()) ExpectOneLine(loss.text);
  for (session::RunView& view : session.runs()) {
    const store::Run& run = view.run();
    for (const query::Alert& alert : view.alerts()) {
      static_cast<void>(session::Describe(view, alert));
      static_cast<void>(session::WalkToOrigin(view, alert.event).ok());
      static_cast<void>(session::ExplainAlert(view, alert));
    }
    static_cast<void>(view.warnings());
    for (const store::EventId event : view.index().chronological()) {
      TDBG_CHECK(!query::NameOf(run, event).empty());
      if (const auto value = run.values->ReadValue(event); value.ok()) {
        const auto digest = run.values->ReadDigest(event);
        TDBG_CHECK(!digest.ok() || !digest->shape || *digest->shape == value->shape());
      }
    }
  }
}

std::string NameOfEvent(session::Session& session, uint8_t number) {
  const store::Run& run = session.runs()[0].run();
  if (run.events.size() == 0) return ".";
  return query::NameOf(run, store::EventId(number % run.events.size()));
}

void Ask(std::string_view input) {
  static const ScratchDirectory directory;
  if (input.empty()) return;
  const auto who = static_cast<uint8_t>(input[0]) % 3;
  input.remove_prefix(1);
  RunImage run = EditedRun(input);
  WriteRun(run, directory.path());
  if (who == 2) {
    auto target = session::Target::Open(directory.path(), {});
    TDBG_CHECK(target.ok());
    rpc::Service service(**target);
    for (size_t i = 0; i < kMostQuestions && input.size() >= 2; ++i, input.remove_prefix(2)) {
      AskPage(service, static_cast<uint8_t>(input[0]), static_cast<uint8_t>(input[1]));
    }
    return;
  }
  auto session = session::Session::Open(directory.path(), nullptr);
  TDBG_CHECK(session.ok());
  if (who == 0) return AskAll(**session);
  for (size_t i = 0; i < kMostQuestions && input.size() >= 2; ++i, input.remove_prefix(2)) {
    AskShell(**session, NameOfEvent(**session, static_cast<uint8_t>(input[1])),
             static_cast<uint8_t>(input[0]));
  }
}

}  // namespace
}  // namespace tdbg::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  tdbg::fuzz::Ask(tdbg::fuzz::AsText(data, size));
  return 0;
}
