#include "prompt/line_editing.h"

#include <algorithm>
#include <utility>

#include "base/glyph.h"
#include "base/printable.h"

namespace tdbg::prompt {
namespace {

constexpr std::string_view kGoesOnWithWord = "[]():#,";

}  // namespace

void LineEditing::Begin(std::string prompt, std::string doubtful) {
  prompt_ = std::move(prompt);
  doubtful_ = std::move(doubtful);
  buffer_.Clear();
  browsing_.reset();
  search_.reset();
  listing_.reset();
  blank_added_ = false;
}

LineEditing::Outcome LineEditing::Handle(const Key& key) {
  const auto is_control = [&](std::string_view letter) {
    return key.code == KeyCode::kControl && key.text == letter;
  };
  if (is_control("c")) return Outcome::kCancelled;
  if (search_ && HandleSearch(key)) return Outcome::kEditing;
  search_.reset();
  const bool completes = key.code == KeyCode::kTab || key.code == KeyCode::kShiftTab;
  if (!completes) listing_.reset();
  const bool browses =
      key.code == KeyCode::kUp || key.code == KeyCode::kDown || is_control("p") || is_control("n");
  if (!browses) browsing_.reset();
  if (key.code == KeyCode::kEnter) return Outcome::kAccepted;
  if (key.code == KeyCode::kPaste) return HandlePaste(key.text);
  if (is_control("d") && buffer_.text().empty()) return Outcome::kEnded;
  if (key.code != KeyCode::kText || key.text == " ") doubtful_.clear();
  HandleEditing(key);
  return Outcome::kEditing;
}

void LineEditing::HandleEditing(const Key& key) {
  const bool goes_on =
      key.code == KeyCode::kText && kGoesOnWithWord.find(key.text) != key.text.npos;
  if (std::exchange(blank_added_, false) && goes_on) buffer_.EraseLeft();
  switch (key.code) {
    case KeyCode::kText:
      return HandleText(key.text);
    case KeyCode::kControl:
      return HandleControl(key.text[0]);
    case KeyCode::kAlt:
      return HandleAlt(key.text[0]);
    case KeyCode::kTab:
      return Complete(true);
    case KeyCode::kShiftTab:
      return Complete(false);
    case KeyCode::kBackspace:
      return buffer_.EraseLeft();
    case KeyCode::kDelete:
      return buffer_.EraseRight();
    case KeyCode::kAltBackspace:
      return buffer_.KillWordLeft();
    case KeyCode::kLeft:
      return buffer_.MoveLeft();
    case KeyCode::kRight:
      return buffer_.MoveRight();
    case KeyCode::kWordLeft:
      return buffer_.MoveWordLeft();
    case KeyCode::kWordRight:
      return buffer_.MoveWordRight();
    case KeyCode::kHome:
      return buffer_.MoveHome();
    case KeyCode::kEnd:
      return buffer_.MoveEnd();
    case KeyCode::kUp:
      return GoOlder();
    case KeyCode::kDown:
      return GoNewer();
    default:
      return;
  }
}

void LineEditing::HandleText(const std::string& text) {
  buffer_.Insert(text);
  const auto can_be_completed = [&](const std::string& line) {
    return complete_ && !complete_(line, line.size()).candidates.empty();
  };
  if (doubtful_.empty() || can_be_completed(buffer_.text())) return;
  const std::string whole = std::exchange(doubtful_, "") + buffer_.text();
  if (can_be_completed(whole)) buffer_.Set(whole);
}

void LineEditing::HandleControl(char letter) {
  switch (letter) {
    case 'a':
      return buffer_.MoveHome();
    case 'b':
      return buffer_.MoveLeft();
    case 'd':
      return buffer_.EraseRight();
    case 'e':
      return buffer_.MoveEnd();
    case 'f':
      return buffer_.MoveRight();
    case 'k':
      return buffer_.KillToEnd();
    case 'n':
      return GoNewer();
    case 'p':
      return GoOlder();
    case 'r':
      search_ = Search{"", history_.lines().size(), true, buffer_.text()};
      return;
    case 't':
      return buffer_.Transpose();
    case 'u':
      return buffer_.KillToHome();
    case 'w':
      return buffer_.KillBlankWordLeft();
    case 'y':
      return buffer_.Yank();
    default:
      return;
  }
}

void LineEditing::HandleAlt(char letter) {
  switch (letter) {
    case 'b':
      return buffer_.MoveWordLeft();
    case 'd':
      return buffer_.KillWordRight();
    case 'f':
      return buffer_.MoveWordRight();
    default:
      return;
  }
}

LineEditing::Outcome LineEditing::HandlePaste(const std::string& pasted) {
  const size_t end = pasted.find_first_of("\r\n");
  buffer_.Insert(Cleaned(std::string_view(pasted).substr(0, end)));
  if (end == std::string::npos) return Outcome::kEditing;
  const bool two_bytes = pasted.compare(end, 2, "\r\n") == 0;
  paste_rest_ = pasted.substr(end + (two_bytes ? 2 : 1));
  return Outcome::kAccepted;
}

void LineEditing::Complete(bool forwards) {
  if (listing_) {
    const size_t count = listing_->completion.candidates.size();
    const size_t step = forwards ? 1 : count - 1;
    const size_t next = listing_->chosen ? *listing_->chosen + step : forwards ? 0 : count - 1;
    listing_->chosen = next % count;
    buffer_.Replace(listing_->completion.begin, buffer_.cursor(),
                    listing_->completion.candidates[*listing_->chosen].text);
    return;
  }
  if (!complete_) return;
  const size_t cursor = buffer_.cursor();
  view::Completion completion = complete_(buffer_.text(), cursor);
  if (completion.candidates.empty()) {
    bell_ = true;
    return;
  }
  completion.begin = std::min(completion.begin, cursor);
  if (completion.candidates.size() == 1) {
    const bool is_there =
        buffer_.text().compare(cursor, completion.after.size(), completion.after) == 0;
    buffer_.Replace(completion.begin, cursor,
                    completion.candidates[0].text + (is_there ? "" : completion.after));
    blank_added_ = !is_there && completion.after == " ";
    return;
  }
  const std::string word = buffer_.text().substr(completion.begin, cursor - completion.begin);
  const std::string prefix = CommonPrefix(completion.candidates);
  if (prefix.starts_with(word)) buffer_.Replace(completion.begin, cursor, prefix);
  listing_ = Listing{std::move(completion), std::nullopt};
}

void LineEditing::GoOlder() {
  if (!browsing_) browsing_ = Browsing{buffer_.text(), history_.lines().size()};
  const auto found = history_.OlderWithPrefix(browsing_->at, browsing_->typed, buffer_.text());
  bell_ = !found;
  if (!found) return;
  browsing_->at = *found;
  buffer_.Set(history_.lines()[*found]);
}

void LineEditing::GoNewer() {
  bell_ = !browsing_;
  if (!browsing_) return;
  const auto found = history_.NewerWithPrefix(browsing_->at, browsing_->typed, buffer_.text());
  buffer_.Set(found ? history_.lines()[*found] : browsing_->typed);
  if (found) {
    browsing_->at = *found;
  } else {
    browsing_.reset();
  }
}

bool LineEditing::HandleSearch(const Key& key) {
  Search& search = *search_;
  const bool is_control = key.code == KeyCode::kControl;
  if (key.code == KeyCode::kText) {
    search.text += key.text;
    ShowFound(history_.OlderWith(search.at, search.text));
  } else if (key.code == KeyCode::kBackspace) {
    search.text.resize(PreviousStop(search.text, search.text.size()));
    ShowFound(history_.OlderWith(history_.lines().size(), search.text));
  } else if (is_control && key.text == "r") {
    if (search.text.empty()) {
      search.text = last_search_;
      ShowFound(history_.OlderWith(search.at, search.text));
    } else {
      const bool at_oldest = search.at == 0;
      ShowFound(at_oldest ? std::nullopt : history_.OlderWith(search.at - 1, search.text));
    }
  } else if (is_control && key.text == "s") {
    ShowFound(history_.NewerWith(search.at + 1, search.text));
  } else if (key.code == KeyCode::kEscape || (is_control && key.text == "g")) {
    buffer_.Set(search.before);
    search_.reset();
  } else {
    return false;
  }
  return true;
}

void LineEditing::ShowFound(std::optional<size_t> found) {
  last_search_ = search_->text;
  search_->found = found.has_value();
  bell_ = !found;
  if (!found) return;
  search_->at = *found;
  const std::string& line = history_.lines()[*found];
  buffer_.Set(line);
  buffer_.MoveTo(line.find(search_->text));
}

LinePicture LineEditing::Picture(ScreenSize size) const {
  LinePicture picture{prompt_, buffer_.text(), buffer_.cursor(), {}};
  if (search_) {
    picture.prompt = (search_->found ? "search '" : "nothing has '") + search_->text + "': ";
  }
  if (listing_) {
    const size_t width = DisplayColumns(prompt_) + DisplayColumns(buffer_.text());
    const size_t taken =
        width / size.columns + 2;  // the rows of the line, and one of what was there before
    const ScreenSize room{size.columns, size.rows > taken ? size.rows - taken : 0};
    picture.below = ListRows(listing_->completion.candidates, room, listing_->chosen, colour_);
  }
  return picture;
}

bool LineEditing::TakeBell() { return std::exchange(bell_, false); }

std::string LineEditing::TakePasteRest() { return std::exchange(paste_rest_, ""); }

}  // namespace tdbg::prompt
