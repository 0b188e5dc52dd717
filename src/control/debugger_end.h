// The debugger's end of the control channel: a socket that every process of the program connects
// to.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/status.h"
#include "control/socket_line.h"

namespace tdbg::control {

// One process of the program.
class Debuggee {
 public:
  explicit Debuggee(SocketLine line) : line_(std::move(line)) {}

  int fd() const { return line_.fd(); }  // poll it for reading; -1 when the process is gone
  bool connected() const { return line_.connected(); }

  // What has arrived since the last call, in order; never blocks. A process that speaks another
  // version or another language is let go; `error` says so.
  std::vector<Report> Receive(Status* error);

  // Returns the number that the answer will have.
  int64_t Send(const Command& command);
  void Close() { line_.Close(); }

 private:
  SocketLine line_;
  int64_t last_request_ = 0;
  bool greeted_ = false;
};

// Move-only. The socket lies in a folder of its own that nobody else may enter, and goes with it.
class Listener {
 public:
  // In $XDG_RUNTIME_DIR, or $TMPDIR, or /tmp: the first that is short enough and can be written.
  static Result<Listener> Open();

  Listener(Listener&& other) noexcept;
  Listener& operator=(Listener&& other) noexcept;
  ~Listener();

  const std::string& path() const { return path_; }  // for TDBG_CONTROL
  int fd() const { return fd_; }                     // poll it for reading

  // A process that has connected; nullopt if none waits. Never blocks. Those of other users are
  // turned away.
  std::optional<Debuggee> Accept();

 private:
  Listener() = default;

  std::string directory_;
  std::string path_;
  int fd_ = -1;
};

}  // namespace tdbg::control
