// Replacing one virtual function of a class in another library.
#pragma once

namespace tdbg::tf {

// Finds the slot of `vtable` that holds `function` and puts `replacement` there. False, and nothing
// changed, if it is not among the first slots or its page cannot be made writable.
bool ReplaceVirtual(void** vtable, const void* function, void* replacement);

}  // namespace tdbg::tf
