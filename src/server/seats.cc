#include "server/seats.h"

#include <algorithm>

namespace tdbg::server {

Seats::Seat::Seat(Seats& seats) : seats_(seats) {
  taken_ = seats_.MakeRoom();
  if (taken_) place_ = seats_.strangers_.insert(seats_.strangers_.end(), this);
}

Seats::Seat::~Seat() {
  if (trusted_) {
    --seats_.trusted_;
  } else if (taken_) {
    seats_.strangers_.erase(place_);
  }
}

void Seats::Seat::Trust() {
  if (trusted_ || !taken_) return;
  trusted_ = true;
  ++seats_.trusted_;
  seats_.strangers_.erase(place_);
}

// A stranger who has said nothing yet that lets him in leaves for one who may. His connection ends
// when it comes to its turn; until then there is one more than the most.
bool Seats::MakeRoom() {
  if (trusted_ >= kMost) return false;
  if (trusted_ + strangers_.size() < kMost) return true;
  const auto longest =
      std::ranges::find_if(strangers_, [](const Seat* seat) { return seat->stream_ != nullptr; });
  if (longest == strangers_.end()) return false;
  (*longest)->stream_->close();
  (*longest)->stream_ = nullptr;
  return true;
}

}  // namespace tdbg::server
