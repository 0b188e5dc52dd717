// The C functions of include/tdbg/capture.h, and which recorder they speak to.
#include <cstdlib>
#include <mutex>
#include <new>
#include <string>
#include <utility>

#include <pthread.h>

#include "capture/recorder.h"
#include "tdbg/capture.h"

namespace tdbg::capture {
namespace {

uint32_t g_recording = 0;
std::atomic<Recorder*> g_recorder{nullptr};

// Everything that happens rarely: guarded by a lock that is never destroyed.
struct Life {
  std::mutex mutex;
  Settings settings;
  bool environment_read = false;
  int started = 1;  // the answer of tdbg_start; 1: not yet
  pthread_key_t thread_key{};
};
Life& TheLife() {
  static Life* const life = new Life;
  return *life;
}

thread_local ThreadLog* t_log = nullptr;

std::string& LastError() {
  // Leaked with its thread's end: threads of a framework may call very late.
  thread_local std::string* const error = new std::string;
  return *error;
}

int Refuse(const Status& status) {
  LastError() = status.message();
  return -1;
}

Recorder* Current() { return g_recorder.load(std::memory_order_acquire); }

ThreadLog* LogOf(Recorder& recorder) {
  if (t_log == nullptr) {
    t_log = recorder.AcquireLog();
    if (t_log != nullptr) pthread_setspecific(TheLife().thread_key, t_log);
  }
  return t_log;
}

void ThreadEnds(void* log) {
  t_log = nullptr;
  Recorder* recorder = Current();
  if (recorder != nullptr) recorder->ReleaseLog(static_cast<ThreadLog*>(log));
}

std::string_view View(tdbg_text text) {
  return text.data == nullptr ? std::string_view() : std::string_view(text.data, text.size);
}

Status ReadEnvironment(Life& life) {
  if (life.environment_read) return Status::Ok();
  life.environment_read = true;
  // What was set by call before the start has the last word.
  Settings settings;
  const Status status = settings.ReadEnvironment();
  life.settings = std::move(settings);
  return status;
}

int Start(const char* trace_directory) {
  Life& life = TheLife();
  const std::lock_guard lock(life.mutex);
  if (life.started != 1) return life.started;
  const char* directory = trace_directory != nullptr ? trace_directory : std::getenv("TDBG_TRACE");
  if (directory == nullptr || *directory == '\0') return 1;
  const Status environment = ReadEnvironment(life);
  if (!environment.ok()) return life.started = Refuse(environment);
  const char* control = std::getenv("TDBG_CONTROL");
  auto* recorder = new Recorder(life.settings, &g_recording);
  const Status status = recorder->Start(directory, control != nullptr ? control : "");
  if (!status.ok()) return life.started = Refuse(status);
  pthread_key_create(&life.thread_key, ThreadEnds);
  g_recorder.store(recorder, std::memory_order_release);
  std::atexit(tdbg_stop);
  return life.started = 0;
}

}  // namespace
}  // namespace tdbg::capture

using namespace tdbg::capture;  // NOLINT: the C edge of that very namespace

extern "C" {

uint32_t tdbg_abi_version(void) { return TDBG_ABI_VERSION; }

int tdbg_set(const char* key, const char* value) {
  if (key == nullptr || value == nullptr) return Refuse(tdbg::InvalidArgument("no key or value"));
  if (Recorder* recorder = Current()) {
    const tdbg::Status status = recorder->plan().Set(key, value);
    return status.ok() ? 0 : Refuse(status);
  }
  Life& life = TheLife();
  const std::lock_guard lock(life.mutex);
  if (const tdbg::Status status = ReadEnvironment(life); !status.ok()) return Refuse(status);
  const tdbg::Status status = life.settings.Set(key, value);
  return status.ok() ? 0 : Refuse(status);
}

int tdbg_start(const char* trace_directory) { return Start(trace_directory); }

void tdbg_stop(void) {
  Recorder* recorder = g_recorder.exchange(nullptr, std::memory_order_acq_rel);
  if (recorder != nullptr) recorder->Stop();
}

const char* tdbg_last_error(void) { return LastError().c_str(); }

void tdbg_set_enabled(int enabled) {
  if (Recorder* recorder = Current()) recorder->plan().SetEnabled(enabled != 0);
}

const uint32_t* tdbg_switch(void) { return &g_recording; }

tdbg_id tdbg_define_stack(const tdbg_frame* frames, size_t count) {
  Recorder* recorder = Current();
  return recorder == nullptr ? 0 : recorder->definitions().Stack({frames, count});
}

tdbg_id tdbg_define_graph(tdbg_text key, tdbg_text name, tdbg_id outer) {
  Recorder* recorder = Current();
  return recorder == nullptr ? 0 : recorder->definitions().Graph(View(key), View(name), outer);
}

tdbg_id tdbg_define_op(const tdbg_op* op) {
  Recorder* recorder = Current();
  return recorder == nullptr ? 0 : recorder->definitions().Op(*op);
}

tdbg_id tdbg_find_op(tdbg_id graph, tdbg_text name) {
  Recorder* recorder = Current();
  return recorder == nullptr ? 0 : recorder->definitions().FindOp(graph, View(name));
}

uint64_t tdbg_execution_begin(const tdbg_execution* execution) {
  Recorder* recorder = Current();
  if (recorder == nullptr) return 0;
  ThreadLog* log = LogOf(*recorder);
  return log == nullptr ? 0 : recorder->ExecutionBegins(*log, *execution);
}

void tdbg_execution_end(uint64_t execution, uint32_t flags) {
  Recorder* recorder = Current();
  if (recorder == nullptr || execution == 0) return;
  if (ThreadLog* log = LogOf(*recorder)) recorder->ExecutionEnds(*log, execution, flags);
}

void tdbg_step(int64_t step) {
  Recorder* recorder = Current();
  if (recorder == nullptr) return;
  if (ThreadLog* log = LogOf(*recorder)) recorder->ProgramSaysStep(*log, step);
}

uint32_t tdbg_op_plan(tdbg_id op) {
  if (__atomic_load_n(&g_recording, __ATOMIC_RELAXED) == 0) return 0;
  Recorder* recorder = Current();
  return recorder == nullptr ? 0 : recorder->PlanOf(op);
}

void tdbg_op_done(const tdbg_op_run* run) {
  Recorder* recorder = Current();
  if (recorder == nullptr) return;
  if (ThreadLog* log = LogOf(*recorder)) recorder->OpDone(*log, *run);
}

void tdbg_op_failed(const tdbg_op_run* run, tdbg_text message) {
  Recorder* recorder = Current();
  if (recorder == nullptr) return;
  if (ThreadLog* log = LogOf(*recorder)) recorder->OpFailed(*log, *run, View(message));
}

void tdbg_lost(const char* what, uint64_t count) {
  Recorder* recorder = Current();
  if (recorder != nullptr && what != nullptr) recorder->losses().Count(what, count);
}

}  // extern "C"
