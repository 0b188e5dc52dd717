// A descriptor by which one thread wakes another that polls.
#pragma once

namespace tdbg::session {

class WakeUp {
 public:
  WakeUp();
  ~WakeUp();
  WakeUp(const WakeUp&) = delete;
  WakeUp& operator=(const WakeUp&) = delete;

  int fd() const { return fd_; }  // readable from Wake until Sleep
  void Wake() const;              // from any thread
  void Sleep() const;

 private:
  int fd_;
};

}  // namespace tdbg::session
