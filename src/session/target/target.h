// What is being debugged, living or recorded: its processes, its state, its stops, and the reading
// of its recording. Every face (a prompt, a page, a script) looks at the same one.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/status.h"
#include "control/debugger_end.h"
#include "session/allowed_births.h"
#include "session/live_program.h"
#include "session/session.h"
#include "session/target/child_process.h"
#include "session/target/debuggees.h"
#include "session/target/process_watch.h"
#include "session/target/target_state.h"
#include "session/target/wake_up.h"

namespace tdbg::session {

// A program that is about to be started with tdbg's capture library in it.
struct TargetStart {
  ChildStart child;
  std::string trace_path;  // where its processes record
  std::string job;         // joins them in the trace
  control::Listener listener;
  AllowedBirths allowed;  // nobody is held at them
};

// For any thread; each thing happens to all faces. Requests return the one line that says why they
// cannot be obeyed; a living program obeys them a moment later, and an event tells when.
class Target : public LiveProgram {
 public:
  // Starts the program.
  static Result<std::unique_ptr<Target>> Start(TargetStart start);
  // A recording that is there already.
  static Result<std::unique_ptr<Target>> Open(const std::string& path,
                                              const importers::Progress& progress);
  // A program that still runs goes on without us.
  ~Target() override;
  Target(const Target&) = delete;
  Target& operator=(const Target&) = delete;

  bool is_living() const { return child_ != nullptr; }
  const std::string& job() const { return job_; }
  const std::string& trace_path() const { return trace_path_; }
  const AllowedBirths& allowed() const { return allowed_; }

  TargetState state() override;

  // ---- Faces

  using Listener = std::function<void(const TargetEvent&)>;
  // Hears of everything while it lives. The listener is called on threads of the target's, and may
  // ask for the state, but neither read nor wait.
  class Attachment {
   public:
    Attachment(Target& target, Listener listener);
    ~Attachment();
    Attachment(const Attachment&) = delete;
    Attachment& operator=(const Attachment&) = delete;

   private:
    Target& target_;
    std::list<Listener>::iterator place_;
  };

  // ---- Requests

  Status Continue(int64_t births) override { return Continue(births, std::nullopt); }
  // `stop` is the number of the stop that the face shows: another one is not continued by mistake.
  Status Continue(int64_t births, std::optional<int64_t> stop);
  Status Hold();  // at the next op that runs, or as soon as a process of it begins to record
  Status Detach() override;
  Status Interrupt();  // as Ctrl-C at its own terminal
  Status End() override;

  void Ignore(IgnoredBirths births) override;
  void IgnoreNone() override;
  std::vector<IgnoredBirths> ignored() override;

  // ---- The program, where it is a living one

  const ChildProcess& child() const { return *child_; }
  size_t processes() const { return num_processes_; }  // that have begun to record
  // What is known of those that did not: looks once more.
  WatchedProcesses watched() { return watch_->Look(); }
  // The numbers of those that did, as they call themselves.
  std::set<pid_t> connected_pids();
  // Blocks until the program has ended; its status.
  int WaitForEnd();

  // ---- The recording

  // Nobody else reads, and nothing grows, while this lives. The session is null until something was
  // recorded, then always the same.
  class Reading {
   public:
    explicit Reading(Target& target)
        : lock_(target.reading_), session_(target.session_.get()), growth_(target.growth_) {}

    Session* session() const { return session_; }
    // Changes whenever the session has more: what was made of it before may be behind.
    uint64_t growth() const { return growth_; }

   private:
    std::unique_lock<std::mutex> lock_;
    Session* session_;
    uint64_t growth_;
  };

  // Reads what was appended. False if that was nothing.
  Result<bool> Refresh();

  // Whether something was appended within the last seconds.
  bool grew_lately() const;

 private:
  using Clock = std::chrono::steady_clock;

  // A thread of the program that waits.
  struct Waiting {
    size_t process = 0;
    control::Report held;
  };
  // An execution with births that are not shown yet: the value may still be thrown away, or the op
  // that explains it has yet to run.
  struct PutOff {
    size_t process = 0;
    int64_t number = 0;  // of the execution, as the process counts
    store::ExecutionId execution;
  };
  // A birth that the program was held at, while its execution has not ended.
  struct Shown {
    size_t process = 0;
    int64_t number = 0;  // of the execution, as the process counts
    const store::Run* run = nullptr;
    store::EventId event;
  };
  struct ToSend {
    std::optional<size_t> process;  // nullopt: to all
    control::Command command;
  };

  Target() = default;

  // These three under state_mutex_.
  Status MustRun();
  void Send(std::optional<size_t> process, control::Command command);
  void ForgetStop();  // the program is held no more

  void Emit(TargetEvent event);
  void Say(std::string text) { Emit({.kind = TargetEvent::Kind::kSaid, .text = std::move(text)}); }

  void Attend();
  void AskToHold(size_t process);
  void SendQueued();
  void OnReport(size_t process, const control::Report& report);
  void ShowNext();
  // The stop to show for it; nullopt if the thread is to go on.
  std::optional<Stop> Resolve(const Waiting& waiting);
  std::optional<Stop> ResolveBirth(RunView& run, Stop stop, const Waiting& waiting);
  std::optional<Stop> ResolveEnd(Session& session, Stop stop, const Waiting& waiting);
  std::optional<Stop> Tell(RunView& run, Stop stop, const Waiting& waiting,
                           std::vector<query::Alert> births);
  bool IsNews(RunView& run, const query::Alert& alert);
  // A value that the program was held at may turn out to harm nobody.
  void SayIfMasked(size_t process, int64_t execution);
  void DropLostStops();
  void EndProcesses();
  void LookForEnd();
  int MillisecondsToKill() const;

  std::string trace_path_;
  std::string job_;
  AllowedBirths allowed_;

  // Guards what follows, up to the next mutex. Held for moments only.
  std::mutex state_mutex_;
  std::condition_variable ended_;
  TargetState state_;
  Waiting shown_;                // the thread of the stop that is shown, while there is one
  std::deque<Waiting> waiting_;  // those that are not shown yet
  std::deque<ToSend> to_send_;
  std::vector<IgnoredBirths> ignored_;
  int64_t passes_ = 0;  // births that are let pass before the next stop
  int64_t last_stop_ = 0;
  std::set<pid_t> connected_pids_;
  bool wants_hold_ = false;  // processes are asked for it; the state says so once one has agreed
  bool ending_ = false;

  std::recursive_mutex listeners_mutex_;
  std::list<Listener> listeners_;

  std::mutex reading_;  // session_ and all that is read of it
  std::unique_ptr<Session> session_;
  uint64_t growth_ = 0;

  std::atomic<Clock::time_point> grew_at_ = Clock::time_point::min();

  // Of the thread that attends to the program.
  std::unique_ptr<Debuggees> debuggees_;
  std::vector<PutOff> put_off_;
  std::set<std::pair<const store::Run*, store::EventId>> told_;  // each birth is shown once
  std::vector<Shown> to_settle_;
  std::set<std::pair<size_t, int64_t>> asked_to_hold_;  // by process: requests without an answer
  std::optional<Clock::time_point> kill_at_;
  std::atomic<size_t> num_processes_ = 0;

  WakeUp wake_;
  std::atomic<bool> leaving_ = false;
  std::unique_ptr<ChildProcess> child_;
  std::unique_ptr<ProcessWatch> watch_;
  std::thread attendant_;
};

}  // namespace tdbg::session
