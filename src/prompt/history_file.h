// The history of all runs of the tool, in one file of the user.
#pragma once

#include <string>
#include <string_view>

#include "prompt/history.h"

namespace tdbg::prompt {

// One line of the file is one line of history. Several processes may use the file at once: lines
// are appended under a lock, and a file that grew too long is replaced as a whole.
//
// A history is a convenience: what cannot be read is empty, what cannot be written is not.
class HistoryFile {
 public:
  // An empty path: no file. Folders that are missing are made when the first line is written.
  explicit HistoryFile(std::string path) : path_(std::move(path)) {}

  // $XDG_STATE_HOME/tdbg/history, by default ~/.local/state/tdbg/history; empty without a home.
  static std::string DefaultPath();

  // The newest lines, after the file was cut down to them.
  History Load() const;

  void Append(std::string_view line) const;

 private:
  std::string path_;
};

}  // namespace tdbg::prompt
