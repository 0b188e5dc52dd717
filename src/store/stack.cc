#include "store/stack.h"

namespace tdbg::store {

StackId StackTable::Intern(std::span<const FrameId> frames) {
  auto [it, added] =
      ids_.try_emplace(std::vector<FrameId>(frames.begin(), frames.end()), StackId(stacks_.size()));
  if (added) stacks_.push_back(&it->first);
  return it->second;
}

std::span<const FrameId> StackTable::frames(StackId id) const {
  if (!id.valid()) return {};
  return *stacks_[id.index()];
}

}  // namespace tdbg::store
