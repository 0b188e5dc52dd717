#include "rpc/tensors.h"

#include <algorithm>
#include <atomic>
#include <span>

#include "rpc/facts.h"
#include "rpc/handlers.h"
#include "rpc/opened_trace.h"
#include "session/op_lookup.h"
#include "session/recorded_names.h"
#include "session/tensor_facts.h"
#include "session/tensor_list.h"
#include "session/tensor_lookup.h"
#include "session/tensor_sort.h"
#include "session/tensors_read.h"

namespace tdbg::rpc {
namespace {

using store::EventId;

constexpr int64_t kMostTensors = 1000;
constexpr size_t kMostTensorLists = 4;  // of up to as many events as there are
constexpr int64_t kMostPoints = 5000;
constexpr const char* kByTime = "timestamp";

// Whether `name` is `node`, or lies in the scope, or the graph ("train::"), of that name.
bool LiesIn(std::string_view name, std::string_view node) {
  if (!name.starts_with(node)) return false;
  return node.ends_with("::") || name.size() == node.size() || name[node.size()] == '/';
}

bool LiesInAny(const std::string& full, std::string_view bare,
               const std::vector<std::string>& nodes) {
  return std::any_of(nodes.begin(), nodes.end(), [&](const std::string& node) {
    return LiesIn(full, node) || LiesIn(bare, node);
  });
}

// Asked once for each op, not for each event.
class NodeFilter {
 public:
  NodeFilter(session::RunView& run, const std::vector<std::string>& nodes)
      : run_(run), nodes_(nodes), known_(run.run().graphs.num_ops(), kUnknown) {}

  bool Wants(EventId event) {
    const store::Run& run = run_.run();
    const store::OpId op = run.events.op[event];
    if (!op.valid()) return false;
    char& known = known_[op.index()];
    if (known == kUnknown) {
      const bool in =
          LiesInAny(session::NameOfOp(run_, op), run.strings[run.graphs.op(op).name], nodes_);
      known = in ? kIn : kOut;
    }
    return known == kIn;
  }

 private:
  static constexpr char kUnknown = 0, kIn = 1, kOut = 2;
  session::RunView& run_;
  const std::vector<std::string>& nodes_;
  std::vector<char> known_;
};

// What it answers with may be `event` itself.
std::span<const EventId> Occurrences(session::RunView& run, const EventId& event) {
  const store::OpId op = run.run().events.op[event];
  if (op.valid()) return run.EventsOfOutput(op, run.run().events.slot[event]);
  return {&event, 1};
}

Operand ReadOf(session::RunView& run, const session::ReadTensor& read) {
  Operand operand;
  operand.name = read.name;
  if (read.event.valid()) {
    operand.event = read.event.index();
    operand.full = session::FactsOf(run, read.event).name;
    operand.health = HealthOf(run, read.event);
  }
  const store::Run& tables = run.run();
  if (read.maker.valid()) {
    const store::Op& op = tables.graphs.op(read.maker);
    operand.maker = tables.strings[op.name];
    operand.maker_type = tables.strings[op.type];
    operand.maker_op = read.maker.index();
    operand.place = PlaceOf(query::UserLine(tables, op.stack));
  } else if (read.execution.valid()) {
    const store::Execution& execution = tables.executions[read.execution];
    operand.maker_type = tables.strings[execution.op_type];
    operand.place = PlaceOf(query::UserLine(tables, execution.stack));
  }
  return operand;
}

}  // namespace

Result<TensorInfo> AnswerTensor(session::RunView& run, const EventRequest& request) {
  TDBG_ASSIGN_OR_RETURN(const EventId event, EventOf(run, request.event));
  const std::span<const EventId> all = Occurrences(run, event);
  const auto at = std::find(all.begin(), all.end(), event);
  TensorInfo info;
  info.row = RowOf(run, event);
  info.occurrences = static_cast<int64_t>(all.size());
  info.first = info.last = event.index();
  if (at != all.end()) {
    info.occurrence = at - all.begin();
    info.first = all.front().index();
    info.last = all.back().index();
    if (at != all.begin()) info.previous = (at - 1)->index();
    if (at + 1 != all.end()) info.next = (at + 1)->index();
  }
  const store::StackId stack = session::SubjectOf(run.run(), event).StackIn(run.run());
  info.place = PlaceOf(query::UserLine(run.run(), stack));
  for (const session::ReadTensor& read : session::TensorsRead(run, event)) {
    info.reads.push_back(ReadOf(run, read));
  }
  if (!info.row.has_value) {
    if (const auto value = run.run().values->ReadValue(event); !value.ok()) {
      info.why_no_value = value.status().message();
    } else {
      info.row.has_value = true;
    }
  }
  return info;
}

Result<TensorHistory> AnswerHistory(session::RunView& run, const HistoryRequest& request) {
  TDBG_ASSIGN_OR_RETURN(const EventId event, EventOf(run, request.event));
  const std::span<const EventId> all = Occurrences(run, event);
  const auto total = static_cast<int64_t>(all.size());
  const int64_t most = std::clamp<int64_t>(request.most, 1, kMostPoints);
  const int64_t stride = (total + most - 1) / most;
  TensorHistory history;
  history.total = total;
  for (int64_t i = 0; i < total; i += std::max<int64_t>(stride, 1)) {
    const EventId one = all[static_cast<size_t>(i)];
    const store::ExecutionId execution = run.run().events.execution[one];
    HistoryPoint& point = history.points.emplace_back();
    point.event = one.index();
    point.occurrence = i;
    if (execution.valid()) point.step = run.steps().Of(execution);
    point.time_ns = run.run().events.time_ns[one] - run.zero_ns();
    point.health = HealthOf(run, one);
  }
  return history;
}

Result<Found> AnswerFind(session::RunView& run, const FindRequest& request) {
  Found found;
  if (const auto tensor = session::FindTensor(run, request.name); tensor.ok()) {
    found.event = tensor->event().index();
  }
  const auto subject = session::FindSubject(run, request.name);
  if (!subject.ok()) {
    if (!found.event) return subject.status();
    return found;
  }
  if (subject->op.valid()) {
    found.op = subject->op.index();
  } else if (subject->execution.valid()) {
    found.execution = subject->execution.index();
  }
  return found;
}

Result<Words> AnswerWords(session::RunView& run, const RunRequest&) {
  Words words;
  for (const session::SortKey& key : session::SortKeys()) {
    words.sort_keys.push_back({std::string(key.name), std::string(key.meaning)});
  }
  for (const query::FilterField& field : query::FilterFields()) {
    words.fields.push_back({std::string(field.name), std::string(field.summary)});
  }
  words.op_types = session::OpTypes(run);
  words.graphs = session::GraphNames(run);
  return words;
}

template <typename Request>
TensorLists::Question TensorLists::QuestionOf(const Request& request) {
  return {request.filter.value_or(""), request.nodes.value_or(std::vector<std::string>()),
          request.sort.value_or(kByTime), request.descending.value_or(false)};
}

Result<std::span<const EventId>> TensorLists::Events(session::RunView& run,
                                                     const Question& question) {
  if (question == Question{.sort = kByTime}) return run.index().chronological();
  if (const auto known = lists_.find(question); known != lists_.end()) {
    return std::span<const EventId>(known->second);
  }
  session::TensorQuery query;
  if (!question.filter.empty()) query.filter = question.filter;
  query.sort_by = question.sort;
  query.reverse = question.descending;
  static constexpr std::atomic<bool> kNever = false;
  const std::atomic<bool>& stop = asker_ == nullptr ? kNever : asker_->gone;
  TDBG_ASSIGN_OR_RETURN(std::vector<EventId> events, session::ListTensors(run, query, {}, stop));
  if (stop) return InvalidArgument("interrupted");  // the list ends where somebody gave up
  if (!question.nodes.empty()) {
    NodeFilter nodes(run, question.nodes);
    std::erase_if(events, [&](EventId event) { return !nodes.Wants(event); });
  }
  if (lists_.size() == kMostTensorLists) lists_.clear();
  return std::span<const EventId>(lists_[question] = std::move(events));
}

Result<Tensors> TensorLists::Answer(session::RunView& run, const TensorsRequest& request) {
  TDBG_RETURN_IF_ERROR(CheckPage(request.begin, request.count, kMostTensors));
  TDBG_ASSIGN_OR_RETURN(const auto events, Events(run, QuestionOf(request)));
  Tensors answer;
  answer.total = static_cast<int64_t>(events.size());
  const int64_t end = std::min(answer.total, request.begin + request.count);
  for (int64_t i = request.begin; i < end; ++i) {
    answer.rows.push_back(RowOf(run, events[static_cast<size_t>(i)]));
  }
  return answer;
}

Result<TensorPlace> TensorLists::Answer(session::RunView& run, const TensorPlaceRequest& request) {
  TDBG_ASSIGN_OR_RETURN(const EventId event, EventOf(run, request.event));
  TDBG_ASSIGN_OR_RETURN(const auto events, Events(run, QuestionOf(request)));
  const auto at = std::find(events.begin(), events.end(), event);
  TensorPlace place;
  if (at != events.end()) place.row = at - events.begin();
  return place;
}

Result<Tensors> AnswerTensors(session::RunView& run, RunMemory& memory,
                              const TensorsRequest& request) {
  return memory.tensors.Answer(run, request);
}

Result<TensorPlace> AnswerTensorPlace(session::RunView& run, RunMemory& memory,
                                      const TensorPlaceRequest& request) {
  return memory.tensors.Answer(run, request);
}

}  // namespace tdbg::rpc
