#include "importers/native/segment_set.h"

#include <algorithm>
#include <climits>
#include <ctime>
#include <filesystem>
#include <tuple>

#include <sys/stat.h>

#include "base/process_exists.h"
#include "importers/native/packed_segment.h"
#include "importers/native/segment_end.h"

namespace tdbg::importers::native {
namespace {

using format::SegmentKind;
using format::SegmentName;

// Whether the process of a run may still be making its files.
bool MayBeWriting(const std::string& directory) {
  const auto pid = format::PidOfRunDirectory(std::filesystem::path(directory).filename().string());
  return pid && *pid <= INT_MAX && ProcessExists(static_cast<pid_t>(*pid));
}

class MappedBytes : public SegmentBytes {
 public:
  MappedBytes(format::MappedSegment segment, std::string path)
      : path_(std::move(path)), segment_(std::move(segment)) {}
  std::span<const std::byte> bytes() const override { return segment_.bytes(); }
  bool is_packed() const override { return false; }
  std::optional<uint64_t> ChangedAt() const override { return segment_.ChangedAt(path_); }

 private:
  std::string path_;
  format::MappedSegment segment_;
};

Result<std::shared_ptr<const SegmentBytes>> OpenBytes(const std::string& path, bool packed) {
  if (packed) return UnpackSegment(path);
  TDBG_ASSIGN_OR_RETURN(format::MappedSegment mapped, format::MappedSegment::Open(path));
  return std::shared_ptr<const SegmentBytes>(
      std::make_shared<MappedBytes>(std::move(mapped), path));
}

}  // namespace

Status SegmentSet::Refresh() {
  TDBG_ASSIGN_OR_RETURN(const auto entries, ListDirectory(directory_));
  std::vector<SegmentName> names;
  for (const DirectoryEntry& entry : entries) {
    if (entry.is_directory) continue;
    if (const auto name = format::ParseSegmentFileName(entry.name)) names.push_back(*name);
  }
  // Where a segment is there both packed and plain, because a packer died in between, the plain one
  // is read.
  std::sort(names.begin(), names.end());
  there_.clear();
  for (const SegmentName& name : names) {
    const Place place{name.kind, name.thread, name.sequence};
    there_.insert(place);
    if (name.kind == SegmentKind::kValues) {
      values_[place].name = name;
      LookAtValues(name);
      continue;
    }
    if (numbers_.contains(place)) continue;
    if (auto segment = Open(name)) {
      numbers_[place] = static_cast<uint32_t>(segments_.size());
      segments_.push_back(std::move(segment));
    }
  }
  std::erase_if(values_, [&](const auto& known) { return !there_.contains(known.first); });
  return Status::Ok();
}

std::unique_ptr<OpenSegment> SegmentSet::Open(const SegmentName& name) const {
  const std::string file = format::SegmentFileName(name);
  const std::string shown = shown_prefix_ + file;
  auto bytes = OpenBytes(directory_ + "/" + file, name.packed);
  losses_.Remove("unreadable_segment", shown);
  losses_.Remove("empty_segment", shown);
  if (!bytes.ok()) {
    if (bytes.status().code() == StatusCode::kNotFound) {
      NoteEmpty(directory_ + "/" + file, shown);
      return nullptr;
    }
    losses_.Add("unreadable_segment", shown, -1, bytes.status().message());
    return nullptr;
  }
  const std::span<const std::byte> all = (*bytes)->bytes();
  return std::make_unique<OpenSegment>(
      OpenSegment{*std::move(bytes), format::SegmentReader(all), shown, name.thread});
}

std::vector<uint32_t> SegmentSet::CloseDeleted() {
  std::vector<uint32_t> closed;
  std::erase_if(numbers_, [&](const auto& known) {
    const auto& [place, number] = known;
    const bool goes =
        std::get<SegmentKind>(place) == SegmentKind::kEvents && !there_.contains(place);
    if (!goes) return false;
    segments_[number].reset();
    closed.push_back(number);
    return true;
  });
  std::erase_if(open_values_, [&](const auto& open) { return !there_.contains(open.first); });
  return closed;
}

// Our recorder gives a segment its name once the header is written. Others write to the file that
// has the name already: a young one of a process that lives may only be about to begin.
void SegmentSet::NoteEmpty(const std::string& path, const std::string& shown) const {
  constexpr time_t kMomentSeconds = 2;
  struct stat info;
  if (stat(path.c_str(), &info) != 0 || info.st_size != 0) return;
  if (MayBeWriting(directory_) && std::time(nullptr) - info.st_mtime < kMomentSeconds) return;
  losses_.Add("empty_segment", shown, 0,
              "nothing is in the file: it was cut, or its process was killed as it made it");
}

void SegmentSet::LookAtValues(const SegmentName& name) {
  ValuesFile& file = values_[{name.kind, name.thread, name.sequence}];
  const std::string path = directory_ + "/" + format::SegmentFileName(name);
  struct stat info;
  if (stat(path.c_str(), &info) != 0 || file.size_bytes == info.st_size) return;
  file.size_bytes = info.st_size;
  const std::string shown = shown_prefix_ + format::SegmentFileName(name);
  losses_.Remove("empty_segment", shown);
  if (info.st_size == 0) {
    file.size_bytes.reset();
    NoteEmpty(path, shown);
  }
  ReportUnopenedEnd(path, shown, name.packed, losses_);
}

std::vector<uint32_t> SegmentSet::OfKind(SegmentKind kind) const {
  std::vector<uint32_t> found;
  for (const auto& [place, number] : numbers_) {
    if (std::get<SegmentKind>(place) == kind) found.push_back(number);
  }
  return found;
}

const OpenSegment* SegmentSet::Values(uint32_t thread, uint32_t sequence) const {
  const Place place{SegmentKind::kValues, thread, sequence};
  std::unique_ptr<OpenSegment>& open = open_values_[place];
  if (open == nullptr) {
    const auto known = values_.find(place);
    SegmentName name{SegmentKind::kValues, thread, sequence, false};
    if (known != values_.end()) name = known->second.name;
    open = Open(name);
  }
  return open.get();
}

}  // namespace tdbg::importers::native
