// Any events in any order in the files of a tfdbg2 logdir, some damaged: everything tdbg can be
// asked about it has an answer, and reading it while it grows leads to the same tables as reading
// it whole.
//
// The input is a list of steps, each {1 byte what, 2 bytes length, event}; see Step::what.
#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "base/bytes.h"
#include "base/scratch_directory.h"
#include "base/tfrecord_frame.h"
#include "fuzz/expectations.h"
#include "importers/tfdbg2/file_set.h"
#include "query/tensor_name.h"
#include "session/alert_facts.h"
#include "session/session.h"

namespace tdbg::fuzz {
namespace {

using importers::tfdbg2::FileKind;
using importers::tfdbg2::FileSuffix;
using importers::tfdbg2::kFileKinds;
using session::Session;

struct Step {
  uint8_t what = 0;
  std::string_view event;

  // Bits 0 to 2: the file, or (from kFileKinds on) no file but a look at what is there so far.
  bool looks() const { return (what & 7) >= kFileKinds; }
  bool is_metadata() const { return (what & 7) == static_cast<int>(FileKind::kMetadata); }
  // Bit 3: which of two writing processes.
  std::string file() const {
    return std::string("tfdbg_events.1700000000.") + ((what & 8) ? "b." : "a.") +
           FileSuffix(static_cast<FileKind>(what & 7));
  }
  // Bits 4 and 5: what happened to the record on its way to the disk.
  enum class Damage { kNone, kData, kLength, kTorn };
  Damage damage() const { return static_cast<Damage>((what >> 4) & 3); }
};

std::vector<Step> ReadSteps(std::string_view input) {
  std::vector<Step> steps;
  while (input.size() >= 3) {
    const size_t length = LoadLittleEndian<uint16_t>(input.data() + 1);
    steps.push_back({static_cast<uint8_t>(input[0]), input.substr(3, length)});
    input.remove_prefix(std::min(input.size(), 3 + length));
  }
  return steps;
}

std::string Framed(const Step& step) {
  std::string frame = TfRecordFrame(step.event);
  switch (step.damage()) {
    case Step::Damage::kNone:
      break;
    case Step::Damage::kData:
      frame.back() = static_cast<char>(~frame.back());
      break;
    case Step::Damage::kLength:
      frame[8] = static_cast<char>(~frame[8]);
      break;
    case Step::Damage::kTorn:
      frame.resize(frame.size() / 2);
      break;
  }
  return frame;
}

// Asks everything that the command line could ask.
void AskEverything(Session& session) {
  for (const store::Loss& loss : session.trace().losses.losses()) {
    ExpectOneLine(loss.text);
    TDBG_CHECK(loss.count > 0 && !loss.name.empty());
  }
  for (session::RunView& view : session.runs()) {
    const store::Run& run = view.run();
    for (const store::EventId event : view.index().chronological()) {
      static_cast<void>(run.values->ReadDigest(event).ok());
      static_cast<void>(run.values->ReadValue(event).ok());
      TDBG_CHECK(!query::NameOf(run, event).empty());
    }
    for (const auto file : Ids<store::SourceFileId>(run.sources.size())) {
      static_cast<void>(run.values->ReadSource(file).ok());
    }
    for (const query::Alert& alert : view.alerts()) {
      const session::AlertFacts facts = session::Describe(view, alert);
      TDBG_CHECK(facts.digest.bad.value_or(false));
    }
  }
}

// What must not depend on how often one looked.
struct Tally {
  std::set<std::tuple<std::string, std::string, int64_t, int64_t>> losses;
  std::set<std::tuple<std::string, size_t, size_t, size_t, size_t, size_t, size_t, size_t>> runs;
  bool operator==(const Tally&) const = default;
};

Tally Count(const Session& session) {
  Tally tally;
  for (const store::Loss& loss : session.trace().losses.losses()) {
    tally.losses.emplace(loss.name, loss.file, loss.count, loss.offset);
  }
  for (const auto& run : session.trace().runs) {
    tally.runs.emplace(run->id, run->executions.size(), run->events.size(),
                       run->graphs.num_graphs(), run->graphs.num_ops(), run->stacks.num_frames(),
                       run->sources.size(), run->devices.size());
  }
  return tally;
}

std::unique_ptr<Session> Open(const std::string& path) {
  auto session = Session::Open(path, nullptr);
  TDBG_CHECK(session.ok());
  return *std::move(session);
}

void ReadLogdir(std::string_view input) {
  static const ScratchDirectory directory;
  std::set<std::string> files;
  const auto append = [&](const std::string& file, std::string_view bytes) {
    files.insert(file);
    directory.Append(file, bytes);
  };
  std::vector<Step> steps = ReadSteps(input);
  // Writers flush their metadata before anything else.
  const auto others = std::stable_partition(steps.begin(), steps.end(),
                                            [](const Step& step) { return step.is_metadata(); });
  append(Step{}.file(), "");  // a directory without any log file would be refused
  for (auto it = steps.begin(); it != others; ++it) append(it->file(), Framed(*it));
  const std::unique_ptr<Session> follower = Open(directory.path());
  for (auto it = others; it != steps.end(); ++it) {
    if (!it->looks()) {
      append(it->file(), Framed(*it));
    } else {
      TDBG_CHECK(follower->Refresh(nullptr).ok());
    }
  }
  TDBG_CHECK(follower->Refresh(nullptr).ok());
  const std::unique_ptr<Session> whole = Open(directory.path());
  for (const std::string& file : files) directory.Remove(file);  // mappings outlive the names

  AskEverything(*whole);
  AskEverything(*follower);
  TDBG_CHECK(Count(*follower) == Count(*whole));
}

}  // namespace
}  // namespace tdbg::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  tdbg::fuzz::ReadLogdir(tdbg::fuzz::AsText(data, size));
  return 0;
}
