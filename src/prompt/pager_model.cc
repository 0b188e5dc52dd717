#include "prompt/pager_model.h"

#include <algorithm>
#include <utility>

#include <re2/re2.h>

#include "base/glyph.h"
#include "base/printable.h"

namespace tdbg::prompt {
namespace {

constexpr size_t kAskEvery = 1000;  // lines
constexpr size_t kMostMatches = 1000;

}  // namespace

PagerModel::PagerModel(TextLines source, ScreenSize size, GoOn go_on)
    : source_(std::move(source)), size_(size), go_on_(std::move(go_on)) {}
PagerModel::~PagerModel() = default;

bool PagerModel::Has(size_t line) {
  while (line >= lines_.size() && !ended_ && !stopped_) {
    std::optional<std::string> next = source_();
    if (next) {
      num_bytes_ += next->size() + sizeof(std::string);
      lines_.push_back(*std::move(next));
    }
    const bool too_much = num_bytes_ > kMostBytes;
    if (too_much) message_ = "that is more text than is kept";
    ended_ = !next || too_much;
    // go_on_ is asked at the end, too: a source that was told to stop looks like one that has no
    // more.
    if (ended_ || lines_.size() % kAskEvery == 0) stopped_ = !go_on_(lines_.size());
    if (stopped_) message_ = "interrupted";
  }
  return line < lines_.size();
}

bool PagerModel::FitsOneScreen() { return !Has(height()); }

std::vector<std::string> PagerModel::RowsOf(size_t line) const {
  std::string text = lines_[line];
  if (pattern_) text = Marked(text, MatchesIn(WithoutEscapes(text)));
  if (wrap_) return Wrapped(text, size_.columns);
  return {Cut(text, left_, size_.columns)};
}

std::optional<PagerModel::Place> PagerModel::Forwards(Place from, size_t rows) {
  while (Has(from.line)) {
    const size_t count = RowsOf(from.line).size();
    if (from.row + rows < count) return Place{from.line, from.row + rows};
    rows -= count - from.row;
    from = {from.line + 1, 0};
  }
  return std::nullopt;
}

PagerModel::Place PagerModel::Backwards(Place from, size_t rows) const {
  while (rows > from.row) {
    if (from.line == 0) return {};
    rows -= from.row + 1;
    --from.line;
    from.row = RowsOf(from.line).size() - 1;
  }
  return {from.line, from.row - rows};
}

std::vector<std::string> PagerModel::Rows() {
  std::vector<std::string> rows;
  size_t skipped = top_.row;
  for (size_t line = top_.line; rows.size() < height() && Has(line); ++line) {
    for (std::string& row : RowsOf(line)) {
      if (skipped > 0) {
        --skipped;
      } else if (rows.size() < height()) {
        rows.push_back(std::move(row));
      }
    }
  }
  return rows;
}

std::string PagerModel::StatusRow() {
  const size_t width = size_.columns > 1 ? size_.columns - 1 : 1;
  if (typed_) return Cut("/" + *typed_, 0, width);
  const std::optional<Place> last = Forwards(top_, height() - 1);
  const size_t last_line = last ? last->line + 1 : lines_.size();
  std::string status = message_.empty() ? " " : " " + message_ + " | ";
  status += "lines " + std::to_string(top_.line + 1) + "–" + std::to_string(last_line);
  const bool at_end = !Forwards(top_, height()) && ended_;
  if (ended_) status += " of " + std::to_string(lines_.size());
  if (at_end) status += ", the end";
  if (left_ > 0) status += ", from column " + std::to_string(left_ + 1);
  status += " | Space on, b back, → right, w wrap, / search, q leave ";
  return Styled(view::Style::kHighlight, Cut(status, 0, width));
}

PagerModel::Outcome PagerModel::Handle(const Key& key) {
  message_.clear();
  stopped_ = false;
  if (typed_) {
    HandleTyping(key);
    return Outcome::kStay;
  }
  switch (key.code) {
    case KeyCode::kText:
      return HandleCommand(key.text[0]);
    case KeyCode::kPageDown:
      ScrollDown(height());
      return Outcome::kStay;
    case KeyCode::kPageUp:
      ScrollUp(height());
      return Outcome::kStay;
    case KeyCode::kEnter:
    case KeyCode::kDown:
      ScrollDown(1);
      return Outcome::kStay;
    case KeyCode::kUp:
      ScrollUp(1);
      return Outcome::kStay;
    case KeyCode::kHome:
      ScrollUp(SIZE_MAX);
      return Outcome::kStay;
    case KeyCode::kEnd:
      GoToEnd();
      return Outcome::kStay;
    case KeyCode::kRight:
    case KeyCode::kLeft:
      ScrollSideways(key.code == KeyCode::kRight);
      return Outcome::kStay;
    case KeyCode::kControl:
      return key.text == "c" || key.text == "d" ? Outcome::kLeave : Outcome::kStay;
    default:
      return Outcome::kStay;
  }
}

PagerModel::Outcome PagerModel::HandleCommand(char command) {
  switch (command) {
    case 'q':
      return Outcome::kLeave;
    case ' ':
    case 'f':
      ScrollDown(height());
      return Outcome::kStay;
    case 'b':
      ScrollUp(height());
      return Outcome::kStay;
    case 'j':
      ScrollDown(1);
      return Outcome::kStay;
    case 'k':
      ScrollUp(1);
      return Outcome::kStay;
    case 'g':
      ScrollUp(SIZE_MAX);
      return Outcome::kStay;
    case 'G':
      GoToEnd();
      return Outcome::kStay;
    case 'w':
      wrap_ = !wrap_;
      left_ = 0;
      top_.row = 0;
      return Outcome::kStay;
    case '/':
      typed_ = "";
      return Outcome::kStay;
    case 'n':
    case 'N':
      FindNext(command == 'n');
      return Outcome::kStay;
    default:
      return Outcome::kNotMine;
  }
}

void PagerModel::ScrollDown(size_t rows) {
  found_.reset();
  const std::optional<Place> target = Forwards(top_, rows);
  if (target && Forwards(*target, height() - 1)) {
    top_ = *target;
  } else if (Forwards(top_, height())) {  // never back up, where less than a screen is left
    top_ = LastTop();
  }
}

void PagerModel::ScrollUp(size_t rows) {
  found_.reset();
  top_ = rows == SIZE_MAX ? Place{} : Backwards(top_, rows);
}

void PagerModel::ScrollSideways(bool right) {
  if (wrap_) {
    wrap_ = false;
    top_.row = 0;
    if (!right) return;
  }
  const size_t step = std::max<size_t>(size_.columns / 2, 1);
  if (!right) {
    left_ -= std::min(left_, step);
    return;
  }
  size_t widest = 0;
  for (size_t line = top_.line; line < top_.line + height() && Has(line); ++line) {
    widest = std::max(widest, DisplayColumns(WithoutEscapes(lines_[line])));
  }
  if (left_ + step < widest) left_ += step;
}

void PagerModel::GoToEnd() {
  found_.reset();
  static_cast<void>(Has(SIZE_MAX));
  top_ = LastTop();
}

void PagerModel::HandleTyping(const Key& key) {
  switch (key.code) {
    case KeyCode::kText:
      *typed_ += key.text;
      return;
    case KeyCode::kPaste:
      *typed_ += Cleaned(key.text);
      return;
    case KeyCode::kBackspace:
      if (typed_->empty()) {
        typed_.reset();
      } else {
        typed_->resize(PreviousStop(*typed_, typed_->size()));
      }
      return;
    case KeyCode::kEnter:
      StartSearch(*std::exchange(typed_, std::nullopt));
      return;
    case KeyCode::kEscape:
    case KeyCode::kControl:
      typed_.reset();
      return;
    default:
      return;
  }
}

void PagerModel::StartSearch(const std::string& pattern) {
  if (!pattern.empty()) {
    auto compiled = std::make_unique<re2::RE2>(pattern, re2::RE2::Quiet);
    if (!compiled->ok()) {
      message_ = "no regular expression: " + Cleaned(compiled->error());
      return;
    }
    pattern_ = std::move(compiled);
    found_.reset();
  }
  FindNext(true);
}

void PagerModel::FindNext(bool forwards) {
  if (!pattern_) {
    message_ = "nothing was searched for yet: / and a regular expression";
    return;
  }
  const auto matches = [&](size_t line) {
    return re2::RE2::PartialMatch(WithoutEscapes(lines_[line]), *pattern_);
  };
  std::optional<size_t> found;
  if (forwards) {
    size_t line = found_ ? *found_ + 1 : top_.line;
    while (Has(line) && !matches(line)) ++line;
    if (line < lines_.size()) found = line;
  } else {
    for (size_t line = found_.value_or(top_.line); !found && line-- > 0;) {
      if (matches(line)) found = line;
    }
  }
  if (!found) {
    if (message_.empty()) {
      message_ =
          std::string(forwards ? "no more below" : "no more above") + " of " + pattern_->pattern();
    }
    return;
  }
  found_ = found;
  top_ = {*found, 0};
  if (!Forwards(top_, height() - 1)) top_ = LastTop();
}

std::vector<TextRange> PagerModel::MatchesIn(const std::string& text) const {
  std::vector<TextRange> ranges;
  re2::StringPiece match;
  for (size_t at = 0; at <= text.size() && ranges.size() < kMostMatches;) {
    if (!pattern_->Match(text, at, text.size(), re2::RE2::UNANCHORED, &match, 1)) break;
    const auto begin = static_cast<size_t>(match.data() - text.data());
    if (!match.empty()) ranges.push_back({begin, begin + match.size()});
    at = begin + std::max<size_t>(match.size(), 1);
  }
  return ranges;
}

void PagerModel::Resize(ScreenSize size) {
  size_ = size;
  top_.row = 0;
}

}  // namespace tdbg::prompt
