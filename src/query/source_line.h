// From a stack to the user's line and to the layer of the model.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "store/run.h"

namespace tdbg::query {

// For each frame of the stack, outermost first: whether it is the user's. Where none is, those
// outside tensorflow, keras and tdbg count; failing that, all.
std::vector<bool> UsersFrames(const store::Run& run, std::span<const store::FrameId> frames);

struct SourceLine {
  std::string_view file;  // lives as long as the run
  store::SourceFileId file_id;
  int32_t line = 0;
  std::string_view function;
  store::FrameColumns columns;  // what is called there, where the recording tells

  bool operator==(const SourceLine&) const = default;
};

// The innermost frame that is the user's. Failing that, the innermost outside tensorflow, keras and
// tdbg. Where that line only asks the framework to run a whole model (`model.fit`), the line that
// made the layer, if it is known.
std::optional<SourceLine> UserLine(const store::Run& run, store::StackId stack);

// The frames of an op that failed, outermost first: inside the function that was called those of
// its tracing, which made the op; outside it those of the call that failed, where that was
// recorded.
std::vector<store::FrameId> FramesOfFailure(const store::Run& run, store::OpId op,
                                            store::ExecutionId execution);

// The part of a model that what was done there belongs to: a layer, a loss, an optimizer.
struct LayerPlace {
  std::string_view path;           // "functional/dense_1"; lives as long as the run
  std::string_view type;           // its class, "Dense"
  std::optional<SourceLine> made;  // the user's line that made it
};

// nullopt where no layer was recorded.
std::optional<LayerPlace> LayerOf(const store::Run& run, store::StackId stack);

}  // namespace tdbg::query
