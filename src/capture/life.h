// Which recorder the process has: its start, its end, and what a fork makes of it.
#pragma once

#include <atomic>
#include <cstdint>
#include <string_view>

#include "base/status.h"
#include "capture/recorder.h"
#include "capture/thread_log.h"

namespace tdbg::capture {

// Keeps or refuses a setting; while something is recorded it holds at once.
Status SetSetting(std::string_view key, std::string_view value);

// The answer of tdbg_start: 1 if there is no trace directory, neither here nor in the environment.
// A second start gets the answer of the first.
struct Started {
  int answer = 1;
  Status status;
};
Started StartRecording(const char* trace_directory);

void StopRecording();

// 1 while anything can be recorded. Valid for the life of the process.
const uint32_t* RecordingWord();
// From here on nothing is begun. Takes no lock and no memory; why it is so is told a moment later.
void SwitchOff();

// nullptr if nothing is recorded. In a forked process the first call begins a run of its own.
Recorder* CurrentRecorder();
// The same, but begins nothing.
Recorder* CurrentRecorderIfAny();

// The log of the calling thread; nullptr if there is no memory.
ThreadLog* LogOfThread(Recorder& recorder);

}  // namespace tdbg::capture
