// The prompt on a program that is held.
#pragma once

#include <optional>

#include "cli/user_files.h"
#include "session/live_program.h"
#include "session/session.h"
#include "view/shell.h"

namespace tdbg::cli {

// What the user wants to become of the program.
enum class Wish : uint8_t { kContinue, kDetach, kEnd };

// Remembers from one stop to the next what was set, defined and looked at.
class LivePrompt : private session::LiveProgram {
 public:
  // The session must outlive the prompt.
  explicit LivePrompt(session::Session& session);

  // Shows `event` of `run`, if one is given, as what the program is held at, and talks with the
  // user until they have decided. The session was refreshed before.
  Wish Talk(size_t run, std::optional<query::Alert> alert);

 private:
  void Continue(int64_t) override { wish_ = Wish::kContinue; }
  void Detach() override { wish_ = Wish::kDetach; }
  void End() override { wish_ = Wish::kEnd; }
  void Ignore(session::IgnoredBirths births) override { ignored_.push_back(std::move(births)); }
  void IgnoreNone() override { ignored_.clear(); }
  const std::vector<session::IgnoredBirths>& ignored() const override { return ignored_; }

  UserFiles files_;
  view::Shell shell_;
  Wish wish_ = Wish::kEnd;
  std::vector<session::IgnoredBirths> ignored_;
};

}  // namespace tdbg::cli
