// What was measured of each tensor over the steps of a run: the numbers that rules on trouble over
// time read.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

#include "query/alerts.h"
#include "query/event_index.h"
#include "query/revisions.h"
#include "query/steps.h"
#include "store/digest.h"
#include "store/run.h"

namespace tdbg::query {

// The statistics of one tensor event; all elements were finite.
struct Moment {
  uint32_t rank = 0;  // in the order of time
  store::EventId event;
  int64_t step = 0;
  int64_t elements = 0;
  int64_t zero = 0;
  int64_t subnormal = 0;
  double min = 0;
  double max = 0;
  double mean = 0;
  double variance = 0;
  double l2 = 0;

  double largest() const;  // magnitude
  double rms() const;      // root of the mean square
  bool has_spread() const { return min < max; }
  // Whether another tensor with the same numbers is most likely the same.
  bool SameNumbers(const Moment& other) const;
};

// The same output of the same op, or of what the same place of the program asked for, over time.
struct Series {
  store::OpId op;  // invalid for eager ops
  int32_t slot = 0;
  tensor::DType dtype = tensor::DType::kInvalid;
  std::vector<Moment> moments;  // chronological
};

// For a run that may grow: call Extend() after index, steps and alerts were extended. Only tensors
// of floating-point numbers in steps of the program, of which minimum, maximum and moments were
// recorded. What came after the first birth is left out: a NaN makes all else look strange.
class TensorSeries {
 public:
  TensorSeries(const store::Run& run, const EventIndex& index, const Steps& steps,
               const AlertList& alerts);

  // Reads the statistics that are new.
  void Extend();

  // Of positions in the index: those from which on moments are new or not what they were.
  const Revisions& revisions() const { return revisions_; }

  std::span<const Series> all() const { return series_; }

  // Null where nothing was measured of it.
  const Series* Of(store::OpId op, int32_t slot) const;

 private:
  // An eager op is known by who asked for it, where the recording tells, and by how many of the
  // same kind were asked for there in the step before it.
  using EagerKey = std::tuple<store::StackId, StringId, int32_t>;
  struct EagerPlace {
    std::vector<size_t> series;
    std::optional<int64_t> step;  // nullopt: to be looked for
    size_t next = 0;              // in that step
  };

  size_t FirstChange();
  size_t FirstBirth() const;
  void GiveBack(size_t from);
  void Take(uint32_t rank);
  Series* SeriesOf(store::EventId event, int64_t step);
  Series* EagerSeriesOf(store::EventId event, int64_t step);
  Series& Add(size_t place, store::EventId event);

  const store::Run& run_;
  const EventIndex& index_;
  const Steps& steps_;
  const AlertList& alerts_;
  std::vector<Series> series_;
  std::map<std::pair<store::OpId, int32_t>, size_t> of_op_;
  std::map<EagerKey, EagerPlace> of_eager_;
  Revisions revisions_;
  size_t index_seen_ = 0;
  size_t steps_seen_ = 0;
  size_t taken_ = 0;               // positions of the index
  size_t end_ = Revisions::kNone;  // the position of the first birth
};

// How much of a run the series tell, in tensors of floating-point numbers.
struct Coverage {
  int64_t tensors = 0;   // in steps
  int64_t measured = 0;  // of them, those with statistics
  int64_t steps = 0;
  int64_t measured_steps = 0;  // with statistics of some tensor
};

// Costs a look at every event of the run.
Coverage CoverageOf(const store::Run& run, const Steps& steps);

}  // namespace tdbg::query
