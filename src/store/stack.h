// Stack frames, stacks and the source files they point into.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "base/column.h"
#include "store/ids.h"

namespace tdbg::store {

struct SourceFile {
  StringId path;  // invalid: the record was damaged, but its place in the list counts
  StringId host;
  int64_t num_lines = 0;  // 0 where no text was recorded
};

// A part of a model by which the framework knows it: a layer, a loss, an optimizer.
struct Layer {
  StringId path;  // "functional/dense_1"
  StringId type;  // its class
  StackId stack;  // where the program made it; invalid where not recorded
};

// Which part of a line is being called, in bytes from 0: from `begin` to before `end` of
// `end_line`.
struct FrameColumns {
  int32_t begin = 0;
  int32_t end = 0;
  int32_t end_line = 0;  // 0: none of this is known

  bool known() const { return end_line != 0; }
  auto operator<=>(const FrameColumns&) const = default;
};

struct Frame {
  SourceFileId file;  // invalid until the frame's own record was read, or if its file is unknown
  int32_t line = 0;
  FrameColumns columns;
  StringId function;
  bool recorded = false;
  LayerId layer;  // that what this frame did belongs to; invalid where not recorded
  StringId key;   // the format's own id of it, where it has one
};

// Stacks are lists of frames, outermost first, each distinct list kept once.
class StackTable {
 public:
  StackId Intern(std::span<const FrameId> frames);
  std::span<const FrameId> frames(StackId id) const;  // empty for an invalid id

  FrameId AddFrame() { return frames_.Append({}); }
  Frame& frame(FrameId id) { return frames_[id]; }
  const Frame& frame(FrameId id) const { return frames_[id]; }
  size_t num_frames() const { return frames_.size(); }

 private:
  Column<FrameId, Frame> frames_;
  std::map<std::vector<FrameId>, StackId> ids_;
  std::vector<const std::vector<FrameId>*> stacks_;  // keys of ids_, which never move
};

}  // namespace tdbg::store
