// Which lines of the program made which ops. Every frame of a creation stack counts, so a line that
// calls a function has made what the function made.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/status.h"
#include "query/alerts.h"
#include "session/pattern.h"
#include "session/session.h"

namespace tdbg::session {

class SourceIndex {
 public:
  struct File {
    std::string_view path;
    store::SourceFileId id;                                // of the one with text, if any has
    bool users = false;                                    // not a library's
    std::map<int32_t, std::vector<store::StackId>> lines;  // each stack once a line
  };

  // A snapshot: make a new one when the run has grown.
  explicit SourceIndex(const store::Run& run);

  // The files that stand in some stack, sorted by path.
  const std::vector<File>& files() const { return files_; }

  // What was made with this very stack.
  std::span<const store::OpId> Ops(store::StackId stack) const;
  std::span<const store::ExecutionId> Executions(store::StackId stack) const;

 private:
  std::vector<File> files_;
  std::unordered_map<store::StackId, std::vector<store::OpId>> ops_;
  std::unordered_map<store::StackId, std::vector<store::ExecutionId>> executions_;
};

// The file of that path, or the only one whose path ends so; the user's own go before libraries'.
// The mistakes: no such file (with near names), several of them, a recording without sources.
Result<const SourceIndex::File*> FindSource(RunView& run, std::string_view path);

struct SourceCounts {
  int64_t ops = 0;
  int64_t executions = 0;
  int64_t tensors = 0;  // outputs of which something was recorded
  int64_t events = 0;
  int64_t bad_ops = 0;  // ops and executions with an alert
};

// Counts what the file made, as far as its name fits; an execution's name is its op type.
SourceCounts CountMade(RunView& run, const SourceIndex::File& file, const Pattern& names);

}  // namespace tdbg::session
