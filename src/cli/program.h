// The program that is to be debugged: what the user's words name, and how it is started.
#pragma once

#include <string>
#include <vector>

#include "base/status.h"

namespace tdbg::cli {

struct Program {
  std::string name;                // for people: "train" of train.py
  std::string python;              // the interpreter that runs it; "" if none does
  bool preload = false;            // a native executable: nobody but the loader can load our hook
  std::string path;                // of the executable; "" for a Python program
  std::string folder;              // of a file X.py; "" where it is the current one that counts
  std::vector<std::string> words;  // the command line; the first is looked up in PATH
};

// `words` is X.py, "-m" module, or an executable, and its arguments. `python` runs the first two;
// "" for the python3 of PATH. The error says what is missing.
Result<Program> FindProgram(const std::vector<std::string>& words, const std::string& python);

}  // namespace tdbg::cli
