#include "query/tensor_name.h"

#include <gtest/gtest.h>

#include "query/run_sketch.h"

namespace tdbg::query {
namespace {

// "graph|op|execution|slot|occurrence|slice"
std::string Parsed(std::string_view text) {
  const auto name = ParseTensorName(text);
  if (!name.ok()) return name.status().message();
  return name->graph + "|" + name->op + "|" + std::to_string(name->execution) + "|" +
         std::to_string(name->slot) + "|" +
         (name->occurrence ? std::to_string(*name->occurrence) : "-") + "|" + name->slice;
}

TEST(TensorNameTest, ADeviceInFrontIsTfdbgs) {
  const auto name = ParseTensorName("/job:w/replica:0/task:1/device:CPU:0:a/b:1:DebugNanCount");
  ASSERT_TRUE(name.ok());
  EXPECT_EQ(name->device, "/job:w/replica:0/task:1/device:CPU:0");
  EXPECT_EQ(name->op, "a/b");
  EXPECT_EQ(name->slot, 1);
  EXPECT_EQ(name->debug_op, "DebugNanCount");
  EXPECT_EQ(ParseTensorName("/job:w/replica:0/task:1/cpu:0:a")->device,
            "/job:w/replica:0/task:1/cpu:0");
  // A device has a kind and a number; what has not is a part of the name.
  for (const char* text : {"/job:w/task:0/device::22:0", "/job:w/task:0/cpu::0", "/job:w/task:0"}) {
    EXPECT_EQ(ParseTensorName(text)->device, "") << text;
  }
}

TEST(TensorName, IsTakenApart) {
  EXPECT_EQ(Parsed("a"), "|a|-1|0|-|");
  EXPECT_EQ(Parsed("a/b:2"), "|a/b|-1|2|-|");
  EXPECT_EQ(Parsed("train::a:0#3[1:2, ::-1]"), "train|a|-1|0|3|[1:2, ::-1]");
  EXPECT_EQ(Parsed("outer::inner::a:1"), "outer::inner|a|-1|1|-|");
  EXPECT_EQ(Parsed("@12:1[0]"), "||12|1|-|[0]");
  EXPECT_EQ(Parsed("@12"), "||12|0|-|");
  EXPECT_EQ(Parsed("::@7:1"), "|@7|-1|1|-|");
}

TEST(TensorName, RefusalsSayWhy) {
  const std::string accepted = "; expected [graph::]op:slot[#n][slice] or @execution:slot[slice]";
  EXPECT_EQ(Parsed(""), "tensor name '': it names no op" + accepted);
  EXPECT_EQ(Parsed(":0"), "tensor name ':0': it names no op" + accepted);
  EXPECT_EQ(Parsed("a:x"), "tensor name 'a:x': the slot is no number" + accepted);
  EXPECT_EQ(Parsed("a:-1"), "tensor name 'a:-1': the slot is no number" + accepted);
  EXPECT_EQ(Parsed("a:99999999999"),
            "tensor name 'a:99999999999': the slot is no number" + accepted);
  EXPECT_EQ(Parsed("a#x"), "tensor name 'a#x': #n is no number" + accepted);
  EXPECT_EQ(Parsed("@x:0"), "tensor name '@x:0': the execution is no number" + accepted);
}

TEST(TensorName, RefusalsAreOneShortLine) {
  EXPECT_NE(Parsed("a\n\x1b:x").find("'a\\x0a\\x1b:x'"), std::string::npos);
  EXPECT_LT(Parsed(std::string(100'000, ':')).size(), 400u);
}

TEST(FindTensors, OneMatchForEachGraphThatHasTheOp) {
  RunSketch sketch;
  const auto f = sketch.Graph("f"), g = sketch.Graph("g");
  const auto in_f = sketch.Op(f, "x", "Log"), in_g = sketch.Op(g, "x", "Log");
  const auto f0 = sketch.Event(in_f, 10), f1 = sketch.Event(in_f, 20);
  sketch.Event(in_f, 15, false, 1);
  const auto g0 = sketch.Event(in_g, 5);
  const EventIndex index(sketch.run);

  const auto both = FindTensors(sketch.run, index, *ParseTensorName("x:0"));
  ASSERT_EQ(both.size(), 2u);
  EXPECT_EQ(both[0].name, "f::x:0");
  EXPECT_EQ(both[0].events, (std::vector{f0, f1}));
  EXPECT_EQ(both[1].events, (std::vector{g0}));
  EXPECT_EQ(FindTensors(sketch.run, index, *ParseTensorName("g::x")).size(), 1u);
  for (const char* unknown : {"y:0", "x:2", "h::x:0", "@0:0", "@99999999999:0"}) {
    EXPECT_TRUE(FindTensors(sketch.run, index, *ParseTensorName(unknown)).empty()) << unknown;
  }
}

TEST(FindTensors, EagerOutputsByTheirExecution) {
  RunSketch sketch;
  sketch.Execution(5, "Sqrt");
  const auto execution = sketch.Execution(10, "Split");
  sketch.Output(execution, 0);
  const auto second = sketch.Output(execution, 1);
  const EventIndex index(sketch.run);
  const auto found = FindTensors(sketch.run, index, *ParseTensorName("@1:1"));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].events, std::vector{second});
  EXPECT_EQ(found[0].name, "@1:1");
  EXPECT_TRUE(FindTensors(sketch.run, index, *ParseTensorName("@0:0")).empty());
}

TEST(FindTensors, ANameThatAReportCutAtItsFront) {
  RunSketch sketch;
  const auto f = sketch.Graph("f");
  sketch.Event(sketch.Op(f, "loss/a/sub", "Sub"), 10);
  sketch.Event(sketch.Op(f, "loss/b/sub", "Sub"), 20);
  const EventIndex index(sketch.run);
  for (const char* text : {"…/a/sub", ".../a/sub:0", "…a/sub", "f::…/a/sub"}) {
    const auto found = FindTensors(sketch.run, index, *ParseTensorName(text));
    ASSERT_EQ(found.size(), 1u) << text;
    EXPECT_EQ(found[0].name, "f::loss/a/sub:0");
  }
  EXPECT_EQ(FindTensors(sketch.run, index, *ParseTensorName("…/sub")).size(), 2u);
  EXPECT_TRUE(FindTensors(sketch.run, index, *ParseTensorName("…/c/sub")).empty());
}

}  // namespace
}  // namespace tdbg::query
