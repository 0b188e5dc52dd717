// What the debug nodes of the graphs say: which outputs they watch, and how.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>

#include "importers/tfdbg1/numeric_summary.h"
#include "store/ids.h"
#include "store/tensor_event.h"

namespace tdbg::importers::tfdbg1 {

class WatchTable {
 public:
  void Add(store::OpId op, int32_t slot, Detail detail, const Watch& watch);

  // nullopt if no debug node of this kind watches the output.
  std::optional<Watch> Find(store::OpId op, int32_t slot, Detail detail) const;

 private:
  static uint64_t Key(store::OpId op, int32_t slot, Detail detail) {
    return (static_cast<uint64_t>(op.index()) << 32) | (static_cast<uint32_t>(slot) << 4) |
           static_cast<uint64_t>(detail);
  }

  std::unordered_map<uint64_t, Watch> watches_;
};

}  // namespace tdbg::importers::tfdbg1
