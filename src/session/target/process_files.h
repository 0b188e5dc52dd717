// What the system tells of a process in /proc.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace tdbg::session {

struct ProcessFacts {
  std::string name;  // as the system calls it
  pid_t parent = 0;
  bool is_zombie = false;
  uint64_t start_time = 0;  // tells apart two processes of one number
  uint64_t image = 0;       // changes when the process begins another program
  uint64_t mapped_bytes = 0;
};

// All that there are; empty if the system does not tell.
std::vector<pid_t> ListProcesses();

// nullopt if it is gone.
std::optional<ProcessFacts> FactsOf(pid_t pid);

// The names, without folders, of the files that it has mapped. nullopt where the system does not
// tell: it is gone, or not ours to look into.
std::optional<std::vector<std::string>> MappedFiles(pid_t pid);

}  // namespace tdbg::session
