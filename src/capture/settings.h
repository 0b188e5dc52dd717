// What the user asked of the capture library, as words become it.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "base/status.h"
#include "capture/pattern.h"
#include "vocabulary/detail.h"

namespace tdbg::capture {

// What is kept; everything around an incident is kept besides.
struct Retention {
  enum class Kind : uint8_t { kSteps, kEvents, kAll };
  Kind kind = Kind::kSteps;
  int64_t last = 100;
};

struct Settings {
  Detail mode = Detail::kAuto;  // one of RecorderDetails()
  int64_t every = 10;
  std::optional<Pattern> op_type;
  std::optional<Pattern> name;
  std::optional<Pattern> dtype;
  std::optional<Pattern> graph;
  int64_t first_step = std::numeric_limits<int64_t>::min();
  int64_t end_step = std::numeric_limits<int64_t>::max();
  int64_t stride = 1;
  Retention retain;
  uint64_t budget_bytes = uint64_t{2} << 30;
  bool stop = false;
  bool raise = false;
  // Of the messages of ops that fail because of it.
  int64_t raise_frames = 30;
  int64_t raise_path = 50;  // characters
  std::string framework;
  std::string framework_version;
  std::string worker;
  std::string program;
  std::string job;

  // A pair of words, as tdbg_set documents them. An empty pattern is no filter.
  Status Set(std::string_view key, std::string_view value);

  // TDBG_MODE and so on, for each key that is set there. Goes on behind a word that is not
  // understood and returns the first such error.
  Status ReadEnvironment();
};

}  // namespace tdbg::capture
