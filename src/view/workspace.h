// What the commands of one prompt share and remember.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "session/live_program.h"
#include "session/session.h"
#include "session/tensor_list.h"
#include "view/document.h"
#include "view/settings.h"

namespace tdbg::view {

// The files of the person at the prompt: scripts to read, answers to write. Surfaces that should
// touch none give one that refuses.
class Files {
 public:
  virtual ~Files() = default;
  virtual Result<std::string> Read(const std::string& path) = 0;
  // Paths that begin with `prefix`, directories with a slash at the end; for completion.
  virtual std::vector<std::string> List(const std::string& prefix) = 0;
  virtual Status Write(const std::string& path, std::string_view bytes, bool append) = 0;
};

// Where the user looks: an event of the current run, and a frame of the stack that made its op.
struct Cursor {
  store::EventId event;  // invalid in a run without events
  size_t frame = 0;      // 0 is the innermost frame of the user's

  bool operator==(const Cursor&) const = default;
};

// What `list` showed last, and where the cursor stood then.
struct ListedSource {
  std::string path;
  int32_t next = 0;  // the line to go on with
  Cursor at;
};

struct Workspace {
  session::Session& session;
  Files& files;
  const std::atomic<bool>& stop;  // set by Ctrl-C: long work gives up

  session::LiveProgram* program = nullptr;  // null: this is a recording

  size_t columns = 80;    // of the screen
  bool terminal = false;  // false: text as for a file, tensors at numpy's width

  size_t run_number = 0;
  std::vector<Cursor> cursors = {};  // of each run
  Settings settings = {};
  std::string settings_path = {};                   // where they are kept; "" for nowhere
  std::string version = {};                         // of tdbg
  query::NamedFilters filters = {};                 // named expressions
  std::map<std::string, std::string> aliases = {};  // of define
  std::vector<std::string> displays = {};           // commands run after each move
  std::vector<std::string> history = {};            // lines typed, oldest first
  std::vector<Document> pages = {};                 // answers to go back to, oldest first
  size_t page = 0;                                  // the one shown last
  ListedSource listed = {};
  std::string search = {};        // of /regex
  size_t found_line = 0;          // of the last match in the page
  std::string found_filter = {};  // of find
  bool quit = false;

  // Runs one line as if it were typed; set by the shell. For source, define and display.
  std::function<Result<Document>(std::string_view)> interpret = {};

  session::RunView& run() { return session.runs()[run_number]; }
  Cursor& cursor() { return cursors[run_number]; }
};

}  // namespace tdbg::view
