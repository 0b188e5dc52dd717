// An op of a recording and the way back from it, for the rules of query that look for causes.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "query/cause/traced_op.h"
#include "session/session.h"
#include "session/tensors_read.h"

namespace tdbg::session {

class RecordedOp final : public query::TracedOp {
 public:
  // The op that made `event`, asked about an element of it.
  static std::unique_ptr<RecordedOp> At(RunView& view, store::EventId event,
                                        std::optional<int64_t> element);

  const std::vector<ReadTensor>& reads() const { return subject_.reads; }
  store::EventId event() const { return subject_.event; }
  // Invalid for what ran at top level.
  store::OpId id() const { return subject_.op; }

  frameworks::OpRole role() const override;
  std::optional<frameworks::Calculation> Forward() const override;
  std::optional<uint64_t> TensorId(size_t input) const override;
  const RecordedOp* MakerOf(size_t input, std::optional<int64_t> element,
                            std::optional<double> number) const override;
  std::vector<const query::TracedOp*> Readers() const override;
  std::string Line() const override;

 private:
  struct Subject {
    store::EventId event;  // invalid where the op left no record of its work
    store::OpId op;        // invalid for what ran at top level
    std::vector<ReadTensor> reads;
  };

  RecordedOp(RunView& view, Subject subject, query::OpCase op, std::optional<double> number);
  static query::OpCase CaseOf(RunView& view, const Subject& subject,
                              std::optional<int64_t> element);
  std::optional<Subject> MakerSubject(size_t input) const;
  std::optional<Subject> EagerSubject(size_t input) const;

  RunView& view_;
  Subject subject_;
  // Of an eager op, which is often written in one line with what reads it. Its own line is known
  // only where it made something bad.
  std::string readers_line_;
  using Key = std::tuple<size_t, std::optional<int64_t>, std::optional<double>>;
  mutable std::map<Key, std::unique_ptr<const RecordedOp>> makers_;
  mutable std::optional<std::vector<std::unique_ptr<const RecordedOp>>> readers_;
};

// The tensor of an event, as far as it was recorded.
query::KnownTensor KnownAt(const store::Run& run, store::EventId event);

// The text of a source line, with numbers in place of the names that stand for them in its file.
std::string LineWithNumbers(const store::Run& run, const query::SourceLine& line);

// The event at which the maker of a tensor made it; invalid where that was not recorded.
store::EventId MadeAt(RunView& view, const ReadTensor& read);

}  // namespace tdbg::session
