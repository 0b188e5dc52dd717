#include "exporters/tfdbg2/run_exporter.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <vector>

#include <gtest/gtest.h>

#define PROTOZERO_USE_VIEW std::string_view
#include <protozero/pbf_reader.hpp>

#include "base/bytes.h"
#include "base/scratch_directory.h"

namespace tdbg::exporters::tfdbg2 {
namespace {

using store::EventId;
using store::ExecutionId;
using store::GraphId;
using store::OpId;

// Digests and sources that a test lays down.
class Shelf : public store::ValueSource {
 public:
  std::map<EventId, store::Digest> digests;
  std::map<EventId, tensor::Value> whole;

  Result<store::Digest> ReadDigest(EventId event) const override {
    const auto found = digests.find(event);
    if (found == digests.end()) return Corrupt("no digest");
    return found->second;
  }
  Result<tensor::Value> ReadValue(EventId event) const override {
    const auto found = whole.find(event);
    if (found == whole.end()) return Unsupported("no value");
    return found->second;
  }
  Result<tensor::Value> ReadRecorded(EventId event) const override { return ReadValue(event); }
  uint64_t RecordedBytes(EventId) const override { return 0; }
  Result<std::vector<store::Attribute>> ReadAttributes(OpId) const override {
    return Unsupported("none");
  }
  Result<std::vector<std::string>> ReadSource(store::SourceFileId) const override {
    return std::vector<std::string>{"first", "", "caf\xe9"};
  }
};

// Fields of a message by number: text of those with a length, numbers of the others.
struct Message {
  std::map<uint32_t, std::vector<std::string>> texts;
  std::map<uint32_t, int64_t> numbers;
  double time = 0;

  std::string text(uint32_t field) const {
    const auto found = texts.find(field);
    return found == texts.end() ? "" : found->second.front();
  }
  int64_t number(uint32_t field) const {
    const auto found = numbers.find(field);
    return found == numbers.end() ? 0 : found->second;
  }
};

Message Decode(std::string_view bytes) {
  Message message;
  protozero::pbf_reader reader(bytes);
  while (reader.next()) {
    switch (reader.wire_type()) {
      case protozero::pbf_wire_type::varint:
        message.numbers[reader.tag()] = reader.get_int64();
        break;
      case protozero::pbf_wire_type::fixed64:
        message.time = reader.get_double();
        break;
      default:
        message.texts[reader.tag()].push_back(reader.get_string());
    }
  }
  return message;
}

class RunExporterTest : public testing::Test {
 protected:
  RunExporterTest() {
    run_.id = "cafe";
    run_.framework_version = "2.0";
    run_.start_ns = 1'000'000'000;
    run_.AddHost("one");
    auto shelf = std::make_unique<Shelf>();
    shelf_ = shelf.get();
    run_.values = std::move(shelf);
  }

  // The bodies of a file's events, with the times of the events.
  std::vector<Message> Read(const std::string& suffix, uint32_t body,
                            const std::string& host = "one") const {
    std::vector<Message> messages;
    for (const auto& entry : std::filesystem::directory_iterator(directory_.path())) {
      const std::string name = entry.path().filename();
      if (!name.ends_with("." + host + "." + suffix)) continue;
      std::ifstream file(entry.path(), std::ios::binary);
      const std::string bytes((std::istreambuf_iterator<char>(file)), {});
      for (size_t at = 0; at < bytes.size();) {
        const auto size = LoadLittleEndian<uint64_t>(bytes.data() + at);
        const Message event = Decode(std::string_view(bytes).substr(at + 12, size));
        at += size + 16;
        if (!event.texts.contains(body)) continue;
        messages.push_back(Decode(event.text(body)));
        messages.back().time = event.time;
      }
    }
    return messages;
  }

  StringId Name(std::string_view text) { return run_.strings.Intern(text); }

  GraphId AddGraph(std::string_view key) {
    const GraphId id = run_.graphs.FindOrAddGraph(Name(key));
    run_.graphs.graph(id).recorded = true;
    return id;
  }

  OpId AddOp(GraphId graph, std::string_view name, std::string_view type) {
    const OpId id = run_.graphs.FindOrAddOp(graph, Name(name));
    run_.graphs.op(id).type = Name(type);
    run_.graphs.op(id).num_outputs = 1;
    return id;
  }

  EventId AddEvent(OpId op, ExecutionId execution, int64_t time_ns, Detail detail,
                   store::Digest digest) {
    store::TensorEvent event;
    event.op = op;
    event.execution = execution;
    event.time_ns = time_ns;
    event.detail = detail;
    const EventId id = run_.events.Append(event);
    shelf_->digests[id] = digest;
    return id;
  }

  static store::Digest Bad(bool bad) {
    store::Digest digest;
    digest.bad = bad;
    return digest;
  }

  ScratchDirectory directory_;
  store::Run run_{store::Format::kTfdbg1};
  Shelf* shelf_;
  RunExporter exporter_{directory_.path(), false};
};

constexpr uint32_t kSource = 4, kFrame = 6, kOp = 7, kGraph = 8, kExecution = 9, kTrace = 10;

TEST_F(RunExporterTest, AnEmptyRunHasSixFiles) {
  ASSERT_TRUE(exporter_.Finish(run_, {}).ok());
  const auto metadata = Read("metadata", 3);
  ASSERT_EQ(metadata.size(), 1u);
  EXPECT_EQ(metadata[0].text(1), "2.0");
  EXPECT_EQ(metadata[0].text(3), "cafe");
  EXPECT_EQ(metadata[0].time, 1.0);
  size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(directory_.path())) {
    files += entry.path().filename().string().starts_with("tfdbg_events.0000000001.one.");
  }
  EXPECT_EQ(files, 6u);
}

TEST_F(RunExporterTest, WhatIsMentionedFirstWaitsForItsRecord) {
  const GraphId inner = AddGraph("inner");
  const GraphId outer = run_.graphs.FindOrAddGraph(Name("outer"));
  ASSERT_TRUE(run_.graphs.SetOuter(inner, outer));
  const OpId op = run_.graphs.FindOrAddOp(inner, Name("log"));
  AddEvent(op, ExecutionId(), 5, Detail::kCurtHealth, Bad(true));
  ASSERT_TRUE(exporter_.Update(run_).ok());
  EXPECT_TRUE(Read("graphs", kGraph).empty());
  EXPECT_TRUE(Read("graph_execution_traces", kTrace).empty());

  AddGraph("outer");
  ASSERT_TRUE(exporter_.Update(run_).ok());
  const auto graphs = Read("graphs", kGraph);
  ASSERT_EQ(graphs.size(), 2u);
  EXPECT_EQ(graphs[0].text(1), "outer");
  EXPECT_EQ(graphs[1].text(1), "inner");
  EXPECT_EQ(graphs[1].text(6), "outer");
  EXPECT_TRUE(Read("graph_execution_traces", kTrace).empty());

  AddOp(inner, "log", "Log");
  ASSERT_TRUE(exporter_.Update(run_).ok());
  EXPECT_EQ(Read("graphs", kOp).size(), 1u);
  EXPECT_EQ(Read("graph_execution_traces", kTrace).size(), 1u);
  ASSERT_TRUE(exporter_.Finish(run_, {}).ok());
  EXPECT_EQ(Read("graphs", kGraph).size(), 2u);
  EXPECT_EQ(Read("graph_execution_traces", kTrace).size(), 1u);
}

TEST_F(RunExporterTest, WhatWasNeverRecordedIsWrittenAtTheEnd) {
  const GraphId graph = run_.graphs.FindOrAddGraph(Name("g"));
  const OpId op = run_.graphs.FindOrAddOp(graph, Name("lost"));
  const EventId event = AddEvent(op, ExecutionId(), 5, Detail::kCurtHealth, Bad(true));
  run_.events.slot[event] = 2;
  ASSERT_TRUE(exporter_.Finish(run_, {}).ok());
  const auto ops = Read("graphs", kOp);
  ASSERT_EQ(ops.size(), 1u);
  EXPECT_EQ(ops[0].text(1), "");
  EXPECT_EQ(ops[0].text(2), "lost");
  EXPECT_EQ(ops[0].number(7), 3);
  EXPECT_EQ(Read("graph_execution_traces", kTrace).size(), 1u);
}

TEST_F(RunExporterTest, EachTraceHasItsOwnMode) {
  const OpId op = AddOp(AddGraph("g"), "op", "Op");
  AddEvent(op, ExecutionId(), 5, Detail::kCurtHealth, Bad(true));
  store::Digest shape;
  shape.dtype = tensor::DType::kString;
  shape.rank = 0;
  shape.elements = 1;
  AddEvent(op, ExecutionId(), 6, Detail::kShape, shape);
  AddEvent(op, ExecutionId(), 7, Detail::kNoTensor, {});
  const EventId whole = AddEvent(op, ExecutionId(), 8, Detail::kFullTensor, Bad(false));
  shelf_->whole[whole] = tensor::Value::OfTexts(tensor::DType::kString, {}, {"text"});
  ASSERT_TRUE(exporter_.Finish(run_, {}).ok());
  std::vector<int64_t> modes;
  for (const Message& trace : Read("graph_execution_traces", kTrace)) {
    modes.push_back(trace.number(4));
  }
  EXPECT_EQ(modes, (std::vector<int64_t>{2, 5, 1, 2}));
  EXPECT_EQ(exporter_.summarised_values(), 1);
}

TEST_F(RunExporterTest, ValuesStayValuesWhereTheRunWasRecordedSo) {
  run_.detail = Detail::kFullTensor;
  const OpId op = AddOp(AddGraph("g"), "op", "Op");
  const EventId whole = AddEvent(op, ExecutionId(), 8, Detail::kFullTensor, Bad(false));
  shelf_->whole[whole] = tensor::Value::OfTexts(tensor::DType::kString, {}, {"text"});
  ASSERT_TRUE(exporter_.Finish(run_, {}).ok());
  const auto traces = Read("graph_execution_traces", kTrace);
  ASSERT_EQ(traces.size(), 1u);
  EXPECT_EQ(traces[0].number(4), 7);
  EXPECT_EQ(Decode(traces[0].text(5)).text(8), "text");
  EXPECT_EQ(exporter_.summarised_values(), 0);
}

TEST_F(RunExporterTest, AnExecutionEndsAfterItsTraces) {
  const OpId op = AddOp(AddGraph("g"), "op", "Op");
  store::Execution began;
  began.time_ns = 2'000'000'000;
  const ExecutionId first = run_.executions.Append(began);
  AddEvent(op, first, 3'000'000'000, Detail::kCurtHealth, Bad(false));
  ASSERT_TRUE(exporter_.Update(run_).ok());
  EXPECT_TRUE(Read("execution", kExecution).empty());  // it may still be at work
  AddEvent(op, first, 4'000'000'000, Detail::kCurtHealth, Bad(false));
  ASSERT_TRUE(exporter_.Finish(run_, {}).ok());
  const auto executions = Read("execution", kExecution);
  ASSERT_EQ(executions.size(), 1u);
  EXPECT_EQ(executions[0].time, 4.0);
  EXPECT_EQ(executions[0].text(1), "Session.run");
}

TEST_F(RunExporterTest, OutputsOfAnExecutionLieInTheirSlots) {
  store::Execution execution;
  execution.op_type = Name("Split");
  execution.num_outputs = 3;
  execution.first_event = EventId(0);
  execution.num_events = 2;
  const ExecutionId id = run_.executions.Append(execution);
  for (const int32_t slot : {2, 0}) {
    run_.events.slot[AddEvent(OpId(), id, 5, Detail::kCurtHealth, Bad(slot == 2))] = slot;
  }
  ASSERT_TRUE(exporter_.Finish(run_, {}).ok());
  const auto executions = Read("execution", kExecution);
  ASSERT_EQ(executions.size(), 1u);
  EXPECT_EQ(executions[0].number(6), 2);
  const auto& tensors = executions[0].texts.at(7);
  ASSERT_EQ(tensors.size(), 3u);
  EXPECT_FALSE(tensors[0].empty());
  EXPECT_TRUE(tensors[1].empty());
  EXPECT_FALSE(tensors[2].empty());
  EXPECT_NE(tensors[0], tensors[2]);
}

TEST_F(RunExporterTest, FramesThatWereNeverRecordedLeaveTheStack) {
  const auto file = run_.sources.Append({Name("/a.py"), Name("one"), 3});
  run_.sources.Append({Name("/a.py"), Name("one"), 3});  // readers count a file once
  const auto other = run_.sources.Append({Name("/b.py"), Name("one"), 0});
  const store::FrameId known = run_.stacks.AddFrame();
  run_.stacks.frame(known) = {.file = file, .line = 7, .function = Name("f"), .recorded = true};
  const store::FrameId lost = run_.stacks.AddFrame();
  const store::FrameId late = run_.stacks.AddFrame();
  const store::FrameId frames[] = {known, lost, late};
  const OpId op = AddOp(AddGraph("g"), "op", "Op");
  run_.graphs.op(op).stack = run_.stacks.Intern(frames);
  ASSERT_TRUE(exporter_.Update(run_).ok());
  EXPECT_EQ(Read("stack_frames", kFrame).size(), 1u);
  EXPECT_TRUE(Read("graphs", kOp).empty());
  run_.stacks.frame(late) = {.file = other, .line = 9, .function = Name("g"), .recorded = true};
  ASSERT_TRUE(exporter_.Finish(run_, {}).ok());

  const auto sources = Read("source_files", kSource);
  ASSERT_EQ(sources.size(), 2u);
  EXPECT_EQ(sources[0].texts.at(3), (std::vector<std::string>{"first", "", "caf\xef\xbf\xbd"}));
  const auto written = Read("stack_frames", kFrame);
  ASSERT_EQ(written.size(), 2u);
  const Message place = Decode(written[1].text(2));
  EXPECT_EQ(place.number(1), 1);
  EXPECT_EQ(place.number(2), 9);
  const auto ops = Read("graphs", kOp);
  ASSERT_EQ(ops.size(), 1u);
  EXPECT_EQ(Decode(ops[0].text(8)).texts.at(2),
            (std::vector<std::string>{written[0].text(1), written[1].text(1)}));
}

TEST_F(RunExporterTest, GraphsHaveIdsThatTensorBoardCanCut) {
  AddGraph("run_1/_tfdbg_graph.x");
  AddGraph("00aa-bb");
  ASSERT_TRUE(exporter_.Finish(run_, {}).ok());
  const auto graphs = Read("graphs", kGraph);
  ASSERT_EQ(graphs.size(), 2u);
  EXPECT_EQ(graphs[0].text(1), "graph-0");
  EXPECT_EQ(graphs[1].text(1), "00aa-bb");
}

TEST_F(RunExporterTest, EachHostHasFiles) {
  run_.AddHost("two/b");
  ASSERT_TRUE(exporter_.Finish(run_, {}).ok());
  const auto first = Read("metadata", 3), second = Read("metadata", 3, "two_b");
  ASSERT_EQ(second.size(), 1u);
  EXPECT_EQ(second[0].text(3), "cafe");
  EXPECT_LT(first[0].time, second[0].time);
}

TEST_F(RunExporterTest, FilesThatAreThereStay) {
  directory_.Append("tfdbg_events.0000000001.one.graphs", "mine");
  const Status status = exporter_.Update(run_);
  ASSERT_FALSE(status.ok());
  EXPECT_NE(status.message().find("File exists"), std::string::npos);
}

}  // namespace
}  // namespace tdbg::exporters::tfdbg2
