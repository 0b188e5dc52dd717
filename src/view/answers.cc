#include "view/answers.h"

namespace tdbg::view {
namespace {

constexpr size_t kMostAnswers = 10;

}  // namespace

void Answers::Keep(const Document& answer) {
  if (!pages_.empty()) pages_.resize(shown_ + 1);
  pages_.push_back(answer);
  if (pages_.size() > kMostAnswers) pages_.erase(pages_.begin());
  shown_ = pages_.size() - 1;
  found_line = 0;
}

void Answers::Clear() {
  pages_.clear();
  shown_ = 0;
}

const Document* Answers::Older() { return shown_ == 0 ? nullptr : &pages_[--shown_]; }

const Document* Answers::Newer() {
  return shown_ + 1 >= pages_.size() ? nullptr : &pages_[++shown_];
}

}  // namespace tdbg::view
