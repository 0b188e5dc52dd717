// The one Event message that each file of a dump is: bare, without length or checksum.
#pragma once

#include <cstdint>
#include <limits>
#include <string_view>

namespace tdbg::importers::tfdbg1 {

// Only what a dump uses. Views point into the file's bytes; absent fields are empty.
struct EventFile {
  double wall_time_us = std::numeric_limits<double>::quiet_NaN();

  std::string_view graph_def;  // of a graph file: all that is there, even if the file ends early
  std::string_view message;    // of a metadata or info file

  // Of a tensor file.
  int32_t num_values = 0;
  std::string_view tag;
  std::string_view key;
  std::string_view tensor;  // a TensorProto
  bool has_tensor = false;
  std::string_view plugin_name;
  std::string_view plugin_content;

  int64_t damaged_at = -1;  // where the bytes stop being a protocol buffer; -1: they never do
  int64_t strange_at = -1;  // the first field that such a file never has; -1: none
};

// Never fails: what stands before the damage is kept.
EventFile ParseEventFile(std::string_view bytes);

}  // namespace tdbg::importers::tfdbg1
