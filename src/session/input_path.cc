#include "session/input_path.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <unordered_map>
#include <unordered_set>

#include "query/cause/cause.h"
#include "query/cause/formula.h"
#include "query/neighbours.h"
#include "session/recorded_op.h"

namespace tdbg::session {
namespace {

using query::OpRole;
using store::EventId;
using store::OpId;

constexpr size_t kMostOps = 10'000;

// How well an op of this role begins a path: 1 is best, 0 cannot begin one.
int Rank(OpRole role) {
  switch (role) {
    case OpRole::kArgument:
    case OpRole::kDataset:
      return 1;
    case OpRole::kReadVariable:
      return 2;
    case OpRole::kConstant:
      return 3;
    default:
      return 0;
  }
}

// The ops that an op gets its numbers from.
class NumberSources {
 public:
  explicit NumberSources(RunView& view) : view_(view), neighbours_(view.run(), view.links()) {}

  std::vector<OpId> Of(OpId op) {
    std::vector<OpId> sources;
    std::vector<query::Edge> inputs = neighbours_.Inputs(op);
    std::erase_if(inputs, [](const query::Edge& edge) { return edge.is_control(); });
    for (size_t i = 0; i < inputs.size(); ++i) {
      if (inputs[i].op.valid() && Counts(op, i, inputs.size()) && IsNumber(inputs[i].op, 0)) {
        sources.push_back(inputs[i].op);
      }
    }
    return sources;
  }

  // Whether input `i` of the op holds numbers that its result is made of, as far as types tell.
  bool Counts(OpId op, size_t i, size_t inputs) {
    const store::Run& run = view_.run();
    return frameworks::IsValueInput(run.strings[run.graphs.op(op).type], i, inputs);
  }

  // Not a condition, a shape, or a mask, which is made of nothing else.
  bool IsNumber(OpId op, int depth) {
    constexpr int kDeepest = 8;
    const OpRole role = view_.links().role(op);
    if (role == OpRole::kNeverBad) return false;
    if (Rank(role) != 0 || depth == kDeepest) return true;
    std::vector<query::Edge> inputs = neighbours_.Inputs(op);
    std::erase_if(inputs, [](const query::Edge& edge) { return edge.is_control(); });
    for (size_t i = 0; i < inputs.size(); ++i) {
      if (!Counts(op, i, inputs.size())) continue;
      if (!inputs[i].op.valid() || IsNumber(inputs[i].op, depth + 1)) return true;
    }
    return false;
  }

 private:
  RunView& view_;
  query::Neighbours neighbours_;
};

// From the nearest op that can begin a path, excluding `from` itself, to `from`.
std::vector<OpId> NearestBeginning(RunView& view, NumberSources& sources, OpId from) {
  std::unordered_map<OpId, OpId> reader{{from, OpId()}};  // of each op that was met
  std::deque<OpId> waiting{from};
  OpId best;
  int best_rank = 0;
  while (!waiting.empty() && reader.size() < kMostOps) {
    const OpId at = waiting.front();
    waiting.pop_front();
    const OpRole role = view.links().role(at);
    const int rank = at == from ? 0 : Rank(role);
    bool ends = true;
    // The handle of a variable or of an iterator is no data.
    if (rank == 0 || role == OpRole::kArgument) {
      for (const OpId source : sources.Of(at)) {
        ends = false;
        if (reader.try_emplace(source, at).second) waiting.push_back(source);
      }
    }
    if (rank == 0 || !ends || (best_rank != 0 && rank >= best_rank)) continue;
    best = at;
    best_rank = rank;
    if (rank == 1) break;
  }
  std::vector<OpId> path;
  for (OpId at = best; at.valid(); at = reader[at]) path.push_back(at);
  return path;
}

// Goes back from op to op while numbers tell which input explains the element.
class ExplainedWay {
 public:
  ExplainedWay(RunView& view, NumberSources& sources) : view_(view), sources_(sources) {}

  // The makers, the nearest first, up to where the way comes round to `reader`.
  std::vector<OpId> From(Link link, OpId reader) {
    constexpr size_t kMost = 64;
    std::vector<OpId> makers;
    std::unordered_set<OpId> seen = {reader};
    while (link.read.maker.valid() && makers.size() < kMost &&
           seen.insert(link.read.maker).second) {
      const OpId maker = link.read.maker;
      makers.push_back(maker);
      if (Rank(view_.links().role(maker)) != 0) break;
      const auto before = Before(link);
      if (!before) break;
      link = *before;
    }
    return makers;
  }

 private:
  std::optional<Link> Before(const Link& link) {
    const EventId event = MadeAt(view_, link.read);
    if (!event.valid() || view_.run().events.op[event] != link.read.maker) return std::nullopt;
    const auto maker = RecordedOp::At(view_, event, link.element);
    const std::vector<ReadTensor>& reads = maker->reads();
    const query::OpCase& op = maker->op();
    std::vector<size_t> able;
    for (size_t i = 0; i < reads.size(); ++i) {
      const tensor::DType dtype = op.inputs[i].dtype();
      if (dtype != tensor::DType::kInvalid && !tensor::MayBeBad(dtype)) continue;
      if (!sources_.Counts(link.read.maker, i, reads.size())) continue;
      if (reads[i].maker.valid() && !sources_.IsNumber(reads[i].maker, 0)) continue;
      able.push_back(i);
    }
    if (able.size() == 1) return Link{reads[able[0]], ElementRead(op, able[0])};
    const auto cause = link.element ? query::CauseOfFinite(op) : std::nullopt;
    if (cause && cause->input && std::ranges::find(able, *cause->input) != able.end()) {
      return Link{reads[*cause->input], cause->element};
    }
    return Largest(op, reads, able);
  }

  static std::optional<int64_t> ElementRead(const query::OpCase& op, size_t i) {
    if (query::FormulaOf(op.calculation()) != nullptr) return op.ElementRead(i);
    return op.inputs[i].num_elements() == 1 ? std::optional<int64_t>(0) : std::nullopt;
  }

  // Of what is added or multiplied element by element, the larger number; nullopt where one number
  // does not stand out.
  std::optional<Link> Largest(const query::OpCase& op, const std::vector<ReadTensor>& reads,
                              const std::vector<size_t>& able) {
    if (query::FormulaOf(op.calculation()) == nullptr) return std::nullopt;
    std::optional<size_t> largest;
    double size = 0, next = 0;
    for (const size_t i : able) {
      const auto at = op.ElementRead(i);
      const auto number = at ? op.inputs[i].At(*at) : std::nullopt;
      if (!number) return std::nullopt;
      const double magnitude = std::fabs(*number);
      if (!largest || magnitude > size) {
        next = size;
        size = magnitude;
        largest = i;
      } else {
        next = std::max(next, magnitude);
      }
    }
    constexpr double kStandsOut = 10;
    if (!largest || !(size > kStandsOut * next)) return std::nullopt;
    return Link{reads[*largest], op.ElementRead(*largest)};
  }

  RunView& view_;
  NumberSources& sources_;
};

}  // namespace

std::vector<std::string> PathFromInput(RunView& view, EventId event,
                                       const std::optional<Link>& critical) {
  const store::Run& run = view.run();
  NumberSources sources(view);
  std::vector<OpId> path = {run.events.op[event]};  // backwards
  if (critical) {
    const auto makers = ExplainedWay(view, sources).From(*critical, path.front());
    path.insert(path.end(), makers.begin(), makers.end());
  }
  const OpId reached = path.back();
  if (path.size() == 1 || Rank(view.links().role(reached)) == 0) {
    std::vector<OpId> rest = NearestBeginning(view, sources, reached);
    const auto in_path = [&](OpId op) { return std::ranges::find(path, op) != path.end(); };
    const auto again = std::ranges::count_if(rest, in_path);
    if (again > 1) {  // in a loop the way may lead back to itself
      path = {path.front()};
      rest = NearestBeginning(view, sources, path.front());
    }
    if (rest.empty()) return {};
    path.pop_back();
    path.insert(path.end(), rest.rbegin(), rest.rend());
  }
  std::vector<std::string> names;
  for (auto at = path.rbegin(); at != path.rend(); ++at) {
    if (at != path.rbegin() && view.links().role(*at) == OpRole::kPassThrough) continue;
    names.emplace_back(run.strings[run.graphs.op(*at).name]);
  }
  return names;
}

}  // namespace tdbg::session
