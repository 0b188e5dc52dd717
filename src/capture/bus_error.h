// SIGBUS: what the program gets when it touches memory whose file was cut. Where that file is ours,
// the program must not notice; every other SIGBUS goes where it went without us.
#pragma once

namespace tdbg::capture {

// Puts a handler of ours before the one that is there now, unless it is there already. To be called
// now and again, by one thread at a time: the program may set a handler of its own at any moment,
// and is asked whenever the signal is not for us. False if that cannot be done.
bool GuardAgainstBusErrors();

// While it lives the calling thread can be saved by the handler, though it blocks all signals.
class BusErrorsUnblocked {
 public:
  BusErrorsUnblocked();
  ~BusErrorsUnblocked();
  BusErrorsUnblocked(const BusErrorsUnblocked&) = delete;
  BusErrorsUnblocked& operator=(const BusErrorsUnblocked&) = delete;

 private:
  bool was_blocked_ = false;
};

}  // namespace tdbg::capture
