// Draws the line that is being edited: a picture in, escape codes out.
#pragma once

#include <string>
#include <vector>

#include "prompt/screen_size.h"

namespace tdbg::prompt {

// What a person should see.
struct LinePicture {
  std::string prompt;  // may be coloured
  std::string text;
  size_t cursor = 0;               // byte in the text
  std::vector<std::string> below;  // rows under the line, none wider than the screen
};

// Knows what was drawn last, and where the cursor stands in it. The line may take several rows; one
// that is taller than the screen is drawn around its cursor. Writes nothing itself.
//
// Rows are left to the terminal to wrap, so that it joins them again when it is made wider. When
// the size changes, they are taken to stand where a terminal that wraps again puts them.
class LineDrawing {
 public:
  // The escape codes that bring the screen from the last picture to this one.
  std::string Draw(LinePicture picture, ScreenSize size);

  // The codes that take away what is below the line and bring the cursor to the row under it, where
  // the next picture begins.
  std::string Leave(ScreenSize size);

  // To be called when the screen was cleared or something else was written: the next picture begins
  // at the cursor.
  void Forget() { last_ = {}; }

 private:
  LinePicture last_;
};

}  // namespace tdbg::prompt
