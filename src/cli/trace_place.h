// The directory that a program records into.
#pragma once

#include <string>

#include "base/status.h"

namespace tdbg::cli {

struct TracePlace {
  std::string path;        // absolute: the program may go elsewhere
  bool temporary = false;  // the user named none: it goes away when nothing was found
};

// `wanted`, which is made where it is missing, and must be empty or hold traces of ours; or, where
// that is "", PROGRAM-PID in the user's state folder.
Result<TracePlace> MakeTracePlace(const std::string& wanted, const std::string& program);

void RemoveTrace(const TracePlace& place);

}  // namespace tdbg::cli
