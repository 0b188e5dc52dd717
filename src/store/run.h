// One run: everything known of it, as tables. Importers fill it, queries read it.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/column.h"
#include "base/string_pool.h"
#include "store/changes.h"
#include "store/execution.h"
#include "store/graph.h"
#include "store/ids.h"
#include "store/stack.h"
#include "store/tensor_event.h"
#include "store/value_source.h"

namespace tdbg::store {

// A thread of the program, as the recorder counts them: one that begins when another has ended may
// have that one's number.
struct Thread {
  uint32_t number = 0;
  StringId name;  // as the system knows it; invalid where not recorded
};

enum class Format { kTfdbg1, kTfdbg2, kNative };

const char* FormatName(Format format);

// What became of a bad value that an eager op made, as far as its recorder followed it: no graph
// tells who reads it.
struct Readers {
  bool awaited = false;      // the program handed it in, and each op that read it was looked at
  bool clean = false;        // one made only finite numbers of it
  bool leaves = false;       // one took it to where nobody follows it
  std::vector<EventId> bad;  // what others made of it
};

// Not copyable: importers and value sources keep references to it.
struct Run {
  explicit Run(Format f) : format(f) {}
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  const Format format;
  std::string id;
  std::string job;        // joins the runs of one start; "" where the format has none
  int64_t pid = 0;        // of the recorded process; 0 where the format does not tell
  bool finished = false;  // the recorder said that nothing follows
  uint64_t records = 0;   // read so far
  std::string framework;
  std::string framework_version;
  std::string format_version;  // as the recording states it; "" where it does not
  std::vector<std::string> hosts;
  Detail detail = Detail::kUnknown;  // the run's mode, where the format has one
  int64_t start_ns = kNoTime;        // of the first and last thing recorded
  int64_t end_ns = kNoTime;

  StringPool strings;
  GraphTable graphs;
  Column<ExecutionId, Execution> executions;
  TensorEventTable events;
  StackTable stacks;
  Column<SourceFileId, SourceFile> sources;
  Column<LayerId, Layer> layers;
  Column<DeviceId, StringId> devices;
  std::unordered_map<StringId, DeviceId> device_by_name;
  Column<ThreadId, Thread> threads;
  std::unordered_map<uint32_t, ThreadId> thread_by_number;
  std::vector<ThreadId> file_threads;  // by Payload::file: who wrote it, where the recording tells

  std::unordered_map<OpId, WrittenOp> written;  // of the ops that ran as something else
  // What ops read in the user's source, where that is not what they read when they ran, or where
  // they did not run by themselves.
  std::unordered_map<OpId, std::vector<InputRef>> written_inputs;
  // Which entry of its execution's record an eager tensor was, where that is neither its slot nor
  // its place among the execution's events.
  std::unordered_map<EventId, int32_t> entries;
  std::unordered_map<EventId, Failure> failures;  // of the events with Badness::kFailed
  // The tensors that an op read when it made this bad value or failed, by input; invalid where
  // unknown. Only where the recorder kept them on purpose.
  std::unordered_map<EventId, std::vector<EventId>> operands;
  // Those of the operands that are known only because an op read them: they raise no alerts of
  // their own.
  std::unordered_set<EventId> only_read;

  std::unordered_map<EventId, Readers> readers;  // of bad values that eager ops made
  std::unordered_map<EventId, std::vector<EventId>> read_eager;  // the other way: what it read

  // Of events of one output and moment: which came after how many others, where the recording tells
  // and it is not the first.
  std::unordered_map<EventId, int32_t> turns;

  Changes changes;
  // Times that rows of events and executions were forgotten, because what was recorded of them was
  // deleted: whatever was computed of the run holds such rows.
  uint64_t forgettings = 0;

  std::unique_ptr<ValueSource> values;  // set by the importer, never null in an opened trace

  DeviceId InternDevice(std::string_view name);
  std::string_view DeviceName(DeviceId device) const {
    return device.valid() ? strings[devices[device]] : std::string_view();
  }
  ThreadId InternThread(uint32_t number);
  ThreadId ThreadOf(EventId event) const {
    const uint32_t file = events.payload[event].file;
    return file < file_threads.size() ? file_threads[file] : ThreadId();
  }
  void AddHost(std::string_view host);
  void ExtendTime(int64_t time_ns);
  // Whether what was recorded of the event can tell extremes, moments and subnormals: false saves
  // reading it.
  bool MayTellMoments(EventId event) const;
  size_t NumSourceFiles() const;  // damaged records not counted
};

}  // namespace tdbg::store
