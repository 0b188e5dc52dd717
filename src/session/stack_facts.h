// A creation stack as surfaces show it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "session/session.h"

namespace tdbg::session {

// Views live as long as the run.
struct FrameFacts {
  std::string_view file;  // "" where the frame's own record is missing
  store::SourceFileId file_id;
  int32_t line = 0;
  std::string_view function;
  std::string text;  // the recorded line, without the blanks around it; "" if none was
  std::optional<size_t>
      number;  // among the user's frames, 0 is the innermost; none for a library's
};

// Outermost first; empty where no stack was recorded.
std::vector<FrameFacts> StackFacts(const store::Run& run, store::StackId stack);

// Of frames that are no recorded stack, outermost first.
std::vector<FrameFacts> StackFacts(const store::Run& run, std::span<const store::FrameId> frames);

// The user's frame with that number; nullptr if there is none.
const FrameFacts* NumberedFrame(const std::vector<FrameFacts>& stack, size_t number);

// The recorded text of a line without the blanks around it; "" where there is none.
std::string TextOfLine(const store::Run& run, store::SourceFileId file, int32_t line);

// "train.py:53"
std::string PlaceText(std::string_view file, int32_t line);

}  // namespace tdbg::session
