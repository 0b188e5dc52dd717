// A native trace of a small training (small_training.h), written step by step.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "bench/small_training.h"
#include "format/trace_sketch.h"

namespace tdbg::bench {

// Four threads write it, so records of one step lie in several files.
class TrainingTrace {
 public:
  // From the event with the number `bad_from` on, the logarithm and what comes after it is bad.
  explicit TrainingTrace(const std::string& directory,
                         int64_t bad_from = std::numeric_limits<int64_t>::max());

  void Step();
  void Finish() { sketch_.Finish(); }
  int64_t events() const { return events_; }

 private:
  format::TraceSketch sketch_;
  SmallTraining training_;
  uint32_t graph_;
  std::vector<uint32_t> ops_;
  std::vector<uint32_t> shapes_;
  const int64_t bad_from_;
  int64_t events_ = 0;
  int64_t steps_ = 0;
  uint64_t time_ns_ = 0;
};

}  // namespace tdbg::bench
