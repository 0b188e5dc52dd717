// What a prompt needs beside a session, for tests: a program that only notes what it was asked, and
// files of nobody.
#pragma once

#include <string>
#include <vector>

#include "session/live_program.h"
#include "view/workspace.h"

namespace tdbg::tests {

class NotedProgram : public session::LiveProgram {
 public:
  session::TargetState state() override { return {.phase = session::Phase::kHeld}; }
  Status Continue(int64_t births) override { return Note("continue " + std::to_string(births)); }
  Status Detach() override { return Note("detach"); }
  Status End() override { return Note("end"); }
  void Ignore(session::IgnoredBirths births) override { ignored_.push_back(std::move(births)); }
  void IgnoreNone() override { ignored_.clear(); }
  std::vector<session::IgnoredBirths> ignored() override { return ignored_; }

  std::string asked = "nothing";

 private:
  Status Note(std::string request) {
    asked = std::move(request);
    return Status::Ok();
  }

  std::vector<session::IgnoredBirths> ignored_;
};

class NoFiles : public view::Files {
 public:
  Result<std::string> Read(const std::string&) override { return script; }
  std::vector<std::string> List(const std::string&) override { return {}; }
  Status Write(const std::string&, std::string_view, bool) override { return Status::Ok(); }

  std::string script;
};

}  // namespace tdbg::tests
