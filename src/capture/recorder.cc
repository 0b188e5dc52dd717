#include "capture/recorder.h"

#include <cstdio>
#include <ctime>

#include <pthread.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "base/printable.h"
#include "capture/allocation.h"
#include "capture/bad_value_message.h"
#include "capture/bus_error.h"
#include "capture/clock.h"

namespace tdbg::capture {
namespace {

using control::HoldReason;
using control::Report;

constexpr char kNoThread[] = "the system gives no thread to record with";

// While it lives this thread alone touches the segments of its log, provided that now() says that
// something is recorded.
class Writing {
 public:
  Writing(ThreadLog& log, const Plan& plan) : log_(log) {
    log_.busy.store(1, std::memory_order_seq_cst);
    now_ = plan.now_in_order();
  }
  ~Writing() { log_.busy.store(0, std::memory_order_release); }
  Writing(const Writing&) = delete;
  Writing& operator=(const Writing&) = delete;

  Plan::Now now() const { return now_; }

 private:
  ThreadLog& log_;
  Plan::Now now_{};
};

}  // namespace

Status Recorder::Start(const std::string& trace_directory, const std::string& control,
                       const MetaSegments* parent) {
  const Settings settings = plan_.settings();
  standard_error_ = IdentityOf(STDERR_FILENO);
  cuts_counted_ = NumCutMappings();
  TDBG_ASSIGN_OR_RETURN(store_, SegmentStore::Create({.trace_directory = trace_directory,
                                                      .job = settings.job,
                                                      .pid = static_cast<uint32_t>(getpid()),
                                                      .start_ns = NowNs(),
                                                      .budget_bytes = settings.budget_bytes},
                                                     table_, losses_));
  const Status status = Begin(settings, control, parent);
  if (!status.ok()) losses_.EndedEarly(status.message());
  return status;
}

Status Recorder::Begin(const Settings& settings, const std::string& control,
                       const MetaSegments* parent) {
  if (!table_.Start()) return Unreadable(kNoThread);
  GuardAgainstBusErrors();
  logs_ = new ThreadLogs({*store_, losses_, steps_, *this});
  meta_ = new SegmentStream(*store_, format::SegmentKind::kMeta, 0);
  TDBG_RETURN_IF_ERROR(meta_->MakeRoom(1, 0).status);
  if (parent != nullptr) plan_.MissedSome();
  if (parent != nullptr && !CopyDefinitions(*parent, *meta_, table_))
    losses_.Count(Loss::kInherited);
  definitions_.SetStream(*meta_, losses_, *this, table_);
  RecordProcess(settings);
  gate_.SetStop(settings.stop);
  if (!control.empty() && !gate_.Connect(control, store_->pid(), store_->directory())) {
    losses_.Count(Loss::kNoDebugger);
  }
  if (!background_.Start(table_, Round, this)) return Unreadable(kNoThread);
  losses_.Recording();
  plan_.SetRunning(true);
  return Status::Ok();
}

std::string Recorder::name() const {
  return store_->directory().substr(store_->directory().rfind('/') + 1);
}

MetaSegments Recorder::meta() const {
  return {.directory = store_->directory(),
          .last_sequence = meta_->sequence(),
          .last_used_bytes = meta_->writer().offset_bytes()};
}

void Recorder::RecordProcess(const Settings& settings) {
  utsname host = {};
  uname(&host);
  definitions_.Record(
      format::ProcessRecord{.head = {},
                            .start_ns = store_->start_ns(),
                            .pid = store_->pid(),
                            .parent_pid = static_cast<uint32_t>(getppid()),
                            .job = definitions_.String(store_->job()),
                            .host = definitions_.String(host.nodename),
                            .worker = definitions_.String(settings.worker),
                            .framework = definitions_.String(settings.framework),
                            .framework_version = definitions_.String(settings.framework_version),
                            .mode = definitions_.String(DetailName(settings.mode)),
                            .program = definitions_.String(settings.program),
                            .tdbg_version = definitions_.String(TDBG_VERSION),
                            .has_loss_page = 1,
                            .zero = 0});
}

Status Recorder::Set(std::string_view key, std::string_view value) {
  const Magnitudes::Change change(magnitudes_);
  TDBG_RETURN_IF_ERROR(plan_.Set(key, value));
  const Settings settings = plan_.settings();
  store_->SetBudget(settings.budget_bytes);
  if (key == "stop") gate_.SetStop(settings.stop);
  return Status::Ok();
}

void Recorder::SetEnabled(bool enabled) {
  const Magnitudes::Change change(magnitudes_);
  plan_.SetEnabled(enabled);
}

void Recorder::Failed(const Status& why) {
  losses_.EndedEarly(why.message());
  plan_.SetRunning(false);
}

ThreadLog* Recorder::AcquireLog() {
  ThreadLog* const log = logs_->Acquire();
  char name[16] = {};
  if (log == nullptr || pthread_getname_np(pthread_self(), name, sizeof name) != 0) return log;
  const uint32_t string = definitions_.String(name);
  if (string != log->thread_name) {
    definitions_.Record(
        format::ThreadRecord{.head = {}, .number = log->number(), .name = string, .zero = {}});
  }
  log->thread_name = string;
  return log;
}

[[gnu::hot]] uint64_t Recorder::ExecutionBegins(ThreadLog& log, const tdbg_execution& execution) {
  const uint64_t number = executions_.fetch_add(1, std::memory_order_relaxed) + 1;
  if (execution.kind == TDBG_SESSION_RUN) {
    const int64_t before = steps_.now().step;
    if (steps_.SessionRuns(number)) RecordStep(log, before);
  }
  plan_.ExecutionIs(number);
  const Writing writing(log, plan_);
  if (!writing.now().records()) return number;
  log.Write(format::ExecutionRecord{.head = {},
                                    .time_ns = NowNs(),
                                    .number = ExecutionOnDisk(number),
                                    .graph = execution.graph,
                                    .stack = execution.stack,
                                    .name = execution.name},
            static_cast<uint8_t>(execution.kind));
  return number;
}

[[gnu::hot]] void Recorder::ExecutionEnds(ThreadLog& log, uint64_t execution, uint32_t flags) {
  {
    const Writing writing(log, plan_);
    if (writing.now().records()) {
      log.Write(
          format::ExecutionEndRecord{
              .head = {}, .time_ns = NowNs(), .number = ExecutionOnDisk(execution), .zero = {}},
          static_cast<uint8_t>(flags));
    }
  }
  if (limits_.ExecutionEnds(execution)) {
    gate_.Tell({.kind = Report::Kind::kSettled,
                .execution = static_cast<int64_t>(execution),
                .step = steps_.now().step});
  }
  if (gate_.holds_ends()) gate_.HoldAtEnd(static_cast<int64_t>(execution));
  if ((flags & TDBG_UPDATES) == 0) return;
  const int64_t before = steps_.now().step;
  const uint64_t next = executions_.load(std::memory_order_relaxed) + 1;
  if (steps_.VariableUpdated(next)) RecordStep(log, before);
}

void Recorder::ProgramSaysStep(ThreadLog& log, int64_t step) {
  const int64_t before = steps_.now().step;
  const uint64_t next = executions_.load(std::memory_order_relaxed) + 1;
  if (steps_.Say(step, next)) RecordStep(log, before);
}

void Recorder::RecordStep(ThreadLog& log, int64_t ended) {
  const Steps::Now now = steps_.now();
  plan_.StepIs(now);
  {
    const Writing writing(log, plan_);
    if (writing.now().records()) {
      log.Write(format::StepRecord{.head = {},
                                   .time_ns = NowNs(),
                                   .step = now.step,
                                   .first_execution = ExecutionOnDisk(now.first_execution),
                                   .zero = 0},
                now.said);
    }
  }
  int64_t waited_for = ended;
  if (birth_step_.compare_exchange_strong(waited_for, kNoStep)) {
    gate_.Tell({.kind = Report::Kind::kStep, .step = ended});
  }
}

[[gnu::hot]] uint32_t Recorder::PlanOf(uint32_t op) {
  const Plan::Now now = plan_.now();
  if (!now.records()) return 0;
  // An op that makes nothing, or is left out, is reported all the same if its thread is to be held.
  const uint32_t hold = gate_.hold_asked() ? TDBG_PLAN_HOLD : 0;
  OpState* state = ops_.Find(op);
  if (state == nullptr || !plan_.WantsOp(*state, definitions_)) return hold;
  if (!now.reads_values()) return TDBG_PLAN_OUTPUTS | hold;
  const bool may_give_birth = (state->flags.load(std::memory_order_relaxed) & TDBG_MAY_GIVE_BIRTH);
  // An op that makes nothing may yet read a value of which it is not known what becomes of it.
  const uint32_t reads = eager_values_.awaits() ? TDBG_PLAN_INPUTS | TDBG_PLAN_HOLD : 0;
  // Where some ops are left out, what another one left behind in the same place could be taken for
  // an input that nobody measured.
  const bool bounds = (may_give_birth || now.is_auto()) && !now.leaves_out();
  return TDBG_PLAN_OUTPUTS | hold | reads | (may_give_birth ? TDBG_PLAN_INPUTS : 0) |
         (bounds ? TDBG_PLAN_BOUND : 0);
}

[[gnu::hot]] void Recorder::OpDone(ThreadLog& log, const tdbg_op_run& run) {
  if (gate_.hold_asked()) {
    RecordAndHold(log, run);
  } else {
    Record(log, run);
  }
}

void Recorder::RecordAndHold(ThreadLog& log, const tdbg_op_run& run) {
  tdbg_op_run timed = run;  // so that the debugger finds its record
  if (timed.time_ns == 0) timed.time_ns = NowNs();
  Record(log, timed);
  if (!gate_.hold_asked()) return;  // it was held for what it gave birth to
  {
    const Writing writing(log, plan_);
    if (writing.now().records()) op_recorder_.Show(log, timed);
  }
  gate_.HoldIfAsked({.execution = static_cast<int64_t>(run.execution),
                     .op = run.op,
                     .slot = run.first_slot,
                     .time_ns = timed.time_ns});
}

[[gnu::hot]] void Recorder::Record(ThreadLog& log, const tdbg_op_run& run) {
  OpState* op = ops_.Find(run.op);
  if (op == nullptr) return;
  OpRecorder::Outcome outcome;
  {
    const Writing writing(log, plan_);
    if (!writing.now().records()) return;
    outcome = op_recorder_.Done(log, run, *op, writing.now());
  }
  if (outcome.kept) store_->Protect(steps_.count());
  if (outcome.bad_slot && raises()) Raise(log, run, *op, *outcome.bad_slot);
  if (outcome.incident) TellBirth(*outcome.incident, run.execution, run.op);
}

void Recorder::TellBirth(const OpRecorder::Incident& incident, uint64_t execution, uint32_t op) {
  if (incident.judgement.verdict != Verdict::kOrigin) return;
  if (incident.kept) store_->Protect(steps_.count());
  if (!incident.judgement.IsBirth()) return;
  // A debugger that only listens is not told of thousands.
  if (!incident.kept && !gate_.stops()) return;
  birth_step_.store(steps_.now().step);
  gate_.TellAndHold({.kind = Report::Kind::kBirth,
                     .execution = static_cast<int64_t>(execution),
                     .op = op,
                     .slot = incident.slot,
                     .time_ns = incident.time_ns},
                    HoldReason::kBirth);
}

void Recorder::Raise(ThreadLog& log, const tdbg_op_run& run, const OpState& op, uint32_t slot) {
  const uint32_t flags = op.flags.load(std::memory_order_relaxed);
  const bool result = (flags & TDBG_MOVES) == 0 && ((flags & TDBG_ONE_RESULT) == 0 || slot == 0);
  if (!result || run.fail == nullptr) return;
  const std::string message = MessageOfBadOutput(definitions_, plan_.settings(), run, op, slot);
  run.fail(run.context, {message.data(), message.size()});
  const Writing writing(log, plan_);
  if (run.execution == 0 || !writing.now().records()) return;
  log.Write(
      format::ExecutionEndRecord{
          .head = {}, .time_ns = NowNs(), .number = ExecutionOnDisk(run.execution), .zero = {}},
      format::kExecutionFailed);
}

void Recorder::BadConstantRead(const tdbg_op_run& run, uint32_t input, std::string_view name) {
  if (!raises() || run.fail == nullptr) return;
  const OpState* const reader = ops_.Find(run.op);
  if (reader == nullptr) return;
  // What the program did not write, its framework means to be so.
  const uint32_t number = definitions_.FindBeside(*reader, name);
  const OpState* const constant = number != 0 ? ops_.Find(number) : nullptr;
  if (constant == nullptr) return;
  const std::string message = MessageOfBadConstant(definitions_, plan_.settings(), run, *reader,
                                                   {.op = *constant, .input = input});
  run.fail(run.context, {message.data(), message.size()});
}

void Recorder::OpFailed(ThreadLog& log, const tdbg_op_run& run, std::string_view message) {
  std::optional<OpRecorder::Incident> incident;
  {
    const Writing writing(log, plan_);
    if (!writing.now().records()) return;
    incident = op_recorder_.Failed(log, run, message);
  }
  if (!incident) return;
  if (incident->kept) store_->Protect(steps_.count());
  gate_.TellAndHold({.kind = Report::Kind::kError,
                     .execution = static_cast<int64_t>(run.execution),
                     .op = run.op,
                     .time_ns = incident->time_ns},
                    HoldReason::kError);
}

void Recorder::Round(void* self) {
  auto& recorder = *static_cast<Recorder*>(self);
  const BusErrorsUnblocked guard;
  if (MemoryRanOut()) recorder.Failed(Unreadable("no memory left"));
  GuardAgainstBusErrors();
  recorder.PrepareSegments();
  recorder.definitions_.LeaveFileIfHarmed();
  recorder.store_->Tidy(recorder.plan_.settings().retain, recorder.steps_.count());
  recorder.CountHarm();
  recorder.losses_.Publish();
}

void Recorder::CountHarm() {
  const uint64_t cuts = NumCutMappings();
  losses_.Count(Loss::kHarmedFile, store_->TakeHarmed() + cuts - cuts_counted_);
  cuts_counted_ = cuts;
  if (gate_.line_was_taken() && !line_counted_) losses_.Count(Loss::kTakenLine);
  line_counted_ = gate_.line_was_taken();
}

void Recorder::PrepareSegments() {
  if (!plan_.now().records()) return;
  const bool values = plan_.settings().mode == Detail::kFullTensor;
  for (ThreadLog* log : logs_->All()) {
    losses_.Count(Loss::kBudgetEvent, log->events().PrepareSpare());
    if (values) losses_.Count(Loss::kBudgetEvent, log->values().PrepareSpare());
  }
}

void Recorder::WaitForWriters() {
  constexpr int kMostMs = 200;
  for (ThreadLog* log : logs_->All()) {
    for (int ms = 0; ms < kMostMs && log->busy.load(std::memory_order_seq_cst) != 0; ++ms) {
      const timespec one_ms = {.tv_sec = 0, .tv_nsec = 1'000'000};
      nanosleep(&one_ms, nullptr);
    }
    // A thread that is still writing (or was killed there) keeps its segments as they are.
    if (log->busy.load(std::memory_order_seq_cst) != 0) continue;
    log->events().Finish();
    log->values().Finish();
  }
}

void Recorder::Stop() {
  const BusErrorsUnblocked guard;
  if (MemoryRanOut()) Failed(Unreadable("no memory left"));
  while (const auto kept = op_recorder_.Kept()) TellBirth(*kept, 0, 0);
  plan_.SetRunning(false);
  gate_.SayGoodbye();
  background_.Stop();
  WaitForWriters();
  definitions_.LeaveFileIfHarmed();
  store_->Tidy(plan_.settings().retain, steps_.count());
  store_->CheckKept();
  CountHarm();
  definitions_.Record(format::EndOfRunRecord{.head = {}, .time_ns = NowNs(), .zero = {}});
  {
    const std::lock_guard lock(definitions_.mutex());
    meta_->Finish();
  }
  store_->Tidy(plan_.settings().retain, steps_.count());
  table_.Stop();
  losses_.Stopped();
  const std::string why = losses_.why();
  const uint64_t lost = losses_.total();
  if (lost == 0 && why.empty()) return;
  // What has that number now may be a file of the program's.
  if (IdentityOf(STDERR_FILENO) != standard_error_) return;
  std::string line = "tdbg: ";
  if (!why.empty()) line += "recording ended early: " + why + "; ";
  line += Counted(static_cast<int64_t>(lost), "record") + " lost in " + store_->directory();
  std::fprintf(stderr, "%s\n", line.c_str());
}

}  // namespace tdbg::capture
