// Which recorder the process has: its start, its end, and what a fork makes of it.
#pragma once

#include <atomic>
#include <cstdint>
#include <string_view>

#include "base/status.h"
#include "capture/recorder.h"
#include "capture/thread_log.h"

namespace tdbg::capture {

// Before the start and after the end they are kept or refused; else they hold at once.
Status SetSetting(std::string_view key, std::string_view value);

// 1: there is no trace directory, neither here nor in the environment. A second start is the first
// one's answer.
struct Started {
  int answer = 1;
  Status status;
};
Started StartRecording(const char* trace_directory);

void StopRecording();

// 1 while anything can be recorded. Valid for the life of the process.
const uint32_t* RecordingWord();

// nullptr if nothing is recorded. In a forked process the first call begins a run of its own.
Recorder* CurrentRecorder();
// The same, but begins nothing.
Recorder* CurrentRecorderIfAny();

// Of the calling thread; nullptr if there is no memory.
ThreadLog* LogOfThread(Recorder& recorder);

}  // namespace tdbg::capture
