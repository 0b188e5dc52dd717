#include "rpc/service.h"

#include <algorithm>
#include <atomic>
#include <utility>

#include "base/whole_number.h"
#include "rpc/facts.h"
#include "rpc/messages_json.h"
#include "rpc/opened_trace.h"
#include "rpc/overview.h"
#include "rpc/requests.h"
#include "rpc/target.h"
#include "rpc/values.h"
#include "session/target/recording_phase.h"

namespace tdbg::rpc {
namespace {

Reply JsonReply(const Json& json) {
  Reply reply;
  reply.body = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  return reply;
}

// Nothing of ours is as deep, and the parser is recursive.
constexpr int kDeepestRequest = 32;

bool IsTooDeep(int depth, Json::parse_event_t, Json&) {
  if (depth > kDeepestRequest) throw std::length_error("nested too deeply");
  return true;
}

Result<Json> ParseRequest(std::string_view text) {
  try {
    return Json::parse(text, &IsTooDeep);
  } catch (const std::exception& error) {
    return InvalidArgument("the request is no JSON: " + std::string(error.what()));
  }
}

Result<int64_t> NumberOf(const Parameters& parameters, const std::string& name) {
  const auto found = parameters.find(name);
  if (found == parameters.end()) return InvalidArgument(name + " is missing");
  if (const auto number = WholeNumber(found->second)) return *number;
  return InvalidArgument(name + ": '" + found->second + "' is no whole number");
}

Result<Reply> Export(OpenedTrace& trace, std::string_view path, const Parameters& parameters) {
  const auto save = path == "/export/tensor.npy"   ? &ExportNpy
                    : path == "/export/tensor.csv" ? &ExportCsv
                                                   : nullptr;
  if (save == nullptr) return NotFound("there is nothing at " + std::string(path));
  TDBG_ASSIGN_OR_RETURN(const int64_t number, NumberOf(parameters, "run"));
  TDBG_ASSIGN_OR_RETURN(const int64_t event, NumberOf(parameters, "event"));
  TDBG_ASSIGN_OR_RETURN(const size_t run, RunOf(*trace.session, number));
  const auto slice = parameters.find("slice");
  return save(trace.session->runs()[run], event, slice == parameters.end() ? "" : slice->second);
}

}  // namespace

struct Service::State : OpenedTrace {
  using OpenedTrace::OpenedTrace;

  uint64_t growth = 0;                               // of the session, when the rest was made of it
  std::atomic<RunState> told = RunState::kFinished;  // in the last notice
  std::optional<session::Target::Attachment> follower;
  std::optional<session::Target::Reading> reading;  // of the answer at hand
};

namespace {

// Nobody else reads the recording while an answer is made, nor while others are made in its pauses.
class Turn {
 public:
  explicit Turn(std::optional<session::Target::Reading>& reading, session::Target& target)
      : reading_(reading), is_outermost_(!reading) {
    if (is_outermost_) reading_.emplace(target);
  }
  ~Turn() {
    if (is_outermost_) reading_.reset();
  }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

 private:
  std::optional<session::Target::Reading>& reading_;
  const bool is_outermost_;
};

}  // namespace

Service::Service(session::Target& target) : state_(std::make_unique<State>(target)) {
  const session::Target::Reading reading(target);
  state_->growth = reading.growth();
  state_->told = StateOf(session::PhaseOf(state_->session->trace(), target.grew_lately()));
}

Service::~Service() = default;

Asker& Service::asker() { return state_->asker; }

void Service::Follow(std::function<void()> listener) {
  using Kind = session::TargetEvent::Kind;
  state_->follower.reset();
  if (!listener) return;
  state_->follower.emplace(
      state_->target, [listener = std::move(listener)](const session::TargetEvent& event) {
        const bool news = event.kind == Kind::kStarted || event.kind == Kind::kStopped ||
                          event.kind == Kind::kResumed || event.kind == Kind::kEnded;
        if (news) listener();
      });
}

Reply Service::Call(std::string_view method, std::string_view request) {
  const auto known = std::ranges::find(Requests(), method, &KnownRequest::name);
  if (known == Requests().end()) {
    return ErrorReply(404, "no request is called '" + std::string(method) + "'");
  }
  const Result<Json> parsed = ParseRequest(request);
  if (!parsed.ok()) return ErrorReply(parsed.status());
  const Turn turn(state_->reading, state_->target);
  const Result<Json> answer = known->handler(*state_, *parsed);
  return answer.ok() ? JsonReply(*answer) : ErrorReply(answer.status());
}

Reply Service::Get(std::string_view path, const Parameters& parameters) {
  constexpr std::string_view kPlugin = "/data/plugin/debugger-v2";
  const Turn turn(state_->reading, state_->target);
  if (path.starts_with(kPlugin)) {
    return state_->plugin.Answer(*state_->session, path.substr(kPlugin.size()), parameters);
  }
  if (path == "/data/plugins_listing") return tensorboard::PluginsListing();
  Result<Reply> reply = Export(*state_, path, parameters);
  return reply.ok() ? *std::move(reply) : ErrorReply(reply.status());
}

bool Service::Refresh() {
  // A directory that is gone is no reason to stop: what was read stays.
  static_cast<void>(state_->target.Refresh());
  const session::Target::Reading reading(state_->target);
  // Another face may have read it.
  const bool grew = reading.growth() != std::exchange(state_->growth, reading.growth());
  if (grew) state_->Grew();
  const RunState now =
      StateOf(session::PhaseOf(state_->session->trace(), state_->target.grew_lately()));
  const bool changed = now != state_->told;
  if (changed && !grew) {
    ++state_->generation;
    state_->overview.reset();
  }
  state_->told = now;
  return grew || changed;
}

std::string Service::Notice() const {
  Json notice = {{"generation", state_->generation.load()}};
  Put(notice["state"], state_->told.load());
  Put(notice["target"], InfoOf(state_->target.state(), state_->target.is_living()));
  return notice.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace tdbg::rpc
