// Folders that nobody but their user may enter: recordings hold values and sources of programs.
#pragma once

#include <string>

namespace tdbg {

// Makes the folder, and those above it that are missing; one that is there stays as it is. Returns
// errno, 0 if it is there now.
int MakePrivateDirectory(const std::string& path);

}  // namespace tdbg
