// The growth behind a birth: which tensor, variable or loop grew until an op overflowed.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "query/growth.h"
#include "query/source_line.h"
#include "session/session.h"
#include "session/tensors_read.h"

namespace tdbg::session {

// Something that grew. Views live as long as the run.
struct GrownTensor {
  query::Growth growth;
  std::string name;  // of its tensor at the end: "train_step::sub:0#40"
  std::string_view op_type;
  std::optional<query::SourceLine> line;  // of a gradient: of the op that it differentiates
};

struct GrowthFacts {
  enum class Led {
    kLoop,        // one iteration made it larger than the one before, within a single call
    kUpdate,      // of a variable: it began no later than the gradient
    kGradient,    // it grew before the variable did
    kActivation,  // no variable that was measured grew along
  };

  GrownTensor grown;  // what the op read, or what it made itself in iterations before
  std::optional<GrownTensor> variable;
  std::optional<GrownTensor> gradient;
  Led led = Led::kActivation;
  std::string text;  // sentences; it ends with how sure that is
};

const char* LedName(GrowthFacts::Led led);  // "update", as in JSON

// nullopt where nothing that the op read is known to have grown. `reads` is what it read.
std::optional<GrowthFacts> GrowthBehind(RunView& run, store::EventId birth,
                                        const std::vector<ReadTensor>& reads);

}  // namespace tdbg::session
