#include "rpc/facts.h"

#include <algorithm>
#include <cmath>

#include "session/origin_walk.h"
#include "session/tensor_facts.h"

namespace tdbg::rpc {
namespace {

template <typename Id>
Result<Id> IdOf(int64_t number, size_t size, const char* noun) {
  if (number >= 0 && static_cast<size_t>(number) < size) return Id(static_cast<uint32_t>(number));
  return NotFound("there is no " + std::string(noun) + " " + std::to_string(number) +
                  "; this run has " + std::to_string(size));
}

// Of a table that may have forgotten rows.
template <typename Id, typename Table>
Result<Id> RowOf(const Table& table, int64_t number, const char* noun) {
  TDBG_ASSIGN_OR_RETURN(const Id id, IdOf<Id>(number, table.end_index(), noun));
  if (table.Has(id)) return id;
  return store::NotKept(std::string(noun) + " " + std::to_string(number));
}

}  // namespace

Result<size_t> RunOf(session::Session& session, int64_t run) {
  const size_t size = session.runs().size();
  if (run >= 0 && static_cast<size_t>(run) < size) return static_cast<size_t>(run);
  return NotFound("there is no run " + std::to_string(run) + "; this trace has " +
                  std::to_string(size));
}

Result<store::EventId> EventOf(const session::RunView& run, int64_t event) {
  return RowOf<store::EventId>(run.run().events, event, "event");
}

Result<store::OpId> OpOf(const session::RunView& run, int64_t op) {
  return IdOf<store::OpId>(op, run.run().graphs.num_ops(), "op");
}

Result<store::ExecutionId> ExecutionOf(const session::RunView& run, int64_t execution) {
  return RowOf<store::ExecutionId>(run.run().executions, execution, "execution");
}

Result<store::GraphId> GraphOf(const session::RunView& run, int64_t graph) {
  return IdOf<store::GraphId>(graph, run.run().graphs.num_graphs(), "graph");
}

Result<store::SourceFileId> FileOf(const session::RunView& run, int64_t file) {
  return IdOf<store::SourceFileId>(file, run.run().sources.size(), "source file");
}

Status CheckPage(int64_t begin, int64_t count, int64_t most) {
  if (begin >= 0 && count >= 0 && count <= most) return Status::Ok();
  return InvalidArgument("a page begins at 0 or later and has at most " + std::to_string(most) +
                         " rows");
}

std::optional<Verdict> Graver(std::optional<Verdict> a, std::optional<Verdict> b) {
  if (!a || !b) return a ? a : b;
  return std::min(*a, *b);  // they stand in order of gravity
}

Health HealthOf(const store::Digest& digest) {
  Health health;
  if (digest.dtype != tensor::DType::kInvalid) health.dtype = tensor::Info(digest.dtype).name;
  if (digest.shape) {
    health.shape.emplace(digest.shape->dims().begin(), digest.shape->dims().end());
  }
  health.elements = digest.elements;
  health.nan = digest.nan;
  health.pos_inf = digest.pos_inf;
  health.neg_inf = digest.neg_inf;
  health.negative = digest.negative;
  health.zero = digest.zero;
  health.positive = digest.positive;
  health.subnormal = digest.subnormal;
  health.min = digest.min;
  health.mean = digest.mean;
  health.max = digest.max;
  if (digest.variance) health.std = std::sqrt(*digest.variance);
  health.l2 = digest.l2;
  health.bad = digest.bad;
  return health;
}

Health HealthOf(const session::RunView& run, store::EventId event) {
  const auto digest = run.run().values->ReadDigest(event);
  return digest.ok() ? HealthOf(*digest) : Health();
}

bool HasValue(const session::RunView& view, store::EventId event) {
  const store::Run& run = view.run();
  // Our own recorder keeps no texts and handles.
  const bool kept =
      run.format != store::Format::kNative || tensor::HasNumbers(run.events.dtype[event]);
  return kept && run.events.detail[event] == Detail::kFullTensor;
}

TensorRow RowOf(session::RunView& run, store::EventId event) {
  const session::TensorFacts facts = session::FactsOf(run, event);
  const store::OpId op = run.run().events.op[event];
  TensorRow row;
  row.event = event.index();
  row.name = facts.name;
  row.brief = facts.brief;
  if (op.valid()) row.op = op.index();
  row.op_type = facts.op_type;
  row.graph = facts.graph;
  row.execution = facts.execution;
  row.step = facts.step;
  row.time_ns = facts.time_ns;
  row.device = facts.device;
  row.detail = facts.watch;
  row.bytes = facts.size_bytes;
  if (const query::Alert* alert = session::AlertOf(run, event)) {
    row.verdict = alert->verdict;
  }
  row.health = HealthOf(run, event);
  row.has_value = HasValue(run, event);
  return row;
}

std::optional<Place> PlaceOf(const std::optional<query::SourceLine>& line) {
  if (!line) return std::nullopt;
  Place place;
  if (line->file_id.valid()) place.file = line->file_id.index();
  place.path = line->file;
  place.line = line->line;
  place.function = line->function;
  return place;
}

std::vector<Frame> FramesOf(const std::vector<session::FrameFacts>& frames) {
  std::vector<Frame> answer;
  for (const session::FrameFacts& facts : frames) {
    Frame& frame = answer.emplace_back();
    if (facts.file_id.valid()) frame.file = facts.file_id.index();
    frame.path = facts.file;
    frame.line = facts.line;
    frame.function = facts.function;
    frame.text = facts.text;
    frame.library = !facts.number.has_value();
  }
  return answer;
}

std::vector<Frame> FramesOf(const session::RunView& run, store::StackId stack) {
  return FramesOf(session::StackFacts(run.run(), stack));
}

store::EventId TellingEvent(session::RunView& run, store::OpId op) {
  const auto events = run.index().OfOp(op);
  if (events.empty()) return {};
  if (run.WorstOf(op)) {
    const auto bad = std::find_if(events.begin(), events.end(), [&](store::EventId event) {
      return session::AlertOf(run, event) != nullptr;
    });
    if (bad != events.end()) return *bad;
  }
  return events.back();
}

}  // namespace tdbg::rpc
