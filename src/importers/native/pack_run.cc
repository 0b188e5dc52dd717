#include "importers/native/pack_run.h"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/directory.h"
#include "base/process_exists.h"
#include "format/mapped_segment.h"
#include "format/segment_reader.h"
#include "format/trace_layout.h"
#include "importers/native/native_importer.h"
#include "importers/native/packed_segment.h"

namespace tdbg::importers::native {
namespace {

using format::RecordKind;
using format::SegmentKind;
using format::SegmentName;

Status Refused(const std::string& what, const std::string& path) {
  return Unreadable("cannot " + what + " " + path + ": " + std::strerror(errno));
}

Status WriteAll(int fd, std::span<const std::byte> bytes, const std::string& path) {
  while (!bytes.empty()) {
    const ssize_t written = write(fd, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return Refused("write", path);
    bytes = bytes.subspan(static_cast<size_t>(written));
  }
  return fsync(fd) == 0 ? Status::Ok() : Refused("write", path);
}

// The new file is on the disk as a whole before it gets its name, and has its name before the old
// file goes.
Status Replace(const std::string& plain, const std::string& packed,
               std::span<const std::byte> bytes) {
  const std::string unfinished = packed + ".unfinished";
  const int fd = open(unfinished.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (fd < 0) return Refused("write", unfinished);
  Status status = WriteAll(fd, bytes, unfinished);
  close(fd);
  if (status.ok() && std::rename(unfinished.c_str(), packed.c_str()) != 0) {
    status = Refused("write", packed);
  }
  if (!status.ok()) {
    unlink(unfinished.c_str());
    return status;
  }
  const std::string directory = std::filesystem::path(packed).parent_path().string();
  if (const int folder = open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); folder >= 0) {
    fsync(folder);
    close(folder);
  }
  return unlink(plain.c_str()) == 0 ? Status::Ok() : Refused("remove", plain);
}

uint64_t BytesOnDisk(const std::string& path) {
  struct stat info;
  return stat(path.c_str(), &info) == 0 ? static_cast<uint64_t>(info.st_size) : 0;
}

class RunPacker {
 public:
  explicit RunPacker(std::string directory) : directory_(std::move(directory)) {}

  Result<PackedRun> Pack() {
    TDBG_ASSIGN_OR_RETURN(const auto entries, ListDirectory(directory_));
    for (const DirectoryEntry& entry : entries) {
      const auto name = format::ParseSegmentFileName(entry.name);
      if (!name || entry.is_directory) continue;
      run_.bytes_before += BytesOnDisk(PathOf(*name));
      (name->packed ? packed_ : plain_).push_back(*name);
    }
    if (const std::string alive = WhyNotOver(); !alive.empty()) {
      run_.alive = alive;
      run_.bytes_after = run_.bytes_before;
      return run_;
    }
    for (const SegmentName& name : packed_) run_.bytes_after += BytesOnDisk(PathOf(name));
    for (const SegmentName& name : plain_) {
      const Status status = PackOne(name);
      if (status.ok()) continue;
      run_.left.push_back(SegmentFileName(name) + ": " + status.message());
      run_.bytes_after += BytesOnDisk(PathOf(name));
    }
    return run_;
  }

 private:
  std::string PathOf(const SegmentName& name) const {
    return directory_ + "/" + SegmentFileName(name);
  }

  // Why somebody may still write to the run; "" if it says itself that it is over, or its process
  // is gone.
  std::string WhyNotOver() const {
    if (plain_.empty()) return "";
    bool ended = false;
    uint32_t pid = 0;
    for (const SegmentName& name : plain_) {
      const auto segment = format::MappedSegment::Open(PathOf(name));
      if (!segment.ok()) continue;
      pid = segment->header().pid;
      if (name.kind != SegmentKind::kMeta) continue;
      format::SegmentReader reader(segment->bytes());
      while (const auto record = reader.Next()) ended |= record->kind == RecordKind::kEndOfRun;
    }
    const bool exists = pid <= INT_MAX && ProcessExists(static_cast<pid_t>(pid));
    return ended || !exists ? "" : "process " + std::to_string(pid) + " may still be recording it";
  }

  Status PackOne(const SegmentName& name) {
    TDBG_ASSIGN_OR_RETURN(const auto segment, format::MappedSegment::Open(PathOf(name)));
    format::SegmentReader reader(segment.bytes());
    int64_t events = 0;
    while (const auto record = reader.Next()) events += record->kind == RecordKind::kTensorEvent;
    const uint64_t record_bytes = reader.offset_bytes() - format::kHeaderBytes;
    if (segment.bytes().size() < format::StatedBytes(segment.header())) {
      return Corrupt("its end was cut off");
    }
    if (record_bytes == 0) {  // made ahead, and never used
      return unlink(PathOf(name).c_str()) == 0 ? Status::Ok() : Refused("remove", PathOf(name));
    }
    TDBG_ASSIGN_OR_RETURN(const auto packed, PackSegment(segment.bytes()));
    SegmentName packed_name = name;
    packed_name.packed = true;
    TDBG_RETURN_IF_ERROR(Replace(PathOf(name), PathOf(packed_name), packed));
    ++run_.segments;
    run_.events += events;
    run_.bytes_after += packed.size();
    if (name.kind == SegmentKind::kEvents) {
      run_.event_bytes_before += record_bytes;
      run_.event_bytes_after += packed.size();
    }
    return Status::Ok();
  }

  std::string directory_;
  std::vector<SegmentName> plain_, packed_;
  PackedRun run_;
};

}  // namespace

Result<std::vector<PackedRun>> PackTrace(const std::string& path) {
  TDBG_ASSIGN_OR_RETURN(const auto entries, ListDirectory(path));
  if (!LooksLikeNative(entries)) {
    return InvalidArgument(path +
                           ": holds no tdbg trace; expected run-* directories, or one of them");
  }
  std::vector<PackedRun> runs;
  const auto pack = [&](const std::string& directory, const std::string& name) -> Status {
    TDBG_ASSIGN_OR_RETURN(PackedRun run, RunPacker(directory).Pack());
    run.name = name;
    runs.push_back(std::move(run));
    return Status::Ok();
  };
  bool is_run = false;
  for (const DirectoryEntry& entry : entries) {
    is_run |= !entry.is_directory && format::ParseSegmentFileName(entry.name).has_value();
    if (!entry.is_directory || !format::IsRunDirectoryName(entry.name)) continue;
    TDBG_RETURN_IF_ERROR(pack(path + "/" + entry.name, entry.name));
  }
  if (is_run) TDBG_RETURN_IF_ERROR(pack(path, path));
  return runs;
}

}  // namespace tdbg::importers::native
