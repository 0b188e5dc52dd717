// The source files and Python stacks of the imitated program: four files of the user's, the rest
// below site-packages; stacks as deep as TensorFlow's are. The text of the files is filler of the
// right size.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "exporters/tfdbg2/debug_event_writer.h"

namespace tdbg::bench {

class SourceFrames {
 public:
  explicit SourceFrames(uint64_t seed);

  // Frame ids, outermost first, of an op made at `line` of `user_file` (an index below
  // kUserFiles). The same key gives the same stack; depths are 17 to 33.
  std::vector<std::string> OpStack(uint64_t key, int user_file, int line);
  // Frame ids of a top-level call: the user's line and the frames of the eager runtime.
  std::vector<std::string> CallStack(int line);

  // All files, and all frames asked for so far.
  void Write(double time, std::string_view host, exporters::tfdbg2::DebugEventWriter& writer) const;

  int file_count() const;
  int frame_count() const { return static_cast<int>(frames_.size()); }

  static constexpr int kUserFiles = 4;  // train.py, model.py, losses.py, data.py

 private:
  struct Frame {
    int file;
    int line;
    std::string function;
    std::string id;
  };

  const std::string& FrameId(int file, int line, std::string_view function);

  uint64_t seed_;
  std::vector<Frame> frames_;
};

}  // namespace tdbg::bench
