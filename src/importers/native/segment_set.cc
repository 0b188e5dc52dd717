#include "importers/native/segment_set.h"

#include <algorithm>
#include <tuple>

#include "importers/native/packed_segment.h"

namespace tdbg::importers::native {
namespace {

using format::SegmentKind;
using format::SegmentName;

class MappedBytes : public SegmentBytes {
 public:
  explicit MappedBytes(format::MappedSegment segment) : segment_(std::move(segment)) {}
  std::span<const std::byte> bytes() const override { return segment_.bytes(); }

 private:
  format::MappedSegment segment_;
};

Result<std::shared_ptr<const SegmentBytes>> OpenBytes(const std::string& path, bool packed) {
  if (packed) return UnpackSegment(path);
  TDBG_ASSIGN_OR_RETURN(format::MappedSegment mapped, format::MappedSegment::Open(path));
  return std::shared_ptr<const SegmentBytes>(std::make_shared<MappedBytes>(std::move(mapped)));
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
  values_.clear();
  for (const SegmentName& name : names) {
    const Place place{name.kind, name.thread, name.sequence};
    there_.insert(place);
    if (name.kind == SegmentKind::kValues) {
      values_[place] = name;
      continue;
    }
    if (numbers_.contains(place)) continue;
    if (auto segment = Open(name)) {
      numbers_[place] = static_cast<uint32_t>(segments_.size());
      segments_.push_back(std::move(segment));
    }
  }
  return Status::Ok();
}

std::unique_ptr<OpenSegment> SegmentSet::Open(const SegmentName& name) const {
  const std::string file = format::SegmentFileName(name);
  const std::string shown = shown_prefix_ + file;
  auto bytes = OpenBytes(directory_ + "/" + file, name.packed);
  losses_.Remove("unreadable_segment", shown);
  if (!bytes.ok()) {
    if (bytes.status().code() == StatusCode::kNotFound) return nullptr;
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
    if (known != values_.end()) name = known->second;
    open = Open(name);
  }
  return open.get();
}

}  // namespace tdbg::importers::native
