// A recording that grows under two pairs of eyes: a session that follows it, asked after each
// refresh, and one that opens what is there by then.
#pragma once

#include <map>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "answers_text.h"

namespace tdbg::tests {

class FollowedAnswers {
 public:
  explicit FollowedAnswers(std::string directory) : directory_(std::move(directory)) {}

  // Something was appended. `compare`: what the follower says must be what a newcomer says.
  void Grew(bool compare) {
    if (followed_ == nullptr) {
      followed_ = Open();
    } else {
      const auto refreshed = followed_->Refresh(nullptr);
      ASSERT_TRUE(refreshed.ok()) << refreshed.status().message();
      ForgetRunsThatWent();
      for (auto& [run, memory] : memory_) memory.Grew();
    }
    if (compare) {
      Compare();
    } else {
      AskSomething();
    }
  }

  session::Session& followed() { return *followed_; }

 private:
  std::unique_ptr<session::Session> Open() {
    auto session = session::Session::Open(directory_, nullptr);
    EXPECT_TRUE(session.ok()) << session.status().message();
    return *std::move(session);
  }

  void ForgetRunsThatWent() {
    std::erase_if(memory_, [&](const auto& entry) {
      for (session::RunView& run : followed_->runs()) {
        if (&run == entry.first) return false;
      }
      return true;
    });
  }

  // What is not asked for in one round has more to take in at the next.
  void AskSomething() {
    for (session::RunView& run : followed_->runs()) {
      if (round_ % 2 == 0) run.alerts();
      if (round_ % 3 == 0) session::StepTable(run);
      if (round_ % 5 == 0) memory_[&run].Timeline(run);
      if (round_ % 7 == 0) run.index();
    }
    ++round_;
  }

  void Compare() {
    const std::unique_ptr<session::Session> newcomer = Open();
    ASSERT_EQ(followed_->runs().size(), newcomer->runs().size());
    for (size_t i = 0; i < newcomer->runs().size(); ++i) {
      session::RunView& followed = followed_->runs()[i];
      session::RunView& opened = newcomer->runs()[i];
      rpc::RunMemory fresh;
      const auto expected = AnswersText(opened, 1).Lines(fresh);
      const auto found = AnswersText(followed, 2 + round_).Lines(memory_[&followed]);
      for (size_t k = 0; k < std::min(expected.size(), found.size()); ++k) {
        ASSERT_EQ(found[k], expected[k]) << "round " << round_;
      }
      ASSERT_EQ(found.size(), expected.size());
    }
    ++round_;
  }

  std::string directory_;
  std::unique_ptr<session::Session> followed_;
  std::map<session::RunView*, rpc::RunMemory> memory_;
  uint32_t round_ = 0;
};

}  // namespace tdbg::tests
