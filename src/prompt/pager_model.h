// A long answer, a screenful at a time: keys in, rows out. No terminal is touched.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "prompt/ansi.h"
#include "prompt/key.h"
#include "prompt/screen_size.h"

namespace re2 {
class RE2;
}

namespace tdbg::prompt {

// Lines of an answer, coloured or not, one at a time; nullopt at the end.
using TextLines = std::function<std::optional<std::string>()>;

// Pulls from its source what is looked at and no more, and keeps what was pulled, up to kMostBytes.
class PagerModel {
 public:
  static constexpr size_t kMostBytes = size_t{512} << 20;

  // Asked now and then while many lines are pulled, with how many there are; false stops.
  using GoOn = std::function<bool(size_t num_lines)>;

  PagerModel(TextLines source, ScreenSize size, GoOn go_on);
  ~PagerModel();

  // Whether there are no more lines than the screen has room for above the prompt. A line that is
  // too wide counts as one: it is wrapped where it is printed. Pulls a screenful.
  bool FitsOneScreen();

  // What was pulled so far.
  const std::vector<std::string>& lines() const { return lines_; }

  // The rows of the text that are shown now: all of the screen but the last row.
  std::vector<std::string> Rows();
  // The last row of the screen: where we are, or what is being typed.
  std::string StatusRow();

  enum class Outcome {
    kStay,
    kLeave,
    kNotMine,  // a character that means nothing here: somebody types the next command
  };
  Outcome Handle(const Key& key);
  bool is_searching() const { return typed_.has_value(); }

  void Resize(ScreenSize size);

 private:
  // A row of the text.
  struct Place {
    size_t line = 0;
    size_t row = 0;  // of the rows that the line takes
  };

  size_t height() const { return size_.rows > 1 ? size_.rows - 1 : 1; }
  bool Has(size_t line);  // pulls as far as that
  std::vector<std::string> RowsOf(size_t line) const;
  std::optional<Place> Forwards(Place from, size_t rows);
  Place Backwards(Place from, size_t rows) const;
  Place LastTop() const { return Backwards({lines_.size(), 0}, height()); }
  void ScrollDown(size_t rows);
  void ScrollUp(size_t rows);
  void ScrollSideways(bool right);
  void GoToEnd();

  Outcome HandleCommand(char command);
  void HandleTyping(const Key& key);
  void StartSearch(const std::string& pattern);
  void FindNext(bool forwards);
  std::vector<TextRange> MatchesIn(const std::string& text) const;

  TextLines source_;
  ScreenSize size_;
  GoOn go_on_;
  std::vector<std::string> lines_;
  size_t num_bytes_ = 0;
  bool ended_ = false;
  bool stopped_ = false;  // by go_on_, since the last key

  Place top_;
  bool wrap_ = false;  // tables are easier to read with their ends cut off
  size_t left_ = 0;    // first column, of lines that are not wrapped

  std::unique_ptr<re2::RE2> pattern_;
  std::optional<size_t> found_;       // line of the last match, until the text is moved by hand
  std::optional<std::string> typed_;  // of a search that is being typed
  std::string message_;               // about the last key
};

}  // namespace tdbg::prompt
