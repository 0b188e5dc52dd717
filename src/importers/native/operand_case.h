// What becomes of an operand, a tensor that was written down because an op that made a bad value
// (or failed) read it: which event of the run it is, how it was judged, and whether it raises an
// alert.
#pragma once

#include "store/graph.h"
#include "store/tensor_event.h"

namespace tdbg::importers::native {

// The conditions that decide. None of them says anything of the run's tables.
struct OperandCase {
  bool recorded = false;    // an event of the op that made it was found
  bool tells_more = false;  // the operand's record says more of the tensor than that event does
  bool readable = false;    // the op had not written over it by the time it was looked at
  bool bad = false;

  bool maker_known = false;  // a graph says which op made it
  bool maker_reads = false;  // and that op has inputs
  frameworks::OpRole maker = frameworks::OpRole::kCompute;

  bool reader_saw_outside = false;   // the op that read it was judged to have got it from outside
  bool outside_seen_before = false;  // another op was judged so earlier
};

struct OperandFate {
  enum class Event {
    kNone,       // nothing is known of it
    kRecorded,   // the one that is there
    kRewritten,  // that one, with what the operand's record says of the tensor
    kAdded,      // a new one, just before the op read it: an alias makes no event of its own
  };
  Event event = Event::kNone;
  // How an added event is judged (kAdded alone). What is kUnknown here stays as the operand's
  // record has it.
  Judgement judgement;
  bool only_read = false;  // known because an op read it: raises no alert of its own
};

OperandFate FateOf(const OperandCase& operand);

}  // namespace tdbg::importers::native
