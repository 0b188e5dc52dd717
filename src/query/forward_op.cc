#include "query/forward_op.h"

#include <algorithm>
#include <string>
#include <unordered_set>
#include <vector>

#include "query/op_role.h"
#include "vocabulary/users_file.h"

namespace tdbg::query {
namespace {

using store::GraphId;
using store::InputRef;
using store::OpId;

// A name that differentiation gave.
struct GradientName {
  bool is_gradient = false;
  std::string_view before;  // "call/": the forward ops have it too
  std::string_view rest;    // "mul_grad/Mul" or, under a tape, "mul/Mul"
  bool under_tape = false;
};

GradientName ParseGradientName(std::string_view name) {
  constexpr std::string_view kTape = "gradient_tape/";
  if (const size_t at = name.find(kTape);
      at != std::string_view::npos && (at == 0 || name[at - 1] == '/')) {
    return {true, name.substr(0, at), name.substr(at + kTape.size()), true};
  }
  constexpr std::string_view kGradients = "gradients";
  const size_t at = name.find(kGradients);
  if (at == std::string_view::npos || (at > 0 && name[at - 1] != '/')) return {};
  const size_t slash = name.find('/', at);
  if (slash == std::string_view::npos) return {};
  const std::string_view number =
      name.substr(at + kGradients.size(), slash - at - kGradients.size());
  const bool numbered =
      number.empty() ||
      (number[0] == '_' && number.find_first_not_of("0123456789", 1) == std::string_view::npos);
  if (!numbered) return {};
  return {true, name.substr(0, at), name.substr(slash + 1), false};
}

// The innermost function of the framework that made a gradient while the op was made.
struct GradientFunction {
  std::string_view name;  // "_LogGrad"; "" where the stack does not tell
  bool is_users = false;  // it calls code of the user's
};

GradientFunction FunctionOf(const store::Run& run, store::StackId stack) {
  GradientFunction function;
  const auto frames = run.stacks.frames(stack);
  bool called = false;
  for (const store::FrameId id : frames) {
    const store::Frame& frame = run.stacks.frame(id);
    const std::string_view name = run.strings[frame.function];
    if (frameworks::CallsGradientFunction(name)) {
      function = {};
      called = true;
      continue;
    }
    if (!called) continue;
    if (function.name.empty() && !name.starts_with('<')) function.name = name;
    const std::string_view file =
        frame.file.valid() ? run.strings[run.sources[frame.file].path] : std::string_view();
    function.is_users = function.is_users || (!file.empty() && IsUsersFile(file));
  }
  return function;
}

// The graphs in which the forward op may be: the gradient's own, those around it, and the function
// that the graph is the backward half of ("__backward_f_30").
std::vector<GraphId> ForwardGraphs(const store::Run& run, GraphId graph) {
  std::vector<GraphId> graphs;
  for (GraphId id = graph; id.valid(); id = run.graphs.graph(id).outer) graphs.push_back(id);
  constexpr std::string_view kBackward = "__backward_";
  std::string_view function = run.strings[run.graphs.graph(graph).name];
  if (!function.starts_with(kBackward)) return graphs;
  function = function.substr(kBackward.size(), function.rfind('_') - kBackward.size());
  for (const GraphId id : run.graphs.graph_ids()) {
    if (run.strings[run.graphs.graph(id).name] == function) graphs.push_back(id);
  }
  return graphs;
}

std::string_view TypeAsWritten(const store::Run& run, OpId id) {
  const auto written = run.written.find(id);
  const bool other = written != run.written.end() && written->second.type.valid();
  return run.strings[other ? written->second.type : run.graphs.op(id).type];
}

const std::vector<InputRef>& InputsAsWritten(const store::Run& run, OpId id) {
  const auto written = run.written_inputs.find(id);
  return written != run.written_inputs.end() ? written->second : run.graphs.op(id).inputs;
}

// The op in the graph as written of one that an optimiser named anew.
OpId AsWritten(const store::Run& run, OpId id) {
  const auto written = run.written.find(id);
  if (written == run.written.end() || !written->second.name.valid() ||
      written->second.graph.valid()) {
    return id;
  }
  const OpId op = run.graphs.FindOp(run.graphs.op(id).graph, written->second.name);
  return op.valid() ? op : id;
}

ForwardOp Described(const store::Run& run, std::string_view name, OpId op) {
  const store::StackId stack = run.graphs.op(op).stack;
  return {name, op, UserLine(run, stack), stack};
}

// The search for the forward op of one gradient op.
class Search {
 public:
  Search(const store::Run& run, OpId gradient)
      : run_(run),
        gradient_(AsWritten(run, gradient)),
        name_(ParseGradientName(run.strings[run.graphs.op(gradient_).name])),
        function_(FunctionOf(run, run.graphs.op(gradient_).stack)),
        graphs_(ForwardGraphs(run, run.graphs.op(gradient_).graph)) {}

  std::optional<ForwardOp> Find() {
    if (!name_.is_gradient || function_.is_users) return std::nullopt;
    if (name_.under_tape) {
      if (auto found = FromTapeName()) return found;
    }
    if (auto found = FromGradientName()) return found;
    if (function_.name.empty()) return FromTypes();
    return FromFunction();
  }

 private:
  OpId Named(std::string_view name) const {
    for (const std::string& full :
         {std::string(name_.before) + std::string(name), std::string(name)}) {
      const StringId text = run_.strings.Find(full);
      if (!text.valid()) continue;
      for (const GraphId graph : graphs_) {
        if (const OpId op = run_.graphs.FindOp(graph, text); op.valid()) return op;
      }
    }
    return OpId();
  }

  bool FitsFunction(OpId op) const {
    return function_.name.empty() ||
           frameworks::MakesGradientOf(function_.name, TypeAsWritten(run_, op));
  }

  // tf.gradients() names gradients after the op. The gradient of a loop's body is made so, too,
  // also under a tape; of an op there only the end of the name is known.
  std::optional<ForwardOp> FromGradientName() const {
    constexpr std::string_view kGradients = "gradients/";
    std::string_view name = name_.rest;
    const size_t inner = name_.under_tape ? name.rfind(kGradients) : 0;
    if (inner == name.npos) return std::nullopt;
    if (name_.under_tape) name.remove_prefix(inner + kGradients.size());
    const size_t end = name.find("_grad/");
    if (end == name.npos) return std::nullopt;
    name = name.substr(0, end);
    OpId op = Named(name);
    if (!op.valid() || IsOfGradient(run_, op)) op = OnlyOneEndingWith("/" + std::string(name));
    if (!op.valid() || !FitsFunction(op)) return std::nullopt;
    return Described(run_, name, op);
  }

  OpId OnlyOneEndingWith(const std::string& end) const {
    OpId found;
    for (const GraphId graph : graphs_) {
      for (const OpId id : run_.graphs.graph(graph).ops) {
        if (!run_.strings[run_.graphs.op(id).name].ends_with(end) || IsOfGradient(run_, id))
          continue;
        if (found.valid()) return OpId();
        found = id;
      }
    }
    return found;
  }

  // A tape names gradients after the scope in which the op was made. Many ops are made in a scope
  // of their own, which is called as they are.
  std::optional<ForwardOp> FromTapeName() const {
    for (size_t end = name_.rest.rfind('/'); end != std::string_view::npos && end > 0;
         end = name_.rest.rfind('/', end - 1)) {
      const std::string_view name = name_.rest.substr(0, end);
      if (const OpId op = Named(name); op.valid() && FitsFunction(op)) {
        return Described(run_, name, op);
      }
    }
    return std::nullopt;
  }

  bool IsForward(OpId id) const {
    const OpRole role = RoleOf(TypeAsWritten(run_, id));
    return role != OpRole::kConstant && role != OpRole::kArgument && !IsOfGradient(run_, id);
  }

  // Without a stack: gradients that have a type of their own read what their op made (SqrtGrad) or
  // what it read.
  std::optional<ForwardOp> FromTypes() const {
    const std::string_view type = TypeAsWritten(run_, gradient_);
    for (const InputRef& input : InputsAsWritten(run_, gradient_)) {
      if (input.slot == InputRef::kControl) continue;
      const OpId maker = run_.graphs.FindOp(run_.graphs.op(gradient_).graph, input.op);
      if (!maker.valid() || !IsForward(maker)) continue;
      if (!frameworks::MakesGradientOf(type, TypeAsWritten(run_, maker)) ||
          type == TypeAsWritten(run_, maker)) {
        continue;
      }
      return Described(run_, run_.strings[run_.graphs.op(maker).name], maker);
    }
    return std::nullopt;
  }

  // Forward ops of the type whose gradient was being made, made in the scope that the tape names.
  std::vector<OpId> Candidates() const {
    std::vector<OpId> candidates;
    for (const GraphId graph : graphs_) {
      for (const OpId id : run_.graphs.graph(graph).ops) {
        if (FitsFunction(id) && InScope(run_.strings[run_.graphs.op(id).name]) && IsForward(id)) {
          candidates.push_back(id);
        }
      }
      if (!candidates.empty()) break;
    }
    return candidates;
  }

  // Whether an op of that name was made directly in a scope that the gradient's name begins with.
  bool InScope(std::string_view name) const {
    if (!name.starts_with(name_.before)) return false;
    name.remove_prefix(name_.before.size());
    const size_t slash = name.rfind('/');
    return slash == std::string_view::npos || name_.rest.starts_with(name.substr(0, slash + 1));
  }

  bool Reads(OpId op, const InputRef& tensor) const {
    return std::ranges::any_of(InputsAsWritten(run_, op),
                               [&](const InputRef& input) { return input == tensor; });
  }

  // Those of the candidates that made or read a tensor which the gradient reads, itself or through
  // other ops of gradients: the fewer of these between, the better.
  std::vector<OpId> Nearest(const std::vector<OpId>& candidates) const {
    constexpr int kMostHops = 6;
    const GraphId graph = run_.graphs.op(gradient_).graph;
    std::vector<OpId> level = {gradient_};
    std::unordered_set<OpId> seen = {gradient_};
    for (int hops = 0; hops < kMostHops && !level.empty(); ++hops) {
      std::vector<OpId> next;
      std::vector<OpId> near;
      for (const OpId id : level) {
        for (const InputRef& input : InputsAsWritten(run_, id)) {
          if (input.slot == InputRef::kControl) continue;
          const OpId maker = run_.graphs.FindOp(graph, input.op);
          if (maker.valid() && IsOfGradient(run_, maker)) {
            if (seen.insert(maker).second) next.push_back(maker);
            continue;
          }
          for (const OpId candidate : candidates) {
            if (candidate != maker && !Reads(candidate, input)) continue;
            if (std::ranges::find(near, candidate) == near.end()) near.push_back(candidate);
          }
        }
      }
      if (!near.empty()) return near;
      level = std::move(next);
    }
    return {};
  }

  // Those whose result is read by an op whose gradient the gradient reads: that is where its own
  // comes from.
  std::vector<OpId> WithGradientFrom(const std::vector<OpId>& candidates) const {
    const GraphId graph = run_.graphs.op(gradient_).graph;
    std::vector<std::string_view> functions;
    for (const InputRef& input : InputsAsWritten(run_, gradient_)) {
      const OpId maker = run_.graphs.FindOp(graph, input.op);
      if (!maker.valid() || !IsOfGradient(run_, maker)) continue;
      const GradientFunction function = FunctionOf(run_, run_.graphs.op(maker).stack);
      if (!function.name.empty() && function.name != function_.name) {
        functions.push_back(function.name);
      }
    }
    std::vector<OpId> fitting;
    for (const OpId candidate : candidates) {
      const store::Op& op = run_.graphs.op(candidate);
      const bool read = std::ranges::any_of(run_.graphs.graph(op.graph).ops, [&](OpId reader) {
        return Reads(reader, {op.name, 0}) &&
               std::ranges::any_of(functions, [&](std::string_view function) {
                 return frameworks::MakesGradientOf(function, TypeAsWritten(run_, reader));
               });
      });
      if (read) fitting.push_back(candidate);
    }
    return fitting;
  }

  std::optional<ForwardOp> FromFunction() const {
    std::vector<OpId> candidates = Candidates();
    if (candidates.size() > 1) {
      if (auto near = Nearest(candidates); !near.empty()) candidates = std::move(near);
    }
    if (candidates.size() > 1) {
      if (auto fitting = WithGradientFrom(candidates); !fitting.empty()) {
        candidates = std::move(fitting);
      }
    }
    if (candidates.empty()) return std::nullopt;
    const store::Op& first = run_.graphs.op(candidates.front());
    if (candidates.size() == 1)
      return Described(run_, run_.strings[first.name], candidates.front());
    // One of several: what they have in common.
    const auto line = UserLine(run_, first.stack);
    const bool one_line = std::ranges::all_of(candidates, [&](OpId id) {
      const auto other = UserLine(run_, run_.graphs.op(id).stack);
      return line && other && line->file_id == other->file_id && line->line == other->line;
    });
    if (!one_line) return std::nullopt;
    return ForwardOp{TypeAsWritten(run_, candidates.front()), OpId(), line, store::StackId()};
  }

  const store::Run& run_;
  const OpId gradient_;
  const GradientName name_;
  const GradientFunction function_;
  const std::vector<GraphId> graphs_;
};

}  // namespace

std::string_view GradientFunctionOf(const store::Run& run, store::StackId stack) {
  const GradientFunction function = FunctionOf(run, stack);
  return function.is_users ? std::string_view() : function.name;
}

bool IsOfGradient(const store::Run& run, OpId op) {
  return ParseGradientName(run.strings[run.graphs.op(op).name]).is_gradient;
}

std::optional<ForwardOp> ForwardOf(const store::Run& run, OpId op) {
  return Search(run, op).Find();
}

}  // namespace tdbg::query
