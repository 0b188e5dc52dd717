// Any records in any order in the segments of a native trace, some damaged: everything tdbg can be
// asked about it has an answer, and no tensor event is lost, however often one looks meanwhile.
//
// The input is a list of steps, each {1 byte what, 1 byte aux, 2 bytes length, record without its
// head}; see Step.
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <sys/stat.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/scratch_directory.h"
#include "format/segment_writer.h"
#include "format/tensor_event.h"
#include "format/trace_layout.h"
#include "fuzz/expectations.h"
#include "query/tensor_name.h"
#include "session/alert_facts.h"
#include "session/node_facts.h"
#include "session/origin_walk.h"
#include "session/session.h"
#include "session/step_table.h"

namespace tdbg::fuzz {
namespace {

using format::RecordKind;
using format::SegmentKind;
using session::Session;

constexpr uint64_t kGranules = 1024;

struct Step {
  uint8_t what = 0;
  uint8_t aux = 0;
  std::string_view record;

  // Bits 0 to 5: the kind of the record.
  RecordKind kind() const { return static_cast<RecordKind>(what & 63); }
  bool looks() const { return (what & 63) == 63; }
  // Bit 6: on the other of two threads. Bit 7: a bit of it flipped later.
  uint32_t thread() const { return (what >> 6) & 1; }
  bool damaged() const { return (what & 128) != 0; }
  SegmentKind segment() const {
    if (kind() == RecordKind::kValue) return SegmentKind::kValues;
    return kind() >= RecordKind::kProcess ? SegmentKind::kMeta : SegmentKind::kEvents;
  }
};

std::vector<Step> ReadSteps(std::string_view input) {
  std::vector<Step> steps;
  while (input.size() >= 4) {
    const size_t length = LoadLittleEndian<uint16_t>(input.data() + 2);
    steps.push_back(
        {static_cast<uint8_t>(input[0]), static_cast<uint8_t>(input[1]), input.substr(4, length)});
    input.remove_prefix(std::min(input.size(), 4 + length));
  }
  return steps;
}

class TraceWriter {
 public:
  explicit TraceWriter(std::string directory) : directory_(std::move(directory)) {
    TDBG_CHECK(mkdir(directory_.c_str(), 0700) == 0);
    for (size_t i = 0; i < 4; ++i) {
      constexpr SegmentKind kKinds[] = {SegmentKind::kMeta, SegmentKind::kEvents,
                                        SegmentKind::kEvents, SegmentKind::kValues};
      const auto thread = static_cast<uint32_t>(i == 2);
      auto file = format::SegmentFile::Create(
          directory_ + "/" + format::SegmentFileName(kKinds[i], thread, 0),
          {kKinds[i], 1, 1, thread, 0}, kGranules);
      TDBG_CHECK(file.ok());
      files_.push_back(*std::move(file));
      writers_.emplace_back(files_.back());
    }
  }
  // Mappings outlive the names.
  ~TraceWriter() {
    for (const char* name :
         {"meta-0-0.tdbg", "events-0-0.tdbg", "events-1-0.tdbg", "values-0-0.tdbg"}) {
      unlink((directory_ + "/" + name).c_str());
    }
    rmdir(directory_.c_str());
  }

  void Append(const Step& step) {
    const size_t which = step.segment() == SegmentKind::kMeta     ? 0
                         : step.segment() == SegmentKind::kValues ? 3
                                                                  : 1 + step.thread();
    std::string record(8, '\0');
    record += step.record;
    record.resize(std::max<size_t>(record.size(), 16));
    const bool is_long =
        step.kind() == RecordKind::kValue || step.kind() == RecordKind::kSourceFile;
    if (is_long) {
      const uint64_t granules = format::GranulesFor(record.size());
      std::memcpy(record.data() + 8, &granules, sizeof granules);
    }
    format::SegmentWriter& writer = writers_[which];
    const uint64_t offset = writer.offset_bytes();
    if (!writer.AppendBytes(step.kind(), step.aux, std::as_bytes(std::span(record)))) return;
    if (step.damaged()) {
      files_[which].bytes()[offset + 9] ^= std::byte{1};
    } else if (step.kind() == RecordKind::kTensorEvent) {
      record[1] = static_cast<char>(step.aux);
      record.resize(format::GranulesFor(record.size()) * format::kGranuleBytes);
      events_ += format::DecodeTensorEvent(std::as_bytes(std::span(record))).has_value();
    }
  }
  size_t events() const { return events_; }

 private:
  std::string directory_;
  std::vector<format::SegmentFile> files_;
  std::vector<format::SegmentWriter> writers_;
  size_t events_ = 0;
};

// Asks everything that the command line could ask.
void AskEverything(Session& session) {
  for (const store::Loss& loss : session.trace().losses.losses()) {
    ExpectOneLine(loss.text);
    TDBG_CHECK(loss.count >= 0 && !loss.name.empty());
  }
  for (session::RunView& view : session.runs()) {
    const store::Run& run = view.run();
    for (const store::EventId event : view.index().chronological()) {
      static_cast<void>(run.values->ReadDigest(event).ok());
      static_cast<void>(run.values->ReadValue(event).ok());
      static_cast<void>(run.values->RecordedBytes(event));
      static_cast<void>(session::InputsRead(view, event));
      TDBG_CHECK(!query::NameOf(run, event).empty());
    }
    for (const store::OpId op : run.graphs.op_ids()) {
      static_cast<void>(session::FactsOfNode(view, op));
    }
    for (const auto file : Ids<store::SourceFileId>(run.sources.size())) {
      static_cast<void>(run.values->ReadSource(file).ok());
    }
    for (const query::Alert& alert : view.alerts()) {
      const session::AlertFacts facts = session::Describe(view, alert);
      TDBG_CHECK(facts.digest.bad.value_or(false) || facts.kind == session::BadKind::kError);
      static_cast<void>(session::WalkToOrigin(view, alert.event).ok());
    }
    static_cast<void>(session::StepTable(view));
  }
}

std::unique_ptr<Session> Open(const std::string& path) {
  auto session = Session::Open(path, nullptr);
  TDBG_CHECK(session.ok());
  return *std::move(session);
}

void ReadTrace(std::string_view input) {
  static const ScratchDirectory directory;
  std::unique_ptr<Session> follower, whole;
  size_t events = 0;
  {
    TraceWriter writer(directory.PathOf("run-1-1"));
    follower = Open(directory.path());
    for (const Step& step : ReadSteps(input)) {
      if (step.looks()) {
        TDBG_CHECK(follower->Refresh(nullptr).ok());
      } else {
        writer.Append(step);
      }
    }
    TDBG_CHECK(follower->Refresh(nullptr).ok());
    whole = Open(directory.path());
    events = writer.events();
    // Values are mapped when they are asked for.
    AskEverything(*whole);
    AskEverything(*follower);
  }
  for (const Session* session : {follower.get(), whole.get()}) {
    TDBG_CHECK(session->trace().runs.size() == 1);
    TDBG_CHECK(session->trace().runs[0]->events.size() >= events);
  }
}

}  // namespace
}  // namespace tdbg::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  tdbg::fuzz::ReadTrace(tdbg::fuzz::AsText(data, size));
  return 0;
}
