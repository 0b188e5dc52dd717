// Regular expressions that users type: looked for anywhere in a name, ^ and $ tie them to its ends.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <re2/re2.h>

#include "base/status.h"

namespace tdbg::session {

class Pattern {
 public:
  Pattern() = default;  // everything fits

  // Without a text everything fits.
  static Result<Pattern> Compile(const std::optional<std::string>& text, bool ignore_case = false);

  bool Fits(std::string_view text) const {
    return regex_ == nullptr ||
           RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), *regex_);
  }
  bool FitsAll() const { return regex_ == nullptr; }

 private:
  std::unique_ptr<RE2> regex_;
};

}  // namespace tdbg::session
