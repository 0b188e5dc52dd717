// The report on one bad value, or on one op that failed, as data: what every surface says of it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "query/cause/pattern.h"
#include "session/alert_facts.h"
#include "session/growth_behind.h"
#include "session/session.h"
#include "session/source_mark.h"
#include "session/stack_facts.h"
#include "session/value_history.h"

namespace tdbg::session {

// Where a tensor came from. Views live as long as the run.
struct MakerFacts {
  store::OpId op;            // invalid for what ran at top level, and where nothing is known
  std::string name;          // of the op, "Softmax"; "" where nothing is known
  std::string_view op_type;  // "" where nothing is known
  query::OpRole role = query::OpRole::kCompute;
  std::optional<query::SourceLine> line;
};

// One tensor that the op read.
struct OperandFacts {
  std::string name;      // as the op's author knows it: "p"
  std::string full;      // names the recorded value and no other; "" where nothing was recorded
  store::EventId event;  // of the recorded value
  query::KnownTensor tensor;
  std::optional<int64_t> element;  // the element that goes with the bad one, row-major
  MakerFacts maker;
};

struct BirthFacts {
  AlertFacts alert;
  std::string name;                  // of the tensor: "loss::Log:0#2"
  std::string op;                    // for `li`: "loss::Log"; "" for an eager op
  std::optional<int64_t> iteration;  // of the loop it is in, from 0
  query::KnownTensor output;
  std::optional<int64_t> element;  // the first bad one of the alert's kind, row-major
  std::vector<OperandFacts> inputs;
  std::optional<size_t> critical;         // the input that explains the bad value
  std::string cause;                      // sentences; never empty
  std::optional<query::Pattern> pattern;  // of the cause, where it has a name
  std::string tried;  // what a known remedy would have made of it; "" where none was tried
  std::optional<ValueHistory> history;
  std::optional<GrowthFacts> growth;  // of which the cause tells, too
  std::vector<std::string>
      path;  // names of ops, from the nearest input of the program's to this one

  std::vector<std::string> source;  // the line itself comes last; empty where no text was recorded
  std::optional<SourceMark> mark;   // in that line
  std::vector<FrameFacts> frames;   // the user's, innermost first
};

// Reads recorded values.
// An inherited value gets a report of its own: how it came out of what was bad already.
BirthFacts ExplainAlert(RunView& run, const query::Alert& alert);

// BirthFacts::pattern alone, of a birth; nullopt for a value that was inherited or masked. Costs
// less than a report.
std::optional<query::Pattern> PatternOf(RunView& run, const query::Alert& alert);

// The alerts that a report is about first: unmasked origins, in order of time but for gradients
// (telling_order.h).
std::vector<query::Alert> Births(RunView& run);

}  // namespace tdbg::session
