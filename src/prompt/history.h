// The lines that were typed before, oldest first, and how to find one again.
#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

namespace tdbg::prompt {

// Memory only; prompt/history_file.h keeps it across runs.
class History {
 public:
  static constexpr size_t kMost = 1000;

  // Keeps the line, and forgets the oldest if there are too many. Returns false for lines that are
  // not kept: empty, beginning with a blank, or the same as the one before.
  bool Add(std::string_view line);

  const std::deque<std::string>& lines() const { return lines_; }

  // The nearest line older (newer) than the one at `from` that begins with `prefix`, and is not
  // `but`. `from` may be lines().size(), which is newer than all.
  std::optional<size_t> OlderWithPrefix(size_t from, std::string_view prefix,
                                        std::string_view but) const;
  std::optional<size_t> NewerWithPrefix(size_t from, std::string_view prefix,
                                        std::string_view but) const;

  // The nearest line at or older (newer) than `from` that contains `text`.
  std::optional<size_t> OlderWith(size_t from, std::string_view text) const;
  std::optional<size_t> NewerWith(size_t from, std::string_view text) const;

 private:
  std::deque<std::string> lines_;
};

}  // namespace tdbg::prompt
