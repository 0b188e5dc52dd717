// The last answers, to go back to and to search.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "view/document.h"

namespace tdbg::view {

// One of the answers, if there is any, is the one shown: the latest, unless the user went back.
class Answers {
 public:
  // The answer becomes the latest one and the one shown. Those after the one shown until now, which
  // the user left by going back, are given up, and so is the oldest if there are too many.
  void Keep(const Document& answer);

  // They hold rows of the session, so they are gone when it was refreshed.
  void Clear();

  const Document* shown() const { return pages_.empty() ? nullptr : &pages_[shown_]; }

  // Goes to the answer before or after the one shown, and gives it; null if there is none.
  const Document* Older();
  const Document* Newer();

  std::string search;     // the regular expression that / looked for last; "" if there is none
  size_t found_line = 0;  // of the answer shown: where the last match was

 private:
  std::vector<Document> pages_;  // oldest first
  size_t shown_ = 0;
};

}  // namespace tdbg::view
