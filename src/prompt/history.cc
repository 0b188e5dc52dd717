#include "prompt/history.h"

#include <algorithm>

namespace tdbg::prompt {

bool History::Add(std::string_view line) {
  if (line.empty() || line[0] == ' ' || line[0] == '\t') return false;
  if (!lines_.empty() && lines_.back() == line) return false;
  lines_.emplace_back(line);
  if (lines_.size() > kMost) lines_.pop_front();
  return true;
}

std::optional<size_t> History::OlderWithPrefix(size_t from, std::string_view prefix,
                                               std::string_view but) const {
  for (size_t i = std::min(from, lines_.size()); i-- > 0;) {
    if (lines_[i].starts_with(prefix) && lines_[i] != but) return i;
  }
  return std::nullopt;
}

std::optional<size_t> History::NewerWithPrefix(size_t from, std::string_view prefix,
                                               std::string_view but) const {
  for (size_t i = from + 1; i < lines_.size(); ++i) {
    if (lines_[i].starts_with(prefix) && lines_[i] != but) return i;
  }
  return std::nullopt;
}

std::optional<size_t> History::OlderWith(size_t from, std::string_view text) const {
  for (size_t i = std::min(from + 1, lines_.size()); i-- > 0;) {
    if (lines_[i].find(text) != std::string::npos) return i;
  }
  return std::nullopt;
}

std::optional<size_t> History::NewerWith(size_t from, std::string_view text) const {
  for (size_t i = from; i < lines_.size(); ++i) {
    if (lines_[i].find(text) != std::string::npos) return i;
  }
  return std::nullopt;
}

}  // namespace tdbg::prompt
