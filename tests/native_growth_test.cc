// Native traces that grow while they are read: made-up programs with several threads, loops of
// steps, births, functions that are traced late and two processes.
#include <fstream>

#include "base/scratch_directory.h"
#include "followed_answers.h"
#include "format/trace_sketch.h"

namespace tdbg::tests {
namespace {

namespace fs = std::filesystem;
using format::ExecutionKind;
using format::RecordKind;

// A program that does what chance says, recorded event by event.
class Program {
 public:
  Program(const std::string& trace, uint32_t pid, uint32_t seed)
      : sketch_(trace, pid, 96), random_(seed) {
    sketch_.Process();
    TraceFunction("train");
  }

  void Act() {
    time_ns_ += Pick(3) == 0 ? 0 : 1 + Pick(50);
    const size_t what = Pick(100);
    if (what == 0 && functions_.size() < 4) return TraceFunction("late_" + std::to_string(what));
    if (what < 12) return Begin();
    if (what < 20) return End();
    if (what < 26) return EagerOp();
    RunOp();
  }

  void Finish() { sketch_.Finish(); }

 private:
  struct Function {
    uint32_t graph = 0;
    std::string name;
    std::vector<uint32_t> ops;
  };
  struct Call {
    size_t function = 0;
    uint32_t execution = 0;
    uint32_t thread = 0;
    size_t next = 0;
    bool bad = false;
  };

  size_t Pick(size_t below) { return random_() % below; }

  void TraceFunction(const std::string& name) {
    Function& function = functions_.emplace_back();
    function.name = name;
    function.graph = sketch_.Graph(name);
    const auto op = [&](const char* op_name, const char* type,
                        const std::vector<std::string_view>& inputs) {
      function.ops.push_back(sketch_.Op(function.graph, op_name, type, inputs));
    };
    op("x", "IteratorGetNext", {});
    op("w/Read", "ReadVariableOp", {});
    op("log", "Log", {"x"});
    op("mul", "Mul", {"log", "w/Read"});
    op("greater", "Greater", {"log"});
    op("select", "Select", {"greater", "mul"});
    op("loss", "Sum", {"select"});
    op("grad", "Neg", {"loss"});
    sketch_.Op(function.graph, "assign", "AssignSubVariableOp", {"w/Read", "grad"});
    sketch_.Op(function.graph, "Identity", "Identity", {"loss"});
  }

  void Begin() {
    if (calls_.size() == 3) return;
    ++time_ns_;  // a thread begins one thing after the other
    Call call;
    call.function = Pick(functions_.size());
    call.thread = static_cast<uint32_t>(Pick(3));
    const Function& function = functions_[call.function];
    call.execution = sketch_.Execution(ExecutionKind::kFunctionCall, time_ns_, function.name,
                                       function.graph, 0, call.thread);
    if (Pick(2) == 0) sketch_.Step(steps_++, call.execution);
    calls_.push_back(call);
  }

  void End() {
    if (calls_.empty()) return;
    const size_t i = Pick(calls_.size());
    sketch_.ExecutionEnd(calls_[i].execution, time_ns_, calls_[i].thread);
    calls_.erase(calls_.begin() + static_cast<ptrdiff_t>(i));
  }

  format::TensorEvent Tensor(uint32_t op, uint32_t execution, bool bad) {
    format::TensorEvent event;
    event.time_ns = time_ns_;
    event.op = op;
    event.execution = execution;
    event.dtype = tensor::DType::kF32;
    event.detail = Detail::kCurtHealth;
    event.checked = bad ? format::Checked::kBad : format::Checked::kClean;
    return event;
  }

  void RunOp() {
    if (calls_.empty()) return Begin();
    Call& call = calls_[Pick(calls_.size())];
    const Function& function = functions_[call.function];
    const size_t op = call.next++ % function.ops.size();
    if (op == 0) call.bad = false;
    call.bad = op == 4 ? false : call.bad || Pick(12) == 0;
    if (Pick(9) == 0) return;  // filtered out
    // Some ops are run by a pool.
    const uint32_t thread = Pick(4) == 0 ? 3 : call.thread;
    sketch_.Event(Tensor(function.ops[op], call.execution, call.bad), nullptr, thread);
  }

  void EagerOp() {
    ++time_ns_;
    const uint32_t thread = static_cast<uint32_t>(Pick(3));
    const char* const type = Pick(2) == 0 ? "Log" : "Sqrt";
    const uint32_t op = sketch_.Op(0, type, type);
    const uint32_t execution =
        sketch_.Execution(ExecutionKind::kEagerOp, time_ns_, type, 0, 0, thread);
    const bool bad = Pick(3) == 0;
    sketch_.Event(Tensor(op, execution, bad), nullptr, thread);
    if (!bad) return;
    format::IncidentRecord birth = {};
    birth.time_ns = time_ns_;
    birth.op = op;
    birth.execution = execution;
    birth.operand_count = 1;
    birth.verdict = static_cast<uint8_t>(Pick(2) == 0 ? Verdict::kOrigin : Verdict::kInherited);
    birth.source = static_cast<uint8_t>(Source::kOp);
    sketch_.Incident(RecordKind::kBadValue, birth, thread);
    sketch_.Event(Tensor(op, execution, Pick(2) == 0), nullptr, thread, RecordKind::kOperand);
  }

  format::TraceSketch sketch_;
  std::mt19937 random_;
  int64_t time_ns_ = 0;
  int64_t steps_ = 0;
  std::vector<Function> functions_;
  std::vector<Call> calls_;
};

// The reader looks while the program runs: what is there is there in the order of writing.
TEST(NativeGrowth, AnswersAreThoseOfTheCompleteTrace) {
  for (uint32_t seed = 1; seed <= 12; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const ScratchDirectory trace;
    Program first(trace.path(), 4711, seed);
    std::unique_ptr<Program> second;
    FollowedAnswers answers(trace.path());
    std::mt19937 random(seed);
    for (int round = 0; round < 60; ++round) {
      for (size_t acts = random() % 40; acts > 0; --acts) first.Act();
      if (round == 20) second = std::make_unique<Program>(trace.path(), 4712, seed + 100);
      for (size_t acts = random() % 20; second != nullptr && acts > 0; --acts) second->Act();
      if (round == 59) first.Finish();
      ASSERT_NO_FATAL_FAILURE(answers.Grew(round % 6 == 5));
    }
  }
}

// The files of a trace, uncovered piece by piece: the definitions before what speaks of them, as
// their writer does, but one thread's file far ahead of another's, and cut inside of records.
class Uncovered {
 public:
  Uncovered(const fs::path& complete, const fs::path& shown) : shown_(shown) {
    for (const auto& entry : fs::recursive_directory_iterator(complete)) {
      if (!entry.is_regular_file()) continue;
      std::ifstream stream(entry.path(), std::ios::binary);
      File file;
      file.path = shown / fs::relative(entry.path(), complete);
      file.bytes = std::string(std::istreambuf_iterator<char>(stream), {});
      fs::create_directories(file.path.parent_path());
      // Where a thread left its segment for another is known when that was full.
      std::string empty(file.bytes.size(), '\0');
      empty.replace(0, kHeader - sizeof(uint64_t), file.bytes, 0, kHeader - sizeof(uint64_t));
      std::ofstream(file.path, std::ios::binary) << empty;
      const auto name = format::ParseSegmentFileName(file.path.filename().string());
      auto& files = name->kind == format::SegmentKind::kMeta ? meta_ : threads_[name->thread];
      files.push_back(file);
    }
    // A thread goes on with the next segment when one is full.
    for (auto& [thread, files] : threads_) {
      std::sort(files.begin(), files.end(),
                [](const File& a, const File& b) { return a.path > b.path; });
    }
  }

  bool complete() const { return threads_.empty(); }

  void UncoverDefinitions() {
    for (File& file : meta_) Uncover(file, file.bytes.size());
  }

  void UncoverSome(std::mt19937& random) {
    const auto thread =
        std::next(threads_.begin(), static_cast<ptrdiff_t>(random() % threads_.size()));
    std::vector<File>& files = thread->second;
    if (Uncover(files.back(), random() % 3000)) files.pop_back();
    if (files.empty()) threads_.erase(thread);
  }

 private:
  static constexpr size_t kHeader = 64;
  struct File {
    fs::path path;
    std::string bytes;
    size_t shown = kHeader;
  };

  // True if that was all.
  static bool Uncover(File& file, size_t bytes) {
    const size_t end = std::min(file.bytes.size(), file.shown + bytes);
    std::fstream stream(file.path, std::ios::binary | std::ios::in | std::ios::out);
    stream.seekp(static_cast<std::streamoff>(file.shown));
    stream.write(file.bytes.data() + file.shown, static_cast<std::streamsize>(end - file.shown));
    file.shown = end;
    if (end < file.bytes.size()) return false;
    stream.seekp(0);
    stream.write(file.bytes.data(), kHeader);
    return true;
  }

  fs::path shown_;
  std::vector<File> meta_;
  std::map<uint32_t, std::vector<File>> threads_;  // last segment first
};

TEST(NativeGrowth, ThreadsMayLagBehindEachOther) {
  for (uint32_t seed = 1; seed <= 12; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const ScratchDirectory complete, shown;
    Program program(complete.path(), 4711, seed);
    for (int i = 0; i < 1500; ++i) program.Act();
    program.Finish();
    Uncovered trace(complete.path(), shown.path());
    trace.UncoverDefinitions();
    FollowedAnswers answers(shown.path());
    std::mt19937 random(seed);
    while (!trace.complete()) {
      trace.UncoverSome(random);
      ASSERT_NO_FATAL_FAILURE(answers.Grew(false));
    }
    ASSERT_NO_FATAL_FAILURE(answers.Grew(true));
  }
}

}  // namespace
}  // namespace tdbg::tests
