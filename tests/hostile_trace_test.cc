// Traces that no recorder writes, with right checksums: prompt and page have an answer.
#include <atomic>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "base/scratch_directory.h"
#include "format/trace_sketch.h"
#include "rpc/service.h"
#include "view/line_stream.h"
#include "view/no_files.h"
#include "view/shell.h"

namespace tdbg::rpc {
namespace {

using format::TraceSketch;

constexpr float kNegativeInfinity = -std::numeric_limits<float>::infinity();

class HostileTrace : public testing::Test {
 protected:
  HostileTrace() { sketch_.Process(); }

  uint32_t Op(std::string_view name, std::string_view type,
              const std::vector<std::string_view>& inputs) {
    return sketch_.Op(graph_, name, type, inputs);
  }

  // A tensor of 4 elements, by its own word and health, whose value has `dims`.
  void Tensor(uint32_t op, bool bad, const std::vector<int64_t>& dims) {
    const std::vector<float> elements(4, bad ? kNegativeInfinity : 0.0f);
    const tensor::Shape shape({2, 2});
    const tensor::Health health = tensor::ComputeHealth(
        tensor::TensorView::Contiguous(tensor::DType::kF32, shape, elements.data()));
    format::TensorEvent event;
    event.time_ns = ++time_;
    event.op = op;
    event.execution = call_;
    event.shape = sketch_.Shape({2, 2});
    event.dtype = tensor::DType::kF32;
    event.detail = Detail::kFullTensor;
    event.checked = bad ? format::Checked::kBad : format::Checked::kClean;
    event.value =
        sketch_.Value(event.dtype, sketch_.Shape(dims), std::as_bytes(std::span(elements)));
    sketch_.Event(event, &health);
  }

  // What the prompt answers.
  std::string Type(const std::string& line) {
    if (session_ == nullptr) session_ = *session::Session::Open(directory_.path(), nullptr);
    view::NoFiles files;
    const std::atomic<bool> stop = false;
    view::Shell shell(*session_, files, stop);
    const view::Document answer = shell.Run(line);
    view::LineStream lines(answer);
    std::string text;
    for (int i = 0; i < 200; ++i) {
      const auto shown = lines.Next();
      if (!shown) break;
      text += shown->Text() + "\n";
    }
    return text;
  }

  const ScratchDirectory directory_;
  TraceSketch sketch_{directory_.path()};
  const uint32_t graph_ = sketch_.Graph("f");
  const uint32_t call_ = sketch_.Execution(format::ExecutionKind::kFunctionCall, 1, "f", graph_);
  int64_t time_ = 10;
  std::unique_ptr<session::Session> session_;
};

TEST_F(HostileTrace, AValueThatHasAnotherShapeThanItsTensor) {
  const uint32_t read = Op("p", "Softmax", {"x"});
  const uint32_t log = Op("log", "Log", {"p"});
  Tensor(read, false, {1});
  Tensor(log, true, {1});
  for (const char* line : {"explain f::log:0", "pt f::log:0", "li -r f::log", "origin"}) {
    EXPECT_FALSE(Type(line).empty()) << line;
  }
  EXPECT_NE(Type("pt f::log:0").find("that of another tensor"), std::string::npos);
  auto target = session::Target::Open(directory_.path(), {});
  ASSERT_TRUE(target.ok());
  Service service(**target);
  for (const char* request : {"cause", "tensor"}) {
    EXPECT_EQ(service.Call(request, R"({"run":0,"event":1})").status, 200) << request;
  }
}

TEST_F(HostileTrace, RingsOfOpsEnd) {
  TraceSketch::OpFacts passes;
  passes.role = format::RecordedRole::kPassesOn;
  sketch_.Op(graph_, "one", "Identity", {"two"}, passes);
  sketch_.Op(graph_, "two", "Identity", {"one"}, passes);
  const uint32_t log = Op("log", "Log", {"one"});
  Op("up", "Mul", {"down", "log"});
  const uint32_t down = Op("down", "Mul", {"up", "log"});
  Tensor(log, true, {2, 2});
  Tensor(down, true, {2, 2});
  for (const char* line : {"explain f::log:0", "explain f::down:0", "origin f::down:0",
                           "li -r -d 50 f::down", "lo -r -d 50 f::one", "path f::one f::up"}) {
    EXPECT_FALSE(Type(line).empty()) << line;
  }
}

TEST_F(HostileTrace, ShapesThatNoMemoryHolds) {
  const uint32_t sum = Op("sum", "Sum", {"x"});
  const uint32_t x = Op("x", "Placeholder", {});
  for (const uint32_t op : {x, sum}) {
    format::TensorEvent event;
    event.time_ns = ++time_;
    event.op = op;
    event.execution = call_;
    event.shape = sketch_.Shape({int64_t{1} << 31, int64_t{1} << 31});
    event.dtype = tensor::DType::kF32;
    event.detail = Detail::kFullHealth;
    event.checked = op == sum ? format::Checked::kBad : format::Checked::kClean;
    tensor::Health health;
    health.elements = int64_t{1} << 62;
    health.nan = op == sum ? 1 : 0;
    health.first_bad = op == sum ? 7 : -1;
    sketch_.Event(event, &health);
  }
  for (const char* line : {"explain f::sum:0", "lt -s max", "pt f::sum:0", "find nan > 0"}) {
    EXPECT_FALSE(Type(line).empty()) << line;
  }
}

}  // namespace
}  // namespace tdbg::rpc
