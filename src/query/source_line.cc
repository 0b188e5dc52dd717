#include "query/source_line.h"

#include <algorithm>
#include <string>

#include "frameworks/library_code.h"
#include "query/op_role.h"

namespace tdbg::query {
namespace {

using store::GraphId;
using store::InputRef;
using store::OpId;

bool Contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

// What the recorder itself puts into the program is called "<tdbg …>".
bool IsOurs(std::string_view path) {
  return Contains(path, "/python/tdbg/") || path.starts_with("<tdbg");
}

bool IsGenerated(std::string_view path) {
  return Contains(path, "__autograph_generated_file") || path.starts_with("<frozen");
}

// ".../lib/python3.11/json/decoder.py"; site-packages lies below the same folder.
bool IsStandardLibrary(std::string_view path) {
  constexpr std::string_view kFolder = "/lib/python";
  const size_t at = path.find(kFolder);
  return at != std::string_view::npos && at + kFolder.size() < path.size() &&
         path[at + kFolder.size()] >= '0' && path[at + kFolder.size()] <= '9';
}

bool IsOutsideFrameworks(std::string_view path) {
  return !frameworks::IsFrameworkFile(path) && !IsOurs(path) && !IsGenerated(path);
}

std::string_view PathOf(const store::Run& run, const store::Frame& frame) {
  if (!frame.recorded || !frame.file.valid()) return {};
  return run.strings[run.sources[frame.file].path];
}

// The place of the innermost frame that `accept` likes; past the outermost if there is none.
template <typename Accept>
size_t InnermostFrame(const store::Run& run, std::span<const store::FrameId> frames,
                      Accept accept) {
  for (size_t i = frames.size(); i-- > 0;) {
    const std::string_view path = PathOf(run, run.stacks.frame(frames[i]));
    if (!path.empty() && accept(path)) return i;
  }
  return frames.size();
}

size_t InnermostUsersFrame(const store::Run& run, std::span<const store::FrameId> frames) {
  const size_t users = InnermostFrame(run, frames, IsUsersFile);
  return users < frames.size() ? users : InnermostFrame(run, frames, IsOutsideFrameworks);
}

std::optional<SourceLine> LineOf(const store::Run& run, std::span<const store::FrameId> frames,
                                 size_t at) {
  if (at >= frames.size()) return std::nullopt;
  const store::Frame& frame = run.stacks.frame(frames[at]);
  return SourceLine{PathOf(run, frame), frame.file, frame.line, run.strings[frame.function]};
}

// Whether the frame at `at` only asked the framework to run a whole model: such a line stands for
// thousands of ops.
bool RunsWholeModel(const store::Run& run, std::span<const store::FrameId> frames, size_t at) {
  for (size_t i = at + 1; i < frames.size(); ++i) {
    const store::Frame& frame = run.stacks.frame(frames[i]);
    const std::string_view path = PathOf(run, frame);
    if (!frameworks::HandsCallsOn(path)) {
      return frameworks::RunsWholeModel(path, run.strings[frame.function]);
    }
  }
  return false;
}

// Whether the name was given by differentiation, and what follows the marker.
struct GradientName {
  bool is_gradient = false;
  std::string_view rest;  // "mul_grad/Mul" or, under a tape, "mul/Mul"
  bool under_tape = false;
};

GradientName ParseGradientName(std::string_view name) {
  constexpr std::string_view kTape = "gradient_tape/";
  if (const size_t at = name.find(kTape);
      at != std::string_view::npos && (at == 0 || name[at - 1] == '/')) {
    return {true, name.substr(at + kTape.size()), true};
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
  return {true, name.substr(slash + 1), false};
}

// An op of that name in the graph, in one around it, or in the function that the graph is the
// backward half of ("__backward_f_30").
OpId FindForward(const store::Run& run, GraphId graph, std::string_view name) {
  const StringId text = run.strings.Find(name);
  if (!text.valid()) return OpId();
  for (GraphId id = graph; id.valid(); id = run.graphs.graph(id).outer) {
    if (const OpId op = run.graphs.FindOp(id, text); op.valid()) return op;
  }
  constexpr std::string_view kBackward = "__backward_";
  std::string_view function = run.strings[run.graphs.graph(graph).name];
  if (!function.starts_with(kBackward)) return OpId();
  function = function.substr(kBackward.size(), function.rfind('_') - kBackward.size());
  for (const GraphId id : run.graphs.graph_ids()) {
    if (run.strings[run.graphs.graph(id).name] != function) continue;
    if (const OpId op = run.graphs.FindOp(id, text); op.valid()) return op;
  }
  return OpId();
}

// The first op of the scope; invalid if nothing is called "scope/…".
OpId FirstInScope(const store::Run& run, GraphId graph, std::string_view scope) {
  const std::string start = std::string(scope) + "/";
  for (const OpId id : run.graphs.graph(graph).ops) {
    if (run.strings[run.graphs.op(id).name].starts_with(start)) return id;
  }
  return OpId();
}

ForwardOp Describe(const store::Run& run, std::string_view name, OpId op) {
  return {name, UserLine(run, run.graphs.op(op).stack)};
}

std::optional<ForwardOp> FromTapeName(const store::Run& run, GraphId graph, std::string_view rest) {
  // The longest part that is an op; failing that, the longest that is a scope.
  for (size_t end = rest.rfind('/'); end != std::string_view::npos && end > 0;
       end = rest.rfind('/', end - 1)) {
    const std::string_view name = rest.substr(0, end);
    if (const OpId op = FindForward(run, graph, name); op.valid()) return Describe(run, name, op);
  }
  for (size_t end = rest.rfind('/'); end != std::string_view::npos && end > 0;
       end = rest.rfind('/', end - 1)) {
    const std::string_view scope = rest.substr(0, end);
    if (const OpId op = FirstInScope(run, graph, scope); op.valid()) {
      return Describe(run, scope, op);
    }
  }
  return std::nullopt;
}

bool IsForward(const store::Run& run, OpId id) {
  const store::Op& op = run.graphs.op(id);
  const OpRole role = RoleOf(run.strings[op.type]);
  return role != OpRole::kConstant && role != OpRole::kArgument &&
         !ParseGradientName(run.strings[op.name]).is_gradient;
}

// The only forward op that reads this output; invalid if there are none or several.
OpId OnlyForwardReader(const store::Run& run, GraphId graph, const InputRef& output) {
  OpId found;
  for (const OpId id : run.graphs.graph(graph).ops) {
    const auto& inputs = run.graphs.op(id).inputs;
    const bool reads = std::any_of(inputs.begin(), inputs.end(), [&](const InputRef& input) {
      return input.op == output.op && input.slot == output.slot;
    });
    if (!reads || !IsForward(run, id)) continue;
    if (found.valid()) return OpId();
    found = id;
  }
  return found;
}

// The forward op whose output or input the gradient op reads: SqrtGrad reads what Sqrt made, but
// the Reciprocal that Log leads to reads what Log read.
std::optional<ForwardOp> FromInputs(const store::Run& run, const store::Op& gradient) {
  for (const InputRef& input : gradient.inputs) {
    if (input.slot == InputRef::kControl) continue;
    const OpId producer = run.graphs.FindOp(gradient.graph, input.op);
    if (!producer.valid() || !IsForward(run, producer)) continue;
    OpId forward = producer;
    const std::string_view type = run.strings[run.graphs.op(producer).type];
    if (!run.strings[gradient.type].starts_with(type)) {
      const OpId reader = OnlyForwardReader(run, gradient.graph, input);
      if (reader.valid()) forward = reader;
    }
    return Describe(run, run.strings[run.graphs.op(forward).name], forward);
  }
  return std::nullopt;
}

}  // namespace

bool IsUsersFile(std::string_view path) {
  return !Contains(path, "/site-packages/") && !Contains(path, "/dist-packages/") &&
         !IsStandardLibrary(path) && !IsOurs(path) && !IsGenerated(path);
}

std::vector<bool> UsersFrames(const store::Run& run, std::span<const store::FrameId> frames) {
  std::vector<bool> users(frames.size());
  for (const auto accept : {IsUsersFile, IsOutsideFrameworks}) {
    bool any = false;
    for (size_t i = 0; i < frames.size(); ++i) {
      const store::Frame& frame = run.stacks.frame(frames[i]);
      const std::string_view path =
          frame.file.valid() ? run.strings[run.sources[frame.file].path] : std::string_view();
      users[i] = !path.empty() && accept(path);
      any = any || users[i];
    }
    if (any) return users;
  }
  return std::vector<bool>(frames.size(), true);
}

std::optional<SourceLine> UserLine(const store::Run& run, store::StackId stack) {
  const auto frames = run.stacks.frames(stack);
  const size_t users = InnermostUsersFrame(run, frames);
  if (RunsWholeModel(run, frames, users)) {
    const auto layer = LayerOf(run, stack);
    if (layer && layer->made) return layer->made;
  }
  return LineOf(run, frames, users);
}

std::vector<store::FrameId> FramesOfFailure(const store::Run& run, OpId op,
                                            store::ExecutionId execution) {
  const auto made = run.stacks.frames(run.graphs.op(op).stack);
  std::vector<store::FrameId> frames(made.begin(), made.end());
  if (!execution.valid()) return frames;
  const auto called = run.stacks.frames(run.executions[execution].stack);
  const auto calls_function = [&](store::FrameId id) {
    const store::Frame& frame = run.stacks.frame(id);
    return frameworks::CallsTracedFunction(PathOf(run, frame), run.strings[frame.function]);
  };
  // The innermost function that the program called, and the outermost that was traced for it.
  const auto call = std::find_if(called.rbegin(), called.rend(), calls_function).base();
  const auto traced = std::find_if(made.begin(), made.end(), calls_function);
  if (call == called.begin() || traced == made.end()) return frames;
  frames.assign(called.begin(), call);
  frames.insert(frames.end(), traced + 1, made.end());
  return frames;
}

std::optional<LayerPlace> LayerOf(const store::Run& run, store::StackId stack) {
  const auto frames = run.stacks.frames(stack);
  for (auto it = frames.rbegin(); it != frames.rend(); ++it) {
    const store::LayerId id = run.stacks.frame(*it).layer;
    if (!id.valid()) continue;
    const store::Layer& layer = run.layers[id];
    const auto made = run.stacks.frames(layer.stack);
    return LayerPlace{run.strings[layer.path], run.strings[layer.type],
                      LineOf(run, made, InnermostUsersFrame(run, made))};
  }
  return std::nullopt;
}

std::optional<ForwardOp> ForwardOf(const store::Run& run, OpId id) {
  const store::Op& op = run.graphs.op(id);
  const GradientName name = ParseGradientName(run.strings[op.name]);
  if (!name.is_gradient) return std::nullopt;
  if (!name.under_tape) {
    const size_t end = name.rest.find("_grad/");
    if (end != std::string_view::npos) {
      const std::string_view forward = name.rest.substr(0, end);
      if (const OpId found = FindForward(run, op.graph, forward); found.valid()) {
        return Describe(run, forward, found);
      }
    }
  } else if (auto found = FromTapeName(run, op.graph, name.rest)) {
    return found;
  }
  return FromInputs(run, op);
}

}  // namespace tdbg::query
