// Bad tensors of eager ops, found again by where they lie: no graph tells which op reads what
// another one made, and a bad value of which nothing bad is made has done no harm.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <vector>

#include "capture/eager_value.h"
#include "capture/open_births.h"
#include "format/records.h"

namespace tdbg::capture {

// For any thread.
class EagerValues {
 public:
  // Whether anything is known here, or is to be told.
  bool any() const { return known_.load(std::memory_order_relaxed) != 0; }
  // Whether the next op may tell what becomes of a value, though it makes nothing bad.
  bool awaits() const { return awaited_.load(std::memory_order_relaxed) != 0; }
  // Whether it matters that memory is freed.
  bool follows() const { return born_.load(std::memory_order_relaxed) != 0; }

  // From now on reads of the tensor at `data` are of this value. If that is a birth, or made of
  // one, the birth is decided once it is known what becomes of all that was made of it. Answers
  // with the value of which nothing more will be learnt in its stead.
  std::optional<EagerValue> Add(const void* data, EagerValue value);

  // The memory is freed: what comes to its place is another tensor.
  void Forget(const void* data);

  // The value that lies there.
  std::optional<EagerValue> Find(const void* data);

  // To be called once for each op that is looked at while values are awaited.
  std::optional<EagerValue> OpPasses();

  // An op has read the value that lies at `data`; `in_graph`: an op of a graph, which tells what
  // became of what it made. nullopt if there is none or nothing new in that.
  struct News {
    EagerValue value;
    format::Reading reading;
    bool harms = false;  // the first sign that something bad came of it
  };
  std::optional<News> Read(const void* data, format::Reading reading, bool in_graph);

  // An op has put the value that lies at `data` away in a variable, or in a dataset or a list. From
  // now on nothing has come of it until something like it is taken out. nullopt if it lies there
  // already.
  std::optional<EagerValue> PutAway(const void* data, PutInto where);
  // Those that were put away there and are like what was taken out: it may be any of them.
  std::vector<EagerValue> TakenOut(PutInto where, const Likeness& likeness);

  // Something bad that came of the birth goes on.
  void Decide(uint32_t birth);
  bool any_decided() const { return births_.any_decided(); }
  // A birth that was decided and is not told yet; each is told once.
  std::optional<EagerValue> TakeDecided();
  // The same at the end of the program: what nobody has read was kept.
  std::optional<EagerValue> TakeKept();

 private:
  struct Entry {
    const void* data = nullptr;
    EagerValue value;
    bool awaited = false;
    bool clean = false;
    bool harmed = false;
    bool left = false;
    uint32_t bad_readers = 0;
    uint64_t since = 0;  // op_count_

    bool WasRead() const { return clean || left || bad_readers != 0; }
  };
  struct PutAwayValue {
    PutInto where;
    EagerValue value;
  };

  static constexpr uint32_t kBadReaders = 20;  // are recorded of one value
  static constexpr uint32_t kMostBorn = 1000;  // values of ops are followed in a run
  static constexpr uint64_t kPatience = 1000;  // ops that are looked at for one value
  static constexpr size_t kMostPutAway = 32;   // are known; a newer one takes the place of an older

  Entry* FindLocked(const void* data);
  void Await(Entry& entry, bool awaited);
  void Clear(Entry& entry);
  std::optional<EagerValue> GiveUp(Entry& entry);

  std::mutex mutex_;
  std::array<Entry, 64> entries_;
  size_t next_ = 0;  // to be overwritten
  std::atomic<uint32_t> known_{0};
  OpenBirths births_{known_};
  std::vector<PutAwayValue> put_away_;
  size_t next_put_away_ = 0;  // to be overwritten
  uint64_t op_count_ = 0;
  uint32_t born_so_far_ = 0;
  std::atomic<uint32_t> awaited_{0};
  std::atomic<uint32_t> born_{0};  // entries that are no handed in values
};

}  // namespace tdbg::capture
