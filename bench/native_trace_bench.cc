// What a native trace costs: bytes for each tensor event, plain and packed, the time to commit one
// and the time to read a million.
//
// The events are those of a real training (small_training.h), so their statistics move from step to
// step as those of a program do: that is what packing lives on.
//
//   native_trace_bench [EVENTS [DIRECTORY]]
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <string>
#include <vector>

#include "base/check.h"
#include "base/scratch_directory.h"
#include "bench/training_trace.h"
#include "importers/native/pack_run.h"
#include "importers/trace_reader.h"

namespace tdbg::bench {
namespace {

// Processor time of this process, which has one thread: what others do on the machine matters less.
double Now() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

// Commits at least `events` events and answers how many.
int64_t WriteTrace(const std::string& directory, int64_t events) {
  TrainingTrace trace(directory);
  while (trace.events() < events) trace.Step();
  trace.Finish();
  return trace.events();
}

// Nanoseconds to encode and commit one event with full health.
double CommitNs() {
  constexpr int kEvents = 1'000'000;
  constexpr uint64_t kGranules = 1 << 15;
  std::vector<uint64_t> memory((format::kHeaderBytes + kGranules * format::kGranuleBytes) / 8);
  auto* const bytes = reinterpret_cast<std::byte*>(memory.data());
  SmallTraining training(1);
  training.Step();
  const tensor::Health health = training.HealthOf(0);
  format::TensorEvent event;
  event.detail = Detail::kFullHealth;
  event.checked = format::Checked::kClean;
  format::SegmentWriter writer(bytes, kGranules);
  const double start = Now();
  for (int i = 0; i < kEvents; ++i) {
    event.time_ns = i;
    format::EncodedTensorEvent encoded;
    format::EncodeTensorEvent(event, &health, encoded);
    if (writer.AppendBytes(format::RecordKind::kTensorEvent, encoded.aux, encoded.record())) {
      continue;
    }
    writer = format::SegmentWriter(bytes, kGranules);
  }
  return (Now() - start) * 1e9 / kEvents;
}

double ReadSeconds(const std::string& directory, int64_t events) {
  double best = 1e9;
  for (int i = 0; i < 5; ++i) {
    const double start = Now();
    auto reader = importers::TraceReader::Open(directory);
    TDBG_CHECK(reader.ok() && (*reader)->Update({}).ok());
    best = std::min(best, Now() - start);
    TDBG_CHECK((*reader)->trace().runs[0]->events.size() == static_cast<size_t>(events));
    TDBG_CHECK((*reader)->trace().losses.losses().empty());
  }
  return best;
}

int Main(int argc, char** argv) {
  const int64_t wanted = argc > 1 ? std::atoll(argv[1]) : 1'000'000;
  const ScratchDirectory scratch;
  const std::string directory = argc > 2 ? argv[2] : scratch.path();
  const int64_t events = WriteTrace(directory, wanted);
  const double plain_s = ReadSeconds(directory, events);
  const double start = Now();
  const auto packed = importers::native::PackTrace(directory);
  const double pack_s = Now() - start;
  TDBG_CHECK(packed.ok() && packed->size() == 1 && packed->front().left.empty());
  const importers::native::PackedRun& run = packed->front();
  const double packed_s = ReadSeconds(directory, events);
  const auto each = [&](uint64_t bytes) {
    return static_cast<double>(bytes) / static_cast<double>(events);
  };
  std::printf("| %lld tensor events with full health | plain | packed |\n| --- | --- | --- |\n",
              static_cast<long long>(events));
  std::printf("| bytes for each, executions and steps included | %.1f | %.1f |\n",
              each(run.event_bytes_before), each(run.event_bytes_after));
  std::printf("| read all, best of 5 (s of processor time) | %.3f | %.3f |\n", plain_s, packed_s);
  std::printf("| encode and commit one (ns), pack one (ns) | %.0f | %.0f |\n", CommitNs(),
              pack_s * 1e9 / static_cast<double>(events));
  return 0;
}

}  // namespace
}  // namespace tdbg::bench

int main(int argc, char** argv) { return tdbg::bench::Main(argc, argv); }
