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
  void Continue(int64_t births) override { asked = "continue " + std::to_string(births); }
  void Detach() override { asked = "detach"; }
  void End() override { asked = "end"; }
  void Ignore(session::IgnoredBirths births) override { ignored_.push_back(std::move(births)); }
  void IgnoreNone() override { ignored_.clear(); }
  const std::vector<session::IgnoredBirths>& ignored() const override { return ignored_; }

  std::string asked = "nothing";

 private:
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
