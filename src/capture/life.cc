#include "capture/life.h"

#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string>
#include <utility>

#include <pthread.h>
#include <unistd.h>

#include "capture/inherited_definitions.h"

namespace tdbg::capture {
namespace {

// Everything that changes rarely. Never destroyed.
struct Life {
  std::mutex mutex;
  Settings settings;
  bool environment_read = false;
  bool started = false;
  Started answer;
  std::string trace_directory;
  pthread_key_t thread_key{};
  // Numbers that were given out stay good in a forked process, so these outlive a recorder.
  OpTable ops;
  Definitions definitions{ops};
};

Life& TheLife() {
  static Life* const life = new Life;
  return *life;
}

uint32_t g_recording = 0;
std::atomic<Recorder*> g_recorder{nullptr};
std::atomic<Recorder*> g_parents_recorder{nullptr};  // in a forked process, until it has its own
thread_local ThreadLog* t_log = nullptr;

void ThreadEnds(void* log) {
  t_log = nullptr;
  Recorder* recorder = g_recorder.load(std::memory_order_acquire);
  if (recorder != nullptr) recorder->ReleaseLog(static_cast<ThreadLog*>(log));
}

Status ReadEnvironment(Life& life) {
  if (std::exchange(life.environment_read, true)) return Status::Ok();
  return life.settings.ReadEnvironment();
}

Status Begin(Life& life, const MetaSegments* parent) {
  const char* control = std::getenv("TDBG_CONTROL");
  auto* recorder = new Recorder(life.settings, &g_recording, life.ops, life.definitions);
  TDBG_RETURN_IF_ERROR(
      recorder->Start(life.trace_directory, control != nullptr ? control : "", parent));
  if (life.settings.job.empty()) life.settings.job = recorder->name();
  g_recorder.store(recorder, std::memory_order_release);
  return Status::Ok();
}

// Around a fork the definitions are whole, and nobody starts or stops.
void BeforeFork() {
  TheLife().mutex.lock();
  TheLife().definitions.mutex().lock();
}
void AfterForkInParent() {
  TheLife().definitions.mutex().unlock();
  TheLife().mutex.unlock();
}
void AfterForkInChild() {
  AfterForkInParent();
  Recorder* recorder = g_recorder.exchange(nullptr);
  if (recorder == nullptr) return;
  g_parents_recorder.store(recorder);
  t_log = nullptr;
  pthread_setspecific(TheLife().thread_key, nullptr);
  recorder->AbandonInChild();
}

Recorder* BeginInChild() {
  Life& life = TheLife();
  const std::lock_guard lock(life.mutex);
  Recorder* const parent = g_parents_recorder.exchange(nullptr);
  if (parent == nullptr) return g_recorder.load();
  const MetaSegments meta = parent->meta();
  const Status status = Begin(life, &meta);
  if (!status.ok()) {
    SwitchOff();
    std::fprintf(stderr, "tdbg: process %d is not recorded: %s\n", getpid(),
                 status.message().c_str());
  }
  return g_recorder.load();
}

}  // namespace

Status SetSetting(std::string_view key, std::string_view value) {
  Life& life = TheLife();
  const std::lock_guard lock(life.mutex);
  TDBG_RETURN_IF_ERROR(ReadEnvironment(life));
  TDBG_RETURN_IF_ERROR(life.settings.Set(key, value));
  Recorder* recorder = g_recorder.load();
  return recorder != nullptr ? recorder->Set(key, value) : Status::Ok();
}

Started StartRecording(const char* trace_directory) {
  Life& life = TheLife();
  const std::lock_guard lock(life.mutex);
  if (life.started) return life.answer;
  const char* directory = trace_directory != nullptr ? trace_directory : std::getenv("TDBG_TRACE");
  if (directory == nullptr || *directory == '\0') return {};
  life.started = true;
  life.trace_directory = directory;
  Status status = ReadEnvironment(life);
  if (status.ok()) status = Begin(life, nullptr);
  life.answer = {.answer = status.ok() ? 0 : -1, .status = status};
  if (status.ok()) {
    pthread_key_create(&life.thread_key, ThreadEnds);
    pthread_atfork(BeforeFork, AfterForkInParent, AfterForkInChild);
    std::atexit(StopRecording);
  }
  return life.answer;
}

void StopRecording() {
  g_parents_recorder.store(nullptr);
  Recorder* recorder = g_recorder.exchange(nullptr, std::memory_order_acq_rel);
  if (recorder != nullptr) recorder->Stop();
}

[[gnu::hot]] const uint32_t* RecordingWord() { return &g_recording; }

void SwitchOff() { __atomic_store_n(&g_recording, 0, __ATOMIC_RELAXED); }

[[gnu::hot]] Recorder* CurrentRecorderIfAny() { return g_recorder.load(std::memory_order_acquire); }

[[gnu::hot]] Recorder* CurrentRecorder() {
  Recorder* recorder = CurrentRecorderIfAny();
  if (recorder != nullptr) return recorder;
  return g_parents_recorder.load(std::memory_order_relaxed) == nullptr ? nullptr : BeginInChild();
}

[[gnu::hot]] ThreadLog* LogOfThread(Recorder& recorder) {
  if (t_log == nullptr) {
    t_log = recorder.AcquireLog();
    if (t_log != nullptr) pthread_setspecific(TheLife().thread_key, t_log);
  }
  return t_log;
}

}  // namespace tdbg::capture
