// What was recorded in full_health of a native trace is found by its numbers: with filters, sorted,
// at the prompt and on the page.
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/scratch_directory.h"
#include "format/trace_sketch.h"
#include "rpc/service.h"

namespace tdbg {
namespace {

using nlohmann::json;

class NativeStatisticsTest : public testing::Test {
 protected:
  // One execution and step for each op: small has moments around 1, large around 100, subnormal one
  // element that is.
  NativeStatisticsTest() {
    sketch_.Process("full_health");
    const uint32_t graph = sketch_.Graph("train");
    Tensor(graph, "small", {.min = 0, .max = 2, .mean = 1, .variance = 0.25, .l2 = 3});
    Tensor(graph, "large", {.min = 90, .max = 110, .mean = 100, .variance = 25, .l2 = 300});
    Tensor(graph, "tiny", {.subnormal = 1, .min = -1, .max = 0, .mean = -0.5, .l2 = 1});
    sketch_.Finish();
    auto target = session::Target::Open(directory_.path(), nullptr);
    TDBG_CHECK(target.ok());
    target_ = *std::move(target);
    service_ = std::make_unique<rpc::Service>(*target_);
  }

  void Tensor(uint32_t graph, const char* name, tensor::Health health) {
    const uint32_t op = sketch_.Op(graph, name, "Relu");
    const uint32_t call =
        sketch_.Execution(format::ExecutionKind::kFunctionCall, ++calls_ * 10, "train", graph);
    sketch_.Step(calls_, call);
    format::TensorEvent event;
    event.time_ns = calls_ * 10 + 1;
    event.op = op;
    event.execution = call;
    event.shape = sketch_.Shape({4});
    event.dtype = tensor::DType::kF32;
    event.detail = Detail::kFullHealth;
    event.checked = format::Checked::kClean;
    health.elements = health.positive = 4;
    health.first_bad = -1;
    sketch_.Event(event, &health);
  }

  json Ask(const char* method, const json& request) {
    const rpc::Reply reply = service_->Call(method, request.dump());
    EXPECT_EQ(reply.status, 200) << reply.body;
    return json::parse(reply.body);
  }

  // The cells of a column that the command lists, joined.
  std::string Column(const std::string& line, const std::string& key) {
    std::string cells;
    const json document = Ask("command", {{"client", "test"}, {"run", 0}, {"line", line}});
    for (const json& block : document["blocks"]) {
      for (size_t column = 0; column < block["columns"].size(); ++column) {
        if (block["columns"][column]["key"] != key) continue;
        for (const json& row : block["rows"]) {
          cells += (cells.empty() ? "" : " ") + row["cells"][column]["text"].get<std::string>();
        }
      }
    }
    return cells.empty() ? document.dump() : cells;
  }

  std::string Listed(const std::string& arguments) { return Column("lt " + arguments, "name"); }

  ScratchDirectory directory_;
  format::TraceSketch sketch_{directory_.path()};
  int64_t calls_ = 0;
  std::unique_ptr<session::Target> target_;
  std::unique_ptr<rpc::Service> service_;
};

TEST_F(NativeStatisticsTest, FiltersSeeThem) {
  EXPECT_EQ(Listed("-f 'max > 4'"), "large:0");
  EXPECT_EQ(Listed("-f 'min < 0'"), "tiny:0");
  EXPECT_EQ(Listed("-f 'mean >= 1'"), "small:0 large:0");
  EXPECT_EQ(Listed("-f 'l2 == 3'"), "small:0");
  EXPECT_EQ(Listed("-f 'std == 5'"), "large:0");
  EXPECT_EQ(Listed("-f 'subnormal > 0'"), "tiny:0");
  EXPECT_EQ(Column("steps -f 'max > 4'", "step"), "2");
}

TEST_F(NativeStatisticsTest, SortingSeesThem) {
  EXPECT_EQ(Listed("-s max -r"), "large:0 small:0 tiny:0");
  EXPECT_EQ(Listed("-s min"), "tiny:0 small:0 large:0");
  EXPECT_EQ(Listed("-s mean"), "tiny:0 small:0 large:0");
}

TEST_F(NativeStatisticsTest, ThePageSeesThem) {
  const auto names = [&](const json& request) {
    std::string text;
    const json answer = Ask("tensors", request);
    for (const json& row : answer["rows"]) {
      text += (text.empty() ? "" : " ") + row["brief"].get<std::string>();
    }
    return text;
  };
  EXPECT_EQ(names({{"run", 0}, {"begin", 0}, {"count", 9}, {"filter", "max > 4"}}), "large:0");
  EXPECT_EQ(names({{"run", 0}, {"begin", 0}, {"count", 9}, {"sort", "max"}, {"descending", true}}),
            "large:0 small:0 tiny:0");
}

}  // namespace
}  // namespace tdbg
