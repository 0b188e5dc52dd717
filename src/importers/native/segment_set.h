// The segments of one run directory, packed or not, in the order they are read.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "base/directory.h"
#include "format/mapped_segment.h"
#include "format/segment_reader.h"
#include "format/trace_layout.h"
#include "store/loss_log.h"

namespace tdbg::importers::native {

// Bytes laid out like a segment's file, mapped or unpacked.
class SegmentBytes {
 public:
  virtual ~SegmentBytes() = default;
  virtual std::span<const std::byte> bytes() const = 0;
  virtual bool is_packed() const = 0;
  // From where on the file's contents are not what they were when it was opened.
  virtual std::optional<uint64_t> ChangedAt() const = 0;
};

struct OpenSegment {
  std::shared_ptr<const SegmentBytes> owner;  // shared with the values that borrow from it
  format::SegmentReader reader;
  std::string shown;
  uint32_t thread = 0;
};

class SegmentSet {
 public:
  // `shown_prefix` goes before file names in losses: "run-4711-1794761818000000000/".
  SegmentSet(std::string directory, std::string shown_prefix, store::LossLog& losses)
      : directory_(std::move(directory)), shown_prefix_(std::move(shown_prefix)), losses_(losses) {}

  // Looks for new files. Those that cannot be read are losses; those deleted since stay open until
  // they are closed.
  Status Refresh();

  // Numbers of the open segments of one kind, by thread and sequence.
  std::vector<uint32_t> OfKind(format::SegmentKind kind) const;
  bool IsOpen(uint32_t number) const { return segments_[number] != nullptr; }
  OpenSegment& segment(uint32_t number) { return *segments_[number]; }
  const OpenSegment& segment(uint32_t number) const { return *segments_[number]; }

  // Lets go of the segments of events and values whose files were deleted, so that their disk is
  // free. Answers with the numbers of those of events. Definitions stay: everything speaks of them.
  std::vector<uint32_t> CloseDeleted();

  // Values are many and large, so their segments are opened when asked for. nullptr: not there.
  const OpenSegment* Values(uint32_t thread, uint32_t sequence) const;

  const std::string& shown_prefix() const { return shown_prefix_; }
  bool empty() const { return segments_.empty(); }

 private:
  using Place = std::tuple<format::SegmentKind, uint32_t, uint32_t>;
  struct ValuesFile {
    format::SegmentName name;
    std::optional<int64_t> size_bytes;  // when its end was looked at
  };

  std::unique_ptr<OpenSegment> Open(const format::SegmentName& name) const;
  void NoteEmpty(const std::string& path, const std::string& shown) const;
  void LookAtValues(const format::SegmentName& name);

  std::string directory_;
  std::string shown_prefix_;
  store::LossLog& losses_;
  std::vector<std::unique_ptr<OpenSegment>> segments_;  // null: closed
  std::map<Place, uint32_t> numbers_;                   // of the open ones
  std::set<Place> there_;                               // at the last look
  std::map<Place, ValuesFile> values_;
  mutable std::map<Place, std::unique_ptr<OpenSegment>> open_values_;
};

}  // namespace tdbg::importers::native
