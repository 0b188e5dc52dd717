// The C functions of include/tdbg/capture.h.
#include <string>

#include "capture/allocation.h"
#include "capture/life.h"
#include "capture/text.h"
#include "tdbg/capture.h"

namespace tdbg::capture {
namespace {

std::string& LastError() {
  // Not destroyed with its thread, which may call very late.
  thread_local std::string* const error = new std::string;
  return *error;
}

int Answer(const Status& status) {
  if (status.ok()) return 0;
  LastError() = status.message();
  return -1;
}

// Calls work(recorder, log) if anything is recorded.
template <typename Work>
void WithLog(Work work) {
  Recorder* recorder = CurrentRecorder();
  if (recorder == nullptr) return;
  if (ThreadLog* log = LogOfThread(*recorder)) work(*recorder, *log);
}

}  // namespace
}  // namespace tdbg::capture

using namespace tdbg::capture;  // NOLINT: this is its edge

extern "C" {

uint32_t tdbg_abi_version(void) { return TDBG_ABI_VERSION; }

int tdbg_set(const char* key, const char* value) {
  if (key == nullptr || value == nullptr) {
    return Answer(tdbg::InvalidArgument("a setting needs a key and a value"));
  }
  return Answer(SetSetting(key, value));
}

int tdbg_start(const char* trace_directory) {
  const Started started = StartRecording(trace_directory);
  return started.answer == 1 ? 1 : Answer(started.status);
}

void tdbg_stop(void) { StopRecording(); }

const char* tdbg_last_error(void) { return LastError().c_str(); }

void tdbg_set_enabled(int enabled) {
  if (Recorder* recorder = CurrentRecorder()) recorder->SetEnabled(enabled != 0);
}

const uint32_t* tdbg_switch(void) { return RecordingWord(); }

tdbg_id tdbg_define_stack(const tdbg_frame* frames, size_t count) {
  Recorder* recorder = CurrentRecorder();
  return recorder == nullptr ? 0 : recorder->definitions().Stack({frames, count});
}

void tdbg_define_source(tdbg_text file, tdbg_text text) {
  Recorder* recorder = CurrentRecorder();
  if (recorder != nullptr) recorder->definitions().Source(View(file), View(text));
}

tdbg_id tdbg_define_layer(tdbg_text path, tdbg_text type, tdbg_id stack) {
  Recorder* recorder = CurrentRecorder();
  return recorder == nullptr ? 0 : recorder->definitions().Layer(View(path), View(type), stack);
}

tdbg_id tdbg_stack_in_layer(tdbg_id stack, tdbg_id layer) {
  Recorder* recorder = CurrentRecorder();
  return recorder == nullptr ? 0 : recorder->definitions().StackInLayer(stack, layer);
}

tdbg_id tdbg_define_graph(tdbg_text key, tdbg_text name, tdbg_id outer) {
  Recorder* recorder = CurrentRecorder();
  return recorder == nullptr ? 0 : recorder->definitions().Graph(View(key), View(name), outer);
}

tdbg_id tdbg_define_op(const tdbg_op* op) {
  Recorder* recorder = CurrentRecorder();
  return recorder == nullptr ? 0 : recorder->definitions().Op(*op);
}

tdbg_id tdbg_find_op(tdbg_id graph, tdbg_text name) {
  Recorder* recorder = CurrentRecorder();
  return recorder == nullptr ? 0 : recorder->definitions().FindOp(graph, View(name));
}

tdbg_id tdbg_define_name(tdbg_text name) {
  Recorder* recorder = CurrentRecorder();
  return recorder == nullptr ? 0 : recorder->definitions().String(View(name));
}

[[gnu::hot]] uint64_t tdbg_execution_begin(const tdbg_execution* execution) {
  uint64_t number = 0;
  WithLog([&](Recorder& recorder, ThreadLog& log) {
    number = recorder.ExecutionBegins(log, *execution);
  });
  return number;
}

[[gnu::hot]] void tdbg_execution_end(uint64_t execution, uint32_t flags) {
  if (execution == 0) return;
  WithLog(
      [&](Recorder& recorder, ThreadLog& log) { recorder.ExecutionEnds(log, execution, flags); });
}

void tdbg_step(int64_t step) {
  WithLog([&](Recorder& recorder, ThreadLog& log) { recorder.ProgramSaysStep(log, step); });
}

[[gnu::hot]] uint32_t tdbg_op_plan(tdbg_id op) {
  if (__atomic_load_n(RecordingWord(), __ATOMIC_RELAXED) == 0) return 0;
  Recorder* recorder = CurrentRecorder();
  return recorder == nullptr ? 0 : recorder->PlanOf(op);
}

[[gnu::hot]] uint32_t tdbg_bound_of(uint32_t growth, const tdbg_tensor* inputs, uint32_t count) {
  Recorder* recorder = CurrentRecorder();
  return recorder == nullptr ? 0 : recorder->BoundOf(growth, {inputs, count});
}

[[gnu::hot]] void tdbg_memory_freed(const void* data) {
  if (Recorder* recorder = CurrentRecorderIfAny()) recorder->MemoryFreed(data);
}

[[gnu::hot]] void tdbg_op_done(const tdbg_op_run* run) {
  WithLog([&](Recorder& recorder, ThreadLog& log) { recorder.OpDone(log, *run); });
}

void tdbg_op_failed(const tdbg_op_run* run, tdbg_text message) {
  WithLog([&](Recorder& recorder, ThreadLog& log) { recorder.OpFailed(log, *run, View(message)); });
}

int tdbg_raises(void) {
  Recorder* recorder = CurrentRecorder();
  return recorder != nullptr && recorder->raises() ? 1 : 0;
}

void tdbg_bad_constant_read(const tdbg_op_run* run, uint32_t input, tdbg_text name) {
  if (Recorder* recorder = CurrentRecorder()) recorder->BadConstantRead(*run, input, View(name));
}

void tdbg_lost(const char* what, uint64_t count) {
  Recorder* recorder = CurrentRecorder();
  if (recorder != nullptr && what != nullptr) recorder->losses().Count(what, count, false);
}

void tdbg_unseen(const char* what, uint64_t count) {
  Recorder* recorder = CurrentRecorder();
  if (recorder != nullptr && what != nullptr) recorder->losses().Count(what, count, true);
}

void* tdbg_reserve(size_t bytes) { return MemoryFromReserve(bytes); }

int tdbg_in_reserve(const void* at) { return IsFromReserve(at) ? 1 : 0; }

}  // extern "C"
