// Tensor filters: `max > 1e4 and op == "MatMul"`, asked of one tensor event after another.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/status.h"
#include "query/alerts.h"
#include "query/filter_fields.h"
#include "query/steps.h"
#include "store/run.h"

namespace tdbg::query {

struct FilterTerm;

// Filters that others may name: from a name to its text.
using NamedFilters = std::map<std::string, std::string, std::less<>>;

// A condition over the fields of filter_fields.h, in the grammar of expr/parser.h: comparisons,
// `and or not`, arithmetic, `in [...]`, and for texts `=~ "regex"` and `!~` (RE2, unanchored). A
// number stands for itself not being zero.
//
// What a recording does not tell is unknown. A comparison with something unknown is unknown, and so
// is its negation; `and` and `or` are unknown where the known parts do not decide. Only what is
// known to be true matches: neither `max > 1` nor `max <= 1` nor `not max > 1` matches a tensor
// whose max was not recorded.
//
// Cheap to copy; does not change; knows no run.
class Filter {
 public:
  // Unknown fields, wrong types and bad regular expressions are underlined. A mistake in a named
  // filter is underlined there. A named filter that leads back to itself is refused.
  static Result<Filter> Compile(std::string_view text, const NamedFilters& named = {});

  const std::string& text() const { return text_; }
  const FilterTerm& term() const { return *term_; }
  bool Uses(Field field) const { return (used_ >> static_cast<int>(field) & 1) != 0; }

 private:
  std::string text_;
  std::shared_ptr<const FilterTerm> term_;  // shared, because copies are the same filter
  uint64_t used_ = 0;                       // a bit for each field
};

// What the run alone does not tell. Each may be null if the filter does not use the field.
struct FilterContext {
  const Steps* steps = nullptr;                                           // step
  const std::unordered_map<store::EventId, Verdict>* verdicts = nullptr;  // verdict
};

// One filter at work on one run. Remembers what it found out of texts, so that each is looked at
// once. Reads a recorded tensor only where the fields that lie at hand did not decide. Keeps
// references to all of them. Not thread-safe.
class FilterMatcher {
 public:
  FilterMatcher(const Filter& filter, const store::Run& run, const FilterContext& context);
  ~FilterMatcher();

  bool Matches(store::EventId event);

 private:
  class State;
  std::unique_ptr<State> state_;
};

// Those of `events` that match, in their order. Large numbers of events are shared between threads.
// Ends early, with what was found, when `stop` (which may be null) becomes true.
std::vector<store::EventId> Select(const Filter& filter, const store::Run& run,
                                   const FilterContext& context,
                                   std::span<const store::EventId> events,
                                   const std::atomic<bool>* stop = nullptr);

}  // namespace tdbg::query
