#include "bench/source_frames.h"

#include <array>
#include <iterator>

#include "bench/random_bits.h"

namespace tdbg::bench {
namespace {

constexpr int kFiles = 60;
constexpr int kFramesPerLibraryFile = 7;
constexpr int kTrain = 0;

struct KnownFrame {
  int file;
  int line;
  std::string_view function;
};

// Index = file index. Library files past the end of the list get numbered names.
constexpr std::string_view kPaths[] = {
    "/srv/digits/train.py",
    "/srv/digits/model.py",
    "/srv/digits/losses.py",
    "/srv/digits/data.py",
    "tensorflow/python/util/traceback_utils.py",
    "tensorflow/python/eager/polymorphic_function/polymorphic_function.py",
    "tensorflow/python/eager/polymorphic_function/tracing_compilation.py",
    "tensorflow/python/framework/func_graph.py",
    "tensorflow/python/eager/polymorphic_function/autograph_util.py",
    "tensorflow/python/eager/context.py",
    "tensorflow/python/framework/op_callbacks.py",
    "tensorflow/python/debug/lib/dumping_callback.py",
};
constexpr int kFirstFreeFile = static_cast<int>(std::size(kPaths));

constexpr KnownFrame kTracing[] = {
    {kTrain, 88, "<module>"},
    {kTrain, 71, "main"},
    {4, 150, "error_handler"},
    {5, 833, "__call__"},
    {5, 889, "_call"},
    {5, 696, "_initialize"},
    {6, 178, "trace_function"},
    {6, 283, "_maybe_define_function"},
    {6, 310, "_create_concrete"},
    {7, 1060, "func_graph_from_py_func"},
    {5, 599, "wrapped_fn"},
    {8, 41, "autograph_handler"},
};
constexpr KnownFrame kCalling[] = {
    {4, 150, "error_handler"}, {5, 833, "__call__"},       {5, 878, "_call"},
    {6, 139, "call_function"}, {9, 1688, "call_function"},
};
constexpr KnownFrame kDumping[] = {
    {10, 184, "invoke_op_callbacks"}, {11, 563, "callback"}, {11, 247, "_process_stack_frames"}};

std::string PathOf(int file) {
  const std::string library = "/srv/digits/.venv/lib/python3.11/site-packages/";
  if (file < SourceFrames::kUserFiles) return std::string(kPaths[file]);
  if (file < kFirstFreeFile) return library + std::string(kPaths[file]);
  return library + "tensorflow/python/ops/ops_" + std::to_string(file) + ".py";
}

}  // namespace

SourceFrames::SourceFrames(uint64_t seed) : seed_(seed) {}

int SourceFrames::file_count() const { return kFiles; }

const std::string& SourceFrames::FrameId(int file, int line, std::string_view function) {
  for (const Frame& frame : frames_) {
    if (frame.file == file && frame.line == line && frame.function == function) return frame.id;
  }
  const uint64_t key = 1000 + frames_.size();
  frames_.push_back({file, line, std::string(function), MakeUuid(seed_, key)});
  return frames_.back().id;
}

std::vector<std::string> SourceFrames::OpStack(uint64_t key, int user_file, int line) {
  std::vector<std::string> stack;
  for (const KnownFrame& f : kTracing) stack.push_back(FrameId(f.file, f.line, f.function));
  stack.push_back(FrameId(kTrain, 40 + user_file, "train_step"));
  if (user_file != kTrain) stack.push_back(FrameId(user_file, line, "__call__"));
  const uint64_t bits = Mix(seed_, key);
  const int depth = 2 + static_cast<int>(bits % 15);
  for (int i = 0; i < depth; ++i) {
    const uint64_t pick = Mix(bits, static_cast<uint64_t>(i));
    const int file = kFirstFreeFile + static_cast<int>(pick % (kFiles - kFirstFreeFile));
    const int place = static_cast<int>((pick >> 32) % kFramesPerLibraryFile);
    stack.push_back(FrameId(file, 90 + 120 * place, "op_" + std::to_string(place)));
  }
  for (const KnownFrame& f : kDumping) stack.push_back(FrameId(f.file, f.line, f.function));
  return stack;
}

std::vector<std::string> SourceFrames::CallStack(int line) {
  std::vector<std::string> stack;
  stack.push_back(FrameId(kTrain, 88, "<module>"));
  stack.push_back(FrameId(kTrain, line, "main"));
  for (const KnownFrame& f : kCalling) stack.push_back(FrameId(f.file, f.line, f.function));
  for (const KnownFrame& f : kDumping) stack.push_back(FrameId(f.file, f.line, f.function));
  return stack;
}

void SourceFrames::Write(double time, std::string_view host,
                         exporters::tfdbg2::DebugEventWriter& writer) const {
  for (int file = 0; file < kFiles; ++file) {
    const int lines = file < kUserFiles ? 120 : 1000 + static_cast<int>(Mix(seed_, file) % 1500);
    std::vector<std::string> text;
    for (int line = 1; line <= lines; ++line) {
      text.push_back("    value_" + std::to_string(line) + " = advance(value_" +
                     std::to_string(line - 1) + ", rate=0.5)");
    }
    writer.SourceFile(time, PathOf(file), host, text);
  }
  for (const Frame& f : frames_) writer.StackFrame(time, f.id, f.file, f.line, f.function);
}

}  // namespace tdbg::bench
