#include "importers/tfdbg2/tfdbg2_importer.h"

#include <algorithm>

#include "importers/tfdbg2/summary.h"
#include "importers/tfproto/tensor_proto.h"

namespace tdbg::importers::tfdbg2 {

constexpr char kKnownVersion[] = "debug.Event:1";

// Reads tensors and sources back from the mapped files.
class Tfdbg2Importer::Values : public store::ValueSource {
 public:
  explicit Values(const RunState& state) : state_(state) {}

  Result<store::Digest> ReadDigest(store::EventId event) const override {
    const Detail detail = state_.run->events.detail[event];
    if (detail != Detail::kFullTensor) return ReadSummary(detail, Bytes(event));
    TDBG_ASSIGN_OR_RETURN(const tensor::Value value, ReadValue(event));
    return store::DigestOf(value.dtype(), value.shape(), tensor::ComputeHealth(value.view()));
  }

  Result<tensor::Value> ReadValue(store::EventId event) const override {
    const Detail detail = state_.run->events.detail[event];
    if (detail != Detail::kFullTensor) {
      return Unsupported(std::string("mode ") + DetailName(detail) +
                         " records no values; record with full_tensor to have them");
    }
    return ReadRecorded(event);
  }

  Result<tensor::Value> ReadRecorded(store::EventId event) const override {
    return tfproto::DecodeTensor(Bytes(event), File(event)->mapping());
  }

  uint64_t RecordedBytes(store::EventId event) const override {
    return state_.run->events.payload[event].size;
  }

  Result<std::vector<store::Attribute>> ReadAttributes(store::OpId) const override {
    return Unsupported("a tfdbg2 logdir records no attributes of ops");
  }

  Result<std::vector<std::string>> ReadSource(store::SourceFileId file) const override {
    const auto& places = state_.builder->source_places();
    const auto place = places.find(file);
    if (place == places.end()) return NotFound("the record of this source file was damaged");
    TDBG_ASSIGN_OR_RETURN(const auto lines, ParseSourceLines(place->second.body));
    if (lines.empty()) return NotFound("the recording has the file's name, but not its text");
    return std::vector<std::string>(lines.begin(), lines.end());
  }

 private:
  LogFile* File(store::EventId event) const {
    return state_.files[state_.run->events.payload[event].file];
  }
  std::string_view Bytes(store::EventId event) const {
    const store::Payload payload = state_.run->events.payload[event];
    return File(event)->bytes().substr(payload.offset, payload.size);
  }

  const RunState& state_;
};

bool LooksLikeTfdbg2(const std::vector<DirectoryEntry>& entries) {
  return std::any_of(entries.begin(), entries.end(), [](const DirectoryEntry& entry) {
    return !entry.is_directory && ParseLogFileName(entry.name).has_value();
  });
}

Status Tfdbg2Importer::Update(const Progress& progress) {
  TDBG_ASSIGN_OR_RETURN(const auto entries, ListDirectory(directory_));
  FindFiles(entries);
  for (auto& [id, state] : runs_) state->builder->Begin();

  uint64_t total = 0, done = 0;
  for (auto& [prefix, set] : sets_) {
    for (const auto& file : set.files.files) total += file ? file->NewBytes() : 0;
  }
  for (int i = 0; i < kFileKinds; ++i) {
    const FileKind kind = static_cast<FileKind>(i);
    if (kind == FileKind::kMetadata) continue;
    for (auto& [prefix, set] : sets_) {
      LogFile* file = set.files.file(kind);
      if (file == nullptr) continue;
      const uint64_t bytes = file->NewBytes();
      const uint64_t start = file->bytes().size() - bytes;
      ReadFile(set, kind, [&](uint64_t offset) {
        if (progress) progress(done + offset - start, total);
      });
      done += bytes;
    }
  }
  for (auto& [id, state] : runs_) {
    std::vector<WriterState*> writers;
    for (auto& [prefix, set] : sets_) {
      if (set.run == state.get()) writers.push_back(&set.writer);
    }
    state->builder->Link(std::move(writers));
    state->builder->ReportMissing(state->shown);
  }
  return Status::Ok();
}

void Tfdbg2Importer::FindFiles(const std::vector<DirectoryEntry>& entries) {
  for (const DirectoryEntry& entry : entries) {
    const auto name = entry.is_directory ? std::nullopt : ParseLogFileName(entry.name);
    if (!name) continue;
    SetState& set = sets_[name->prefix];
    set.files.prefix = name->prefix;
    set.files.host = name->host;
    if (set.files.file(name->kind) == nullptr) OpenFile(set, name->kind);
  }
  for (auto& [prefix, set] : sets_) {
    if (!set.identified) AssignRun(set);
    ReportMissingFiles(set);
  }
}

void Tfdbg2Importer::OpenFile(SetState& set, FileKind kind) {
  const std::string name = set.files.prefix + "." + FileSuffix(kind);
  auto file = std::make_unique<LogFile>(directory_ + "/" + name, ShownName(set, kind));
  if (kind == FileKind::kSourceFiles) file->StopAtDamagedFrame();
  set.files.files[static_cast<size_t>(kind)] = std::move(file);
}

std::string Tfdbg2Importer::ShownName(const SetState& set, FileKind kind) const {
  return shown_prefix_ + set.files.prefix + "." + FileSuffix(kind);
}

void Tfdbg2Importer::ReportMissingFiles(const SetState& set) {
  for (int i = 0; i < kFileKinds; ++i) {
    const FileKind kind = static_cast<FileKind>(i);
    const std::string shown = ShownName(set, kind);
    trace_.losses.Remove("missing_file", shown);
    if (set.files.file(kind) == nullptr) {
      trace_.losses.Add("missing_file", shown, -1,
                        "a logdir has six files for each process, and this one is not there");
    }
  }
}

// The metadata file is one record, flushed when the writer starts. Where it is missing or damaged,
// the set is a run of its own: without an id nothing says that two sets belong together.
void Tfdbg2Importer::AssignRun(SetState& set) {
  std::string run_id, version, format_version;
  int64_t time_ns = kNoTime;
  if (LogFile* file = set.files.file(FileKind::kMetadata)) {
    file->ReadNew(trace_.losses, [&](const LogFile::Record& record) {
      if (!record.sound || set.identified) return;
      const auto event = ParseDebugEvent(record.data);
      const auto metadata = event.ok() && event->kind == EventKind::kMetadata
                                ? ParseMetadata(event->body)
                                : Result<Metadata>(Corrupt("the record is no metadata"));
      if (!metadata.ok()) {
        trace_.losses.Add("unreadable_record", file->shown(), static_cast<int64_t>(record.offset),
                          metadata.status().message());
        return;
      }
      set.identified = true;
      run_id = metadata->run_id;
      version = metadata->tensorflow_version;
      format_version = metadata->file_version;
      time_ns = NsFromSeconds(event->wall_time);
      if (format_version != kKnownVersion) {
        trace_.losses.Add("unknown_version", file->shown(), static_cast<int64_t>(record.offset),
                          std::string("the file does not call itself ") + kKnownVersion +
                              ": this tdbg may misread or miss what is newer");
      }
    });
  }
  if (set.run != nullptr) {
    if (!set.identified) return;
    StartAnew(set);
  }
  RunState& state = RunFor(run_id.empty() ? set.files.prefix : run_id, set.files.prefix);
  set.run = &state;
  state.run->ExtendTime(time_ns);
  state.run->AddHost(set.files.host);
  if (state.run->framework_version.empty()) state.run->framework_version = version;
  if (state.run->format_version.empty()) state.run->format_version = format_version;
}

// The metadata of this set came after the rest: what was read as a run of its own is read again, as
// a part of its run.
void Tfdbg2Importer::StartAnew(SetState& set) {
  const store::Run* makeshift = set.run->run;
  runs_.erase(set.files.prefix);
  const auto gone = std::find_if(trace_.runs.begin(), trace_.runs.end(),
                                 [&](const auto& run) { return run.get() == makeshift; });
  (*gone)->values.reset();  // it speaks of the state that is gone
  gone_.push_back(std::move(*gone));
  trace_.runs.erase(gone);
  set.run = nullptr;
  set.writer = WriterState();
  set.numbers = {};
  for (int i = 0; i < kFileKinds; ++i) {
    const FileKind kind = static_cast<FileKind>(i);
    if (kind == FileKind::kMetadata) continue;
    trace_.losses.RemoveFile(ShownName(set, kind));
    if (set.files.file(kind) != nullptr) OpenFile(set, kind);
  }
}

Tfdbg2Importer::RunState& Tfdbg2Importer::RunFor(const std::string& run_id,
                                                 const std::string& prefix) {
  std::unique_ptr<RunState>& state = runs_[run_id];
  if (state == nullptr) {
    state = std::make_unique<RunState>();
    auto run = std::make_unique<store::Run>(store::Format::kTfdbg2);
    run->id = run_id;
    run->framework = "tensorflow";
    run->values = std::make_unique<Values>(*state);
    state->run = run.get();
    state->builder = std::make_unique<RunBuilder>(*run, trace_.losses);
    state->shown = shown_prefix_ + prefix;
    trace_.runs.push_back(std::move(run));
  }
  return *state;
}

void Tfdbg2Importer::ReadFile(SetState& set, FileKind kind,
                              const std::function<void(uint64_t)>& report) {
  LogFile* log = set.files.file(kind);
  RunState& state = *set.run;
  uint32_t& number = set.numbers[static_cast<size_t>(kind)];
  if (number == 0) {  // numbers start at 1
    if (state.files.empty()) state.files.push_back(nullptr);
    number = static_cast<uint32_t>(state.files.size());
    state.files.push_back(log);
  }
  constexpr uint32_t kReportEvery = 4096;
  uint32_t records = 0;
  log->ReadNew(trace_.losses, [&](const LogFile::Record& record) {
    if (++records % kReportEvery == 0) report(record.offset);
    ++state.run->records;
    const size_t source_files = set.writer.source_files.size();
    if (record.sound) state.builder->AddRecord(record, *log, number, set.writer);
    if (kind == FileKind::kSourceFiles && set.writer.source_files.size() == source_files) {
      // Frames name source files by position: a damaged one still takes its place.
      set.writer.source_files.push_back(state.run->sources.Append({}));
    }
  });
}

}  // namespace tdbg::importers::tfdbg2
