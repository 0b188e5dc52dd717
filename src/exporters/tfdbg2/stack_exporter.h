// Source files and stack frames of a run, as a tfdbg2 file set holds them.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "exporters/tfdbg2/debug_event_writer.h"
#include "exporters/written_rows.h"
#include "store/run.h"

namespace tdbg::exporters::tfdbg2 {

class StackExporter {
 public:
  // Writes what is new. A file without text waits for one more call, in case its text is on the
  // way; frames wait for their file. A `last` call leaves those whose file is not known out of
  // their stacks.
  void Update(const store::Run& run, DebugEventWriter& writer, bool last);

  // Whether every frame of the stack was written or given up.
  bool IsComplete(const store::Run& run, store::StackId stack) const;

  // Ids of the frames that were written, outermost first.
  std::vector<std::string> FrameIds(const store::Run& run, store::StackId stack) const;

 private:
  bool WriteSource(const store::Run& run, DebugEventWriter& writer, store::SourceFileId id);
  bool WriteFrame(const store::Run& run, DebugEventWriter& writer, store::FrameId id);

  // TensorFlow's reader knows a file by host and path and counts each pair once.
  std::map<std::pair<StringId, StringId>, int32_t> file_indices_;
  WrittenRows<store::SourceFileId> sources_;
  std::unordered_map<store::SourceFileId, int32_t> index_of_source_;
  size_t seen_sources_ = 0;  // at the last call
  WrittenRows<store::FrameId> frames_;
  bool last_ = false;
};

}  // namespace tdbg::exporters::tfdbg2
