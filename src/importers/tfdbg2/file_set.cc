#include "importers/tfdbg2/file_set.h"

#include "importers/tfrecord.h"

namespace tdbg::importers::tfdbg2 {

const char* FileSuffix(FileKind kind) {
  switch (kind) {
    case FileKind::kMetadata:
      return "metadata";
    case FileKind::kSourceFiles:
      return "source_files";
    case FileKind::kStackFrames:
      return "stack_frames";
    case FileKind::kGraphs:
      return "graphs";
    case FileKind::kTraces:
      return "graph_execution_traces";
    case FileKind::kExecution:
      return "execution";
  }
  return "";
}

std::optional<LogFileName> ParseLogFileName(std::string_view name) {
  constexpr std::string_view kStart = "tfdbg_events.";
  const size_t last_dot = name.rfind('.');
  if (!name.starts_with(kStart) || last_dot < kStart.size()) return std::nullopt;
  for (int i = 0; i < kFileKinds; ++i) {
    const FileKind kind = static_cast<FileKind>(i);
    if (name.substr(last_dot + 1) != FileSuffix(kind)) continue;
    const std::string_view prefix = name.substr(0, last_dot);
    const size_t host = prefix.find('.', kStart.size());
    return LogFileName{
        std::string(prefix),
        std::string(host == std::string_view::npos ? std::string_view() : prefix.substr(host + 1)),
        kind};
  }
  return std::nullopt;
}

Status LogFile::Map() {
  if (file_ != nullptr) return file_->Grow();
  TDBG_ASSIGN_OR_RETURN(MappedFile mapped, MappedFile::Open(path_));
  file_ = std::make_shared<MappedFile>(std::move(mapped));
  return Status::Ok();
}

uint64_t LogFile::NewBytes() { return Map().ok() ? bytes().size() - offset_ : 0; }

void LogFile::ReadNew(store::LossLog& losses, const std::function<void(const Record&)>& visit) {
  losses.Remove("torn_record", shown_);
  losses.Remove("unreadable_file", shown_);
  losses.Remove("changed_file", shown_);
  if (const Status status = Map(); !status.ok()) {
    losses.Add("unreadable_file", shown_, -1, status.message());
    return;
  }
  if (const auto cut = file_->cut_at()) {
    losses.Add("changed_file", shown_, static_cast<int64_t>(*cut),
               "the file was cut, or another was put in its place, while it was open here; what "
               "was read of it before stays");
  }
  if (const auto hole = file_->hole_at(); hole && !told_hole_) {
    told_hole_ = true;
    losses.Add("sparse_file", shown_, static_cast<int64_t>(*hole),
               "a huge file of which most was never written: nothing is read from here on");
  }
  TfRecordReader reader(bytes(), offset_);
  if (stopped_) {  // something sound may have come behind the damage
    if (!resync_ || !reader.Resync()) return;
    stopped_ = false;
  }
  const auto record = [&](bool sound) {
    return Record{static_cast<uint64_t>(reader.data().data() - bytes().data()), reader.data(),
                  sound};
  };
  while (true) {
    using Next = TfRecordReader::Next;
    const Next next = reader.Advance();
    const int64_t at = static_cast<int64_t>(reader.record_offset());
    if (next == Next::kRecord) {
      visit(record(true));
    } else if (next == Next::kBadData) {
      losses.Add("damaged_record", shown_, at,
                 "a record's data does not match its checksum; the record was skipped");
      visit(record(false));
    } else if (next == Next::kBadLength) {
      losses.Add("damaged_frame", shown_, at,
                 "a record's length does not match its checksum; reading went on at the next "
                 "sound record, if there is one");
      if (!resync_ || !reader.Resync()) {
        stopped_ = true;
        break;
      }
    } else {
      if (next == Next::kTorn) {
        losses.Add("torn_record", shown_, at,
                   "the file ends inside a record: its writer was killed or is still writing");
      }
      break;
    }
  }
  offset_ = reader.next_offset();
}

}  // namespace tdbg::importers::tfdbg2
