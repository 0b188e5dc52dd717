// Places for connections: so many at a time, and who has shown that he may ask goes first.
#pragma once

#include <cstddef>
#include <list>

#include <boost/beast/core/tcp_stream.hpp>

namespace tdbg::server {

// Belongs to the I/O thread.
class Seats {
 public:
  static constexpr size_t kMost = 256;

  // Of one connection, from its beginning to its end.
  class Seat {
   public:
    explicit Seat(Seats& seats);
    ~Seat();
    Seat(const Seat&) = delete;
    Seat& operator=(const Seat&) = delete;

    // False: the server is full.
    bool taken() const { return taken_; }

    // The stream that is closed if the place is needed for somebody else; it outlives the seat's
    // use by others, which ends with trust.
    void Hold(boost::beast::tcp_stream& stream) { stream_ = &stream; }

    // A request of it was let in: the place is its own from now on.
    void Trust();

   private:
    friend class Seats;
    Seats& seats_;
    bool taken_ = true;
    bool trusted_ = false;
    boost::beast::tcp_stream* stream_ = nullptr;
    std::list<Seat*>::iterator place_;
  };

 private:
  bool MakeRoom();

  std::list<Seat*> strangers_;  // the longest there first
  size_t trusted_ = 0;
};

}  // namespace tdbg::server
