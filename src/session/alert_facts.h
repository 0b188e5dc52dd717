// Everything a surface says of one alert, in one place, so that all surfaces say the same.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "query/alerts.h"
#include "query/source_line.h"
#include "session/fused_member.h"
#include "session/session.h"
#include "store/digest.h"

namespace tdbg::session {

enum class BadKind { kNan, kPosInf, kNegInf, kError };

// The gradient of an op whose own result nobody used: it went bad on the same element.
struct GradientFacts {
  std::string_view op;
  std::string_view op_type;
  std::optional<query::SourceLine> line;
};

// Views live as long as the run. What the format does not record is empty or nullopt.
struct AlertFacts {
  query::Alert alert;
  std::string_view run;
  std::optional<BadKind> kind;
  std::string_view op;       // empty for the output of an eager op or function
  std::string_view op_type;  // of several ops that ran as one, of the one that made it, if known
  std::string_view ran_as;   // type of the op that was executed, where that is another
  std::optional<FusedMember> member;  // the one of several
  store::OpId division;  // of an inverse root that ran in the place of a root: the division by it
  const store::WrittenOp* written = nullptr;  // where the user wrote something else
  std::string_view message;                   // of an op that failed
  std::optional<int64_t> slot;
  std::string_view graph;
  std::string_view graph_id;
  std::optional<int64_t> execution;
  std::optional<int64_t> step;
  int64_t time_ns = kNoTime;
  std::string_view device;
  store::Digest digest;
  std::optional<std::vector<int64_t>> element;  // of the first bad one
  std::optional<query::SourceLine> line;
  std::optional<query::LayerPlace> layer;  // of the model that the op belongs to
  std::optional<query::ForwardOp> forward;
  std::optional<GradientFacts> gradient;
  // The line to show first, and the stack that leads there: of a gradient, those of the op that it
  // differentiates; else `line`.
  std::optional<query::SourceLine> told_line;
  store::StackId told_stack;

  // Several ops ran as one, and it is not known which of them made the value.
  bool IsOneOfSeveral() const { return written != nullptr && !written->fused.empty() && !member; }

  std::string_view executed_type() const { return ran_as.empty() ? op_type : ran_as; }
};

AlertFacts Describe(RunView& run, const query::Alert& alert);

// The same, where the op that made it is at hand: its operands are not read again.
class RecordedOp;
AlertFacts Describe(RunView& run, const query::Alert& alert, const RecordedOp& born);

// Whether the line is the one that made the op's layer, because no line of the user's made the op.
bool IsLineOfLayer(const AlertFacts& facts);

// "functional/dense_1 (Dense)"
std::string LayerText(const query::LayerPlace& layer);

}  // namespace tdbg::session
