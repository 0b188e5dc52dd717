// Alerts: every event that holds NaN or an infinity, with a verdict on where it came from.
#pragma once

#include <cstdint>
#include <vector>

#include "query/bad_values.h"
#include "query/event_index.h"
#include "query/graph_links.h"
#include "store/run.h"

namespace tdbg::query {

enum class Verdict {
  kOrigin,     // every input was clean, or no op computed the value
  kInherited,  // some input was bad
  kMasked,     // consumed, and nothing bad that came of it left the execution
};

// Where an origin's value came from.
enum class Source { kOp, kInput, kConstant, kVariable };

const char* VerdictName(Verdict verdict);
const char* SourceName(Source source);

struct Alert {
  store::EventId event;
  Verdict verdict = Verdict::kOrigin;
  Source source = Source::kOp;
};

struct AlertCounts {
  int64_t origin = 0;
  int64_t inherited = 0;
  int64_t masked = 0;
};

// Chronological.
std::vector<Alert> FindAlerts(const store::Run& run, const EventIndex& index, GraphLinks& links,
                              const BadValues& bad);

AlertCounts Count(const std::vector<Alert>& alerts);

}  // namespace tdbg::query
