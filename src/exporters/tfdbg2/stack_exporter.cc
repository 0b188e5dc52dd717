#include "exporters/tfdbg2/stack_exporter.h"

#include <algorithm>

#include "exporters/tfdbg2/wall_seconds.h"

namespace tdbg::exporters::tfdbg2 {

using store::FrameId;
using store::Run;
using store::SourceFileId;
using store::StackId;

void StackExporter::Update(const Run& run, DebugEventWriter& writer, bool last) {
  last_ = last;
  sources_.Grow(run.sources.size());
  sources_.Advance([&](SourceFileId id) { return WriteSource(run, writer, id); });
  seen_sources_ = run.sources.size();
  frames_.Grow(run.stacks.num_frames());
  frames_.Advance([&](FrameId id) { return WriteFrame(run, writer, id); });
}

// A source file without a path was damaged. It is written all the same: its frames know function
// and line.
bool StackExporter::WriteSource(const Run& run, DebugEventWriter& writer, SourceFileId id) {
  const store::SourceFile& source = run.sources[id];
  const auto lines = run.values->ReadSource(id);
  if (!lines.ok() && !last_ && id.index() >= seen_sources_) return false;
  const auto next = static_cast<int32_t>(file_indices_.size());
  const auto [entry, added] = file_indices_.try_emplace({source.host, source.path}, next);
  index_of_source_[id] = entry->second;
  if (added) {
    writer.SourceFile(WallSeconds(run, kNoTime), run.strings[source.path], run.strings[source.host],
                      lines.ok() ? *lines : std::vector<std::string>());
  }
  return true;
}

bool StackExporter::WriteFrame(const Run& run, DebugEventWriter& writer, FrameId id) {
  const store::Frame& frame = run.stacks.frame(id);
  const auto file = index_of_source_.find(frame.file);
  if (!frame.recorded || file == index_of_source_.end()) return false;
  writer.StackFrame(WallSeconds(run, kNoTime), std::to_string(id.index()), file->second, frame.line,
                    run.strings[frame.function]);
  return true;
}

bool StackExporter::IsComplete(const Run& run, StackId stack) const {
  const auto frames = run.stacks.frames(stack);
  return last_ ||
         std::all_of(frames.begin(), frames.end(), [&](FrameId id) { return frames_.Has(id); });
}

std::vector<std::string> StackExporter::FrameIds(const Run& run, StackId stack) const {
  std::vector<std::string> ids;
  for (const FrameId id : run.stacks.frames(stack)) {
    if (frames_.Has(id)) ids.push_back(std::to_string(id.index()));
  }
  return ids;
}

}  // namespace tdbg::exporters::tfdbg2
