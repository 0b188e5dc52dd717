// Bad tensors of eager ops, found again by where they lie: no graph tells which op reads what
// another one made, and a bad value of which nothing bad is made has done no harm.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>

#include "format/records.h"
#include "vocabulary/verdict.h"

namespace tdbg::capture {

// For any thread.
class EagerValues {
 public:
  struct Value {
    uint64_t execution = 0;
    uint32_t slot = 0;
    uint32_t op = 0;
    int64_t time_ns = 0;
    uint64_t digest = 0;  // as IncidentLimits has it
    Judgement judgement;
    bool handed_in = false;  // by the program: no birth until something bad was made of it
    bool kept = false;       // with its elements
  };

  // Whether anything is known here.
  bool any() const { return known_.load(std::memory_order_relaxed) != 0; }
  // Whether the next op may tell what becomes of a value, though it makes nothing bad.
  bool awaits() const { return awaited_.load(std::memory_order_relaxed) != 0; }
  // Whether it matters that memory is freed.
  bool follows() const { return born_.load(std::memory_order_relaxed) != 0; }

  // From now on reads of the tensor at `data` are of this value. Answers with the value of which
  // nothing more will be learnt in its stead: of `value` itself where enough are followed.
  std::optional<Value> Add(const void* data, const Value& value);

  // The memory is freed: what comes to its place is another tensor.
  void Forget(const void* data);

  // The value that lies there.
  std::optional<Value> Find(const void* data);

  // To be called once for each op that is looked at while values are awaited.
  std::optional<Value> OpPasses();

  // An op has read the value that lies at `data`. nullopt if there is none or nothing new in that.
  struct News {
    Value value;
    format::Reading reading;
    bool harms = false;  // the first sign that something bad came of it
  };
  std::optional<News> Read(const void* data, format::Reading reading);

 private:
  struct Entry {
    const void* data = nullptr;
    Value value;
    bool awaited = false;
    bool clean = false;
    bool harmed = false;
    bool left = false;
    uint32_t bad_readers = 0;
    uint64_t since = 0;  // op_count_
  };

  static constexpr uint32_t kBadReaders = 20;  // are recorded of one value
  static constexpr uint32_t kMostBorn = 1000;  // values of ops are followed in a run
  static constexpr uint64_t kPatience = 1000;  // ops that are looked at for one value

  Entry* FindLocked(const void* data);
  void Await(Entry& entry, bool awaited);
  void Clear(Entry& entry);
  std::optional<Value> GiveUp(Entry& entry);

  std::mutex mutex_;
  std::array<Entry, 64> entries_;
  size_t next_ = 0;  // to be overwritten
  uint64_t op_count_ = 0;
  uint32_t born_so_far_ = 0;
  std::atomic<uint32_t> known_{0};
  std::atomic<uint32_t> awaited_{0};
  std::atomic<uint32_t> born_{0};  // entries that are no handed in values
};

}  // namespace tdbg::capture
