// Writes a native trace until it is killed, from two threads, and says after each commit what it
// committed: "THREAD NUMBER" on standard output, unbuffered. tests/test_native_kill.py compares.
//
//   native_writer_probe DIRECTORY
#include <atomic>
#include <cstdio>
#include <string>
#include <thread>

#include <sys/stat.h>
#include <unistd.h>

#include "format/records.h"
#include "format/segment_file.h"
#include "format/segment_writer.h"
#include "format/tensor_event.h"
#include "format/trace_layout.h"

namespace {

using namespace tdbg::format;

constexpr int64_t kStartNs = 1'700'000'000'000'000'000;
constexpr uint64_t kGranules = 1024;  // small, so that segments change often

std::string directory;

// One thread's segments of one kind, one after the other.
class Stream {
 public:
  Stream(SegmentKind kind, uint32_t thread) : kind_(kind), thread_(thread) {}

  SegmentWriter& With(uint64_t granules) {
    if (writer_.free_granules() < granules) {
      writer_.Seal();
      auto file = SegmentFile::Create(
          directory + "/" + SegmentFileName(kind_, thread_, sequence_),
          {kind_, static_cast<uint32_t>(getpid()), kStartNs, thread_, sequence_}, kGranules);
      if (!file.ok()) {
        std::fprintf(stderr, "%s\n", file.status().message().c_str());
        _exit(2);
      }
      ++sequence_;
      file_ = *std::move(file);
      writer_ = SegmentWriter(file_);
    }
    return writer_;
  }

 private:
  SegmentKind kind_;
  uint32_t thread_;
  uint32_t sequence_ = 0;
  SegmentFile file_;
  SegmentWriter writer_;
};

// Op 1 in graph 1, and the shape of its output.
void WriteMeta(Stream& meta) {
  const auto string = [&](uint32_t id, std::string_view text) {
    meta.With(8).Append(StringRecord{{}, id, static_cast<uint32_t>(text.size())},
                        std::as_bytes(std::span(text)));
  };
  string(1, "a");
  string(2, "Add");
  string(3, "f");
  meta.With(1).Append(GraphRecord{{}, 1, 3, 3, 0, {}});
  OpRecord op = {};
  op.id = op.graph = op.name = op.output_count = 1;
  op.type = 2;
  meta.With(2).Append(op);
  const int64_t dims[] = {2, 3};
  meta.With(1).Append(ShapeRecord{{}, 1, 2}, std::as_bytes(std::span(dims)));
}

// Events whose fields all follow from their number; some take more than two granules.
void WriteEvents(uint32_t thread) {
  Stream stream(SegmentKind::kEvents, thread);
  for (uint32_t number = 1;; ++number) {
    TensorEvent event;
    event.time_ns = kStartNs + number;
    event.op = 1;
    event.execution = number;
    event.shape = 1;
    event.iteration = thread;
    event.slot = number % 300;
    event.dtype = tdbg::tensor::DType::kF32;
    event.detail = tdbg::Detail::kFullHealth;
    event.checked = Checked::kClean;
    tdbg::tensor::Health health;
    health.elements = health.positive = 6;
    health.min = number;
    health.max = number % 7 == 0 ? 0.1 + number : number + 1.0;
    EncodedTensorEvent encoded;
    EncodeTensorEvent(event, &health, encoded);
    stream.With(encoded.granules)
        .AppendBytes(RecordKind::kTensorEvent, encoded.aux, encoded.record());
    char line[32];
    const int size = std::snprintf(line, sizeof line, "%u %u\n", thread, number);
    if (write(STDOUT_FILENO, line, static_cast<size_t>(size)) != size) _exit(3);
  }
}

}  // namespace

int main(int, char** argv) {
  directory =
      std::string(argv[1]) + "/" + RunDirectoryName(static_cast<uint32_t>(getpid()), kStartNs);
  if (mkdir(directory.c_str(), 0700) != 0) return 2;
  Stream meta(SegmentKind::kMeta, 0);
  WriteMeta(meta);
  std::thread other(WriteEvents, 1);
  WriteEvents(0);
}
