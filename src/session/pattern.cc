#include "session/pattern.h"

namespace tdbg::session {

Result<Pattern> Pattern::Compile(const std::optional<std::string>& text, bool ignore_case) {
  Pattern pattern;
  if (!text) return pattern;
  RE2::Options options;
  options.set_log_errors(false);
  options.set_case_sensitive(!ignore_case);
  pattern.regex_ = std::make_unique<RE2>(*text, options);
  if (!pattern.regex_->ok()) {
    return InvalidArgument("'" + *text + "' is no regular expression: " + pattern.regex_->error());
  }
  return pattern;
}

}  // namespace tdbg::session
