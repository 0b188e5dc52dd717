// Ops that fail for what they made or read: which do, and what they say.
#include <cmath>
#include <fstream>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/scratch_directory.h"
#include "capture/recorder.h"
#include "capture/text.h"

namespace tdbg::capture {
namespace {

constexpr float kNoNumber = std::numeric_limits<float>::quiet_NaN();
constexpr float kEndless = std::numeric_limits<float>::infinity();

struct Vector {
  std::vector<float> values;
  int64_t extent = static_cast<int64_t>(values.size());

  tdbg_tensor tensor() const {
    return {values.data(), values.size() * sizeof(float), &extent, 1, 1, 0};
  }
};

// A program whose ops can fail.
class RaisingProgram {
 public:
  RaisingProgram() {
    std::ofstream(source_) << "import model\n\ndef train(x):\n    return log(x)  # at zero\n";
    EXPECT_TRUE(settings_.Set("raise", "1").ok());
    recorder_ = new Recorder(settings_, &recording_, ops_, definitions_);
    EXPECT_TRUE(recorder_->Start(directory_.PathOf("trace"), "").ok());
    log_ = recorder_->AcquireLog();
  }
  ~RaisingProgram() { recorder_->Stop(); }

  Recorder& recorder() { return *recorder_; }

  uint32_t DefineOp(std::string_view name, std::string_view type, uint32_t flags = 0) {
    const tdbg_frame frames[] = {{Text("/x/site-packages/model.py"), Text("fit"), 7, 0, 0, 0},
                                 {Text(source_), Text("train"), 4, 0, 0, 0}};
    tdbg_op op = {};
    op.graph = definitions_.Graph("g", "train", 0);
    op.name = Text(name);
    op.type = Text(type);
    op.output_count = 2;
    op.stack = definitions_.Stack(frames);
    op.flags = flags;
    return definitions_.Op(op);
  }

  // What it says if it fails; "" if it does not.
  std::string Run(uint32_t op, const std::vector<Vector>& outputs,
                  const std::vector<Vector>& inputs) {
    std::vector<tdbg_tensor> tensors;
    for (const Vector& output : outputs) tensors.push_back(output.tensor());
    Running running = {inputs, ""};
    tdbg_op_run run = RunOf(op, running);
    run.outputs = tensors.data();
    run.output_count = static_cast<uint32_t>(tensors.size());
    recorder_->OpDone(*log_, run);
    return running.message;
  }

  std::string ReadConstant(uint32_t op, std::string_view constant,
                           const std::vector<Vector>& inputs) {
    Running running = {inputs, ""};
    recorder_->BadConstantRead(RunOf(op, running), 0, constant);
    return running.message;
  }

 private:
  struct Running {
    const std::vector<Vector>& inputs;
    std::string message;
  };
  static tdbg_op_run RunOf(uint32_t op, Running& running) {
    tdbg_op_run run = {};
    run.op = op;
    run.input_count = static_cast<uint32_t>(running.inputs.size());
    run.input = [](void* context, uint32_t index, tdbg_tensor* tensor) {
      *tensor = static_cast<Running*>(context)->inputs[index].tensor();
      return 0;
    };
    run.fail = [](void* context, tdbg_text message) {
      static_cast<Running*>(context)->message = View(message);
    };
    run.context = &running;
    return run;
  }

  ScratchDirectory directory_;
  std::string source_ = directory_.PathOf("program.py");
  Settings settings_;
  uint32_t recording_ = 0;
  OpTable ops_;
  Definitions definitions_{ops_};
  Recorder* recorder_;
  ThreadLog* log_;
};

bool Has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

TEST(Raise, SaysWhatWasMadeOfWhatAndWhere) {
  RaisingProgram program;
  const uint32_t log = program.DefineOp("loss/log", "Log");
  EXPECT_EQ(program.Run(log, {{{0.0f, 1.5f}}}, {{{1.0f, 4.5f}}}), "");
  const std::string message =
      program.Run(log, {{{-kEndless, 1.5f, kNoNumber}}}, {{{0.0f, 4.5f, -1.0f}}});
  for (const std::string_view part :
       {"tdbg: NaN or infinity in output 0 of Log 'loss/log' of function 'train'\n",
        "\n  output 0: float32 [3]: 1 NaN, 1 -inf of 3 elements, all others 1.5\n",
        "\n  input 0: float32 [3]: from -1 to 4.5\n",
        "\n  its inputs are finite: it was born here\n",
        "program.py:4 in train\n        return log(x)  # at zero\n  the op was made in these calls",
        "\n    /x/site-packages/model.py:7 in fit\n  > ", "program.py:4 in train\n"}) {
    EXPECT_TRUE(Has(message, part)) << part << "\nin\n" << message;
  }
}

TEST(Raise, ABadInputIsNamed) {
  RaisingProgram program;
  const uint32_t add = program.DefineOp("add", "AddV2");
  const std::string message = program.Run(add, {{{kNoNumber}}}, {{{1.0f}}, {{kNoNumber}}});
  EXPECT_TRUE(Has(message, "\n  input 1 was bad already")) << message;
  EXPECT_FALSE(Has(message, "born here")) << message;
}

TEST(Raise, NothingForWhatIsOnlyHandedOn) {
  RaisingProgram program;
  const uint32_t reshape = program.DefineOp("reshape", "Reshape", TDBG_MOVES);
  EXPECT_EQ(program.Run(reshape, {{{kNoNumber}}}, {{{kNoNumber}}}), "");
  const uint32_t norm = program.DefineOp("norm", "FusedBatchNormV3", TDBG_ONE_RESULT);
  EXPECT_EQ(program.Run(norm, {{{1.0f}}, {{kNoNumber}}}, {}), "");
  EXPECT_NE(program.Run(norm, {{{kNoNumber}}, {{kNoNumber}}}, {}), "");
}

TEST(Raise, AConstantFailsItsReader) {
  RaisingProgram program;
  const uint32_t where = program.DefineOp("where", "SelectV2");
  EXPECT_EQ(program.ReadConstant(where, "folded", {{{kNoNumber}}}), "")
      << "the user wrote no such op";
  program.DefineOp("given", "Const", TDBG_AS_WRITTEN);
  const std::string message = program.ReadConstant(where, "given", {{{kNoNumber, 1.0f}}});
  EXPECT_TRUE(
      Has(message, "in constant 'given', input 0 of SelectV2 'where' of function 'train'\n"))
      << message;
  EXPECT_TRUE(
      Has(message,
          "\n  it is float32 [2]: 1 NaN of 2 elements, all others 1\n  it was written as Const"))
      << message;
  EXPECT_TRUE(Has(message, "program.py:4")) << message;
}

TEST(Raise, LimitsOfTheMessage) {
  RaisingProgram program;
  const uint32_t log = program.DefineOp("log", "Log");
  ASSERT_TRUE(program.recorder().Set("raise_frames", "1").ok());
  ASSERT_TRUE(program.recorder().Set("raise_path", "10").ok());
  const std::string message = program.Run(log, {{{kNoNumber}}}, {{{-1.0f}}});
  EXPECT_TRUE(Has(message, "\n    (1 frame above)\n  > ...program.py:4 in train\n")) << message;
  ASSERT_TRUE(program.recorder().Set("raise_frames", "0").ok());
  const std::string shortest = program.Run(log, {{{kNoNumber}}}, {{{-1.0f}}});
  EXPECT_TRUE(shortest.ends_with("\n        return log(x)  # at zero")) << shortest;
}

TEST(Raise, OnlyWhileItIsAskedFor) {
  RaisingProgram program;
  const uint32_t log = program.DefineOp("log", "Log");
  ASSERT_TRUE(program.recorder().Set("raise", "0").ok());
  EXPECT_EQ(program.Run(log, {{{kNoNumber}}}, {{{-1.0f}}}), "");
  ASSERT_TRUE(program.recorder().Set("raise", "1").ok());
  ASSERT_TRUE(program.recorder().Set("mode", "shape").ok());
  EXPECT_NE(program.Run(log, {{{kNoNumber}}}, {{{-1.0f}}}), "") << "values are read for it";
}

}  // namespace
}  // namespace tdbg::capture
