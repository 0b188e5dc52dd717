// One line being edited: keys in, a picture out. No terminal is touched.
#pragma once

#include <optional>
#include <string>

#include "prompt/completion.h"
#include "prompt/edit_buffer.h"
#include "prompt/history.h"
#include "prompt/key.h"
#include "prompt/line_drawing.h"

namespace tdbg::prompt {

// Emacs keys; Up and Down go through the history by what was typed as the beginning, Ctrl-R
// searches it as one types, Tab completes: it fills in what is certain and lists the rest, and
// pressed again tries one after another. The blank behind a completed word goes away again if what
// is typed next belongs to the word, as "[" does.
class LineEditing {
 public:
  enum class Outcome {
    kEditing,
    kAccepted,   // Enter: text() is the line
    kCancelled,  // Ctrl-C
    kEnded,      // Ctrl-D on an empty line
  };

  // Borrows the history, which may grow between two lines.
  LineEditing(const History& history, Completer complete, bool colour)
      : history_(history), complete_(std::move(complete)), colour_(colour) {}

  // Begins an empty line. What was cut out of the line before can still be put back.
  //
  // `doubtful` was typed just before and had a meaning there, as q in the pager. It is put in front
  // of what is typed as soon as that can be completed with it, and not without.
  void Begin(std::string prompt, std::string doubtful = "");

  Outcome Handle(const Key& key);

  const std::string& text() const { return buffer_.text(); }
  LinePicture Picture(ScreenSize size) const;

  // Whether the last keys asked for something that cannot be; asking resets it.
  bool TakeBell();

  // What was pasted behind the line break that ended the last line. It is for the next lines.
  std::string TakePasteRest();

 private:
  struct Browsing {
    std::string typed;  // what the lines must begin with
    size_t at = 0;      // the line shown, of the history
  };
  struct Search {
    std::string text;
    size_t at = 0;       // the line found last
    bool found = true;   // whether any line has the text
    std::string before;  // the line before the search
  };
  struct Listing {
    view::Completion completion;
    std::optional<size_t> chosen;
  };

  void HandleEditing(const Key& key);
  void HandleText(const std::string& text);
  void HandleControl(char letter);
  void HandleAlt(char letter);
  Outcome HandlePaste(const std::string& pasted);
  void Complete(bool forwards);
  void GoOlder();
  void GoNewer();
  // False: the key ends the search and has its usual meaning.
  bool HandleSearch(const Key& key);
  void ShowFound(std::optional<size_t> found);

  const History& history_;
  Completer complete_;
  bool colour_;
  std::string prompt_;
  EditBuffer buffer_;
  std::optional<Browsing> browsing_;
  std::optional<Search> search_;
  std::optional<Listing> listing_;
  std::string doubtful_;
  bool blank_added_ = false;  // by a completion, just now
  std::string last_search_;
  std::string paste_rest_;
  bool bell_ = false;
};

}  // namespace tdbg::prompt
