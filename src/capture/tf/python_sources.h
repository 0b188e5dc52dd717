// The text of code that stands in no file.
#pragma once

namespace tdbg::tf {

// Records what Python has of it and was not recorded yet, if this thread runs Python.
void TellSources();

}  // namespace tdbg::tf
