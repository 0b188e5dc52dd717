#include "importers/tfdbg1/tfdbg1_importer.h"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/bytes.h"
#include "importers/tfdbg1/handmade_dump.h"

namespace tdbg::importers::tfdbg1 {
namespace {

using store::Badness;
using store::EventId;
using store::InputRef;

constexpr float kInfF32 = std::numeric_limits<float>::infinity();

// a → log → out, with log watched, as the runtime rewrites it.
std::vector<HandmadeNode> WatchedGraph() {
  return {{"a", "Const"},
          {"log", "Log", {"a"}},
          {"out", "Identity", {"__copy_log_0", "^a", "^__dbg_log:0_0_DebugIdentity"}},
          {"__copy_log_0", "Copy", {"log"}, {}, ""},
          {"__dbg_log:0_0_DebugIdentity",
           "DebugIdentity",
           {"__copy_log_0"},
           {{"tensor_name", TextAttr("log:0")}, {"T", TypeAttr(1)}},
           ""}};
}

std::string InputText(const store::Run& run, const InputRef& input) {
  const std::string name(run.strings[input.op]);
  return input.slot == InputRef::kControl ? "^" + name : name + ":" + std::to_string(input.slot);
}

TEST(Tfdbg1Importer, ReadsTensorGraphAndMetadata) {
  HandmadeDump dump;
  dump.WriteGraph(100, WatchedGraph());
  dump.WriteMetadata(3, 110, MetadataJson(3, "\"out:0\"", "\"p:0\",\"q:1\""));
  dump.WriteTensor("log", 0, 120, FloatTensor({1, -kInfF32}));
  ASSERT_TRUE(dump.Update().ok());
  EXPECT_EQ(dump.Losses(), "");
  const store::Run& run = dump.run();

  ASSERT_EQ(run.graphs.num_graphs(), 1);
  ASSERT_EQ(run.graphs.num_ops(), 3) << "inserted nodes are not the user's";
  const store::GraphId graph(0);
  const store::Op& out = run.graphs.op(run.graphs.FindOp(graph, run.strings.Find("out")));
  ASSERT_EQ(out.inputs.size(), 2);
  EXPECT_EQ(InputText(run, out.inputs[0]), "log:0");
  EXPECT_EQ(InputText(run, out.inputs[1]), "^a");
  EXPECT_EQ(run.DeviceName(run.graphs.graph(graph).device), kCpu);

  ASSERT_EQ(run.executions.size(), 1);
  const store::Execution& execution = run.executions[store::ExecutionId(0)];
  EXPECT_EQ(execution.time_ns, 110'000);
  EXPECT_EQ(execution.session_run_index, 3);
  EXPECT_EQ(execution.executor_step_index, 0);
  EXPECT_EQ(execution.global_step, 5);
  ASSERT_EQ(execution.feeds.size(), 2);
  EXPECT_EQ(run.strings[execution.feeds[1]], "q:1");
  EXPECT_EQ(run.strings[execution.fetches.front()], "out:0");

  ASSERT_EQ(dump.Events(), std::vector<std::string>{"log:0"});
  const store::TensorEvent event = run.events.Row(EventId(0));
  EXPECT_EQ(event.time_ns, 120'000);
  EXPECT_EQ(event.execution, store::ExecutionId(0));
  EXPECT_EQ(run.graphs.op(event.op).graph, graph);
  EXPECT_EQ(event.dtype, tensor::DType::kF32);
  EXPECT_EQ(event.detail, Detail::kFullTensor);
  EXPECT_EQ(event.badness, Badness::kUnread);
  const auto value = run.values->ReadValue(EventId(0));
  ASSERT_TRUE(value.ok());
  EXPECT_EQ(value->shape(), tensor::Shape({2}));
  EXPECT_EQ(run.start_ns, 100'000);
  EXPECT_EQ(run.end_ns, 120'000);
}

TEST(Tfdbg1Importer, OrdersByTimeThenByNumber) {
  HandmadeDump dump;
  dump.WriteGraph(1, {{"x", "Add"}, {"y", "Add"}});
  const std::string x = dump.TensorPathOf("x", 0, "DebugIdentity", 50);
  for (const int n : {10, 2, 1}) {
    dump.Write(x + "-" + std::to_string(n),
               TensorEventBytes("x", 0, "DebugIdentity", 50, FloatTensor({float(n)})));
  }
  dump.WriteTensor("x", 0, 50, FloatTensor({0}));
  dump.WriteTensor("y", 0, 49, FloatTensor({-1}));
  ASSERT_TRUE(dump.Update().ok());
  EXPECT_EQ(dump.Losses(), "");
  std::vector<float> values;
  for (const EventId id : dump.run().events.ids()) {
    const auto value = dump.run().values->ReadValue(id);
    ASSERT_TRUE(value.ok());
    values.push_back(LoadLittleEndian<float>(value->view().data));
  }
  EXPECT_EQ(values, (std::vector<float>{-1, 0, 1, 2, 10}));
}

TEST(Tfdbg1Importer, TensorsOfOneMomentStandAsInTheirGraph) {
  HandmadeDump dump;
  dump.WriteGraph(1, {{"z", "Const"}, {"b", "Log", {"z"}}, {"a", "Exp", {"b"}}});
  for (const char* node : {"a", "b", "z"}) dump.WriteTensor(node, 0, 50, FloatTensor({1}));
  ASSERT_TRUE(dump.Update().ok());
  EXPECT_EQ(dump.Events(), (std::vector<std::string>{"z:0", "b:0", "a:0"}));
}

TEST(Tfdbg1Importer, ATensorBelongsToTheLatestExecutionNotLater) {
  HandmadeDump dump;
  dump.WriteGraph(1, {{"x", "Add"}});
  dump.WriteMetadata(1, 10, MetadataJson(1));
  dump.WriteMetadata(2, 20, MetadataJson(2));
  for (const int time : {5, 10, 19, 20, 99}) dump.WriteTensor("x", 0, time, FloatTensor({1}));
  ASSERT_TRUE(dump.Update().ok());
  std::vector<store::ExecutionId> executions;
  for (const EventId id : dump.run().events.ids()) {
    executions.push_back(dump.run().events.execution[id]);
  }
  const store::ExecutionId none, first(0), second(1);
  EXPECT_EQ(executions, (std::vector<store::ExecutionId>{none, first, first, second, second}));
}

TEST(Tfdbg1Importer, ASessionRootIsOneRun) {
  HandmadeDump dump;
  for (const int k : {0, 1}) {
    const std::string root =
        "run_" + std::to_string(1700000000000000 + k) + "_" + std::to_string(k) + "/";
    dump.WriteGraph(100 + k, {{"x", "Add"}}, root);
    // The clock was set back after the first run: the directory tells what belongs together.
    dump.WriteMetadata(k, 500 - 100 * k, MetadataJson(k), root);
    dump.Write(root + kCpuDirectory + "/x_0_DebugIdentity_450",
               TensorEventBytes("x", 0, "DebugIdentity", 450, FloatTensor({1})));
    dump.Write(root + "_tfdbg_fetches_info_", LogEventBytes(0, "fetches " + std::to_string(k)));
    dump.Write(root + "_tfdbg_feed_keys_info_", LogEventBytes(0, "None"));
  }
  ASSERT_TRUE(dump.Update().ok());
  EXPECT_EQ(dump.Losses(), "");
  const store::Run& run = dump.run();
  ASSERT_EQ(dump.trace().runs.size(), 1);
  ASSERT_EQ(run.executions.size(), 2);
  EXPECT_EQ(run.graphs.num_graphs(), 2);
  ASSERT_EQ(run.events.size(), 2);
  for (const EventId id : run.events.ids()) {
    const store::Execution& execution = run.executions[run.events.execution[id]];
    const std::string_view graph =
        run.strings[run.graphs.graph(run.graphs.op(run.events.op[id]).graph).key];
    const std::string k = std::to_string(execution.session_run_index);
    EXPECT_TRUE(graph.starts_with("run_170000000000000" + k)) << graph;
    EXPECT_EQ(run.strings[execution.fetches_text], "fetches " + k);
    EXPECT_EQ(run.strings[execution.feeds_text], "None");
  }
}

// The executors of a training and an evaluation step, both with their graph in one root.
TEST(Tfdbg1Importer, ARunsTensorsAllGoToTheGraphOfItsExecutor) {
  const auto watched = [](std::vector<std::string> nodes, const std::string& fetch) {
    std::vector<HandmadeNode> graph;
    for (const std::string& node : nodes) {
      graph.push_back({node, "Add"});
      graph.push_back({"__dbg_" + node + ":0_0_DebugIdentity",
                       "DebugIdentity",
                       {},
                       {{"tensor_name", TextAttr(node + ":0")}, {"T", TypeAttr(1)}},
                       ""});
    }
    graph.push_back({"_retval_" + fetch + "_0_0", "_Retval", {fetch}});
    return graph;
  };
  HandmadeDump dump;
  dump.WriteGraph(100, watched({"x", "loss", "grad"}, "loss"));
  dump.WriteGraph(200, watched({"x", "loss", "accuracy"}, "accuracy"));
  const auto is_training = [](int64_t start) { return start != 210; };
  int64_t run_index = 0;
  for (const int64_t start : {110, 210, 310, 410}) {
    const bool training = is_training(start);
    dump.WriteMetadata(run_index, start,
                       MetadataJson(run_index, training ? "\"loss:0\"" : "\"accuracy:0\""));
    ++run_index;
    for (const char* node : {"x", "loss"}) dump.WriteTensor(node, 0, start + 1, FloatTensor({1}));
    if (start == 410) break;  // it failed here: both graphs watch what it wrote, one fetches it
    dump.WriteTensor(training ? "grad" : "accuracy", 0, start + 2, FloatTensor({1}));
  }
  ASSERT_TRUE(dump.Update().ok());
  EXPECT_EQ(dump.Losses(), "");
  const store::Run& run = dump.run();
  for (const EventId id : run.events.ids()) {
    const int64_t start = run.executions[run.events.execution[id]].time_ns / 1000;
    const int64_t published =
        run.graphs.graph(run.graphs.op(run.events.op[id]).graph).time_ns / 1000;
    EXPECT_EQ(published, is_training(start) ? 100 : 200) << dump.Events()[id.index()];
  }
}

TEST(Tfdbg1Importer, ReceivesKnowTheirSender) {
  const std::string gpu = "/job:localhost/replica:0/task:0/device:GPU:0";
  const auto ends = [&](const std::string& tensor) {
    return std::vector<std::pair<std::string, std::string>>{{"tensor_name", TextAttr(tensor)},
                                                            {"send_device", TextAttr(kCpu)},
                                                            {"recv_device", TextAttr(gpu)}};
  };
  HandmadeDump dump;
  for (const int time : {100, 200}) {  // two executors
    dump.WriteGraph(time, {{"split", "Split"}, {"split/_0", "_Send", {"split:1"}, ends("edge_4")}});
    dump.Write(MangleDevice(gpu) + "/_tfdbg_graph_hash1_" + std::to_string(time + 1),
               GraphEventBytes(time + 1, {{"split/_1", "_Recv", {}, ends("edge_4"), gpu},
                                          {"fed/_1", "_Recv", {}, ends("edge_9"), gpu}}));
  }
  ASSERT_TRUE(dump.Update().ok());
  EXPECT_EQ(dump.Losses(), "");
  const store::Run& run = dump.run();
  int linked = 0;
  for (const store::OpId id : run.graphs.op_ids()) {
    const store::Op& op = run.graphs.op(id);
    if (run.strings[op.name] != "split/_1") {
      EXPECT_FALSE(op.sender.valid());
      continue;
    }
    ASSERT_TRUE(op.sender.valid());
    EXPECT_EQ(run.strings[run.graphs.op(op.sender).name], "split");
    EXPECT_EQ(op.sender_slot, 1);
    EXPECT_EQ(run.graphs.graph(op.graph).time_ns - 1000,
              run.graphs.graph(run.graphs.op(op.sender).graph).time_ns);
    ++linked;
  }
  EXPECT_EQ(linked, 2);
}

TEST(Tfdbg1Importer, BoundsOfTheDebugNodeDecideWhatASummaryTells) {
  const auto summary_node = [](const std::string& node, float lower) {
    return HandmadeNode{"__dbg_" + node + ":0_0_DebugNumericSummary",
                        "DebugNumericSummary",
                        {},
                        {{"tensor_name", TextAttr(node + ":0")},
                         {"T", TypeAttr(1)},
                         {"lower_bound", FloatAttr(lower)}},
                        ""};
  };
  HandmadeDump dump;
  dump.WriteGraph(1,
                  {{"x", "Add"}, {"y", "Add"}, summary_node("x", -1), summary_node("y", -kInfF32)});
  // One element: -5 with the bound, -inf without it.
  const auto summary = [](double min) {
    return TensorBytes(2, {15},
                       ContentOf<double>({1, 1, 0, 1, 0, 0, 0, 0, min, min, min, 0, 1, 1, 1}));
  };
  dump.WriteTensor("x", 0, 10, summary(-5), "DebugNumericSummary");
  dump.WriteTensor("y", 0, 11, summary(kInfF32), "DebugNumericSummary");
  dump.WriteTensor("y", 0, 12, TensorBytes(9, {1}, ContentOf<int64_t>({3})), "DebugNanCount");
  ASSERT_TRUE(dump.Update().ok());
  EXPECT_EQ(dump.Losses(), "");
  const store::Run& run = dump.run();
  EXPECT_EQ(run.events.badness[EventId(0)], Badness::kUnknown);
  EXPECT_EQ(run.events.badness[EventId(1)], Badness::kBad);
  EXPECT_EQ(run.events.badness[EventId(2)], Badness::kBad);
  EXPECT_EQ(run.events.dtype[EventId(1)], tensor::DType::kF32);
  EXPECT_EQ(run.values->ReadDigest(EventId(0))->neg_inf, std::nullopt);
  EXPECT_EQ(run.values->ReadDigest(EventId(1))->neg_inf, 1);
  EXPECT_EQ(run.values->ReadDigest(EventId(2))->nan, 3);
  EXPECT_EQ(run.values->ReadValue(EventId(1)).status().code(), StatusCode::kUnsupported);
}

TEST(Tfdbg1Importer, UninitialisedIsNeitherBadNorZero) {
  HandmadeDump dump;
  dump.WriteGraph(1, {{"w", "VariableV2"}});
  dump.WriteTensor("w", 0, 10, TensorBytes(1, {2}, ""));
  dump.WriteTensor("w", 0, 11, TensorBytes(1, {0, 3}, ""));
  ASSERT_TRUE(dump.Update().ok());
  EXPECT_EQ(dump.Losses(), "");
  const store::Run& run = dump.run();
  EXPECT_EQ(run.events.badness[EventId(0)], Badness::kClean);
  EXPECT_FALSE(run.values->ReadDigest(EventId(0))->initialized);
  EXPECT_EQ(run.values->ReadDigest(EventId(0))->bad, false);
  EXPECT_EQ(run.values->ReadDigest(EventId(0))->zero, std::nullopt);
  EXPECT_EQ(run.values->ReadValue(EventId(0)).status().code(), StatusCode::kUnsupported);
  EXPECT_TRUE(run.values->ReadDigest(EventId(1))->initialized);  // empty, which is a value
  EXPECT_TRUE(run.values->ReadValue(EventId(1)).ok());
}

TEST(Tfdbg1Importer, NamesThatTheFileSystemBends) {
  HandmadeDump dump;
  std::vector<HandmadeNode> nodes;
  const std::vector<std::pair<std::string, std::string>> places = {
      {"x//y", std::string(kCpuDirectory) + "/x/y"},
      {"q/../r", std::string(kCpuDirectory) + "/r"},
      {"scope/", std::string(kCpuDirectory) + "/scope/"},
      {"q/../../z", "z"}};
  int64_t time_us = 10;
  for (const auto& [node, place] : places) {
    nodes.push_back({node, "Add"});
    dump.Write(place + "_0_DebugIdentity_" + std::to_string(time_us),
               TensorEventBytes(node, 0, "DebugIdentity", time_us, FloatTensor({1})));
    ++time_us;
  }
  dump.WriteGraph(1, nodes);
  ASSERT_TRUE(dump.Update().ok());
  EXPECT_EQ(dump.Losses(), "");
  EXPECT_EQ(dump.Events(),
            (std::vector<std::string>{"x//y:0", "q/../r:0", "scope/:0", "q/../../z:0"}));
}

TEST(Tfdbg1Importer, InputsAndOutputsOfANode) {
  HandmadeDump dump;
  dump.WriteGraph(1, {{"sc/a", "Add"}, {"sc/b", "Log", {"sc/a:1"}}});
  dump.Write("node-io-dump/step-7/sc-b:in:0_10",
             TensorEventBytes("sc/a", 1, "DebugIdentityV3", 10, FloatTensor({0})));
  dump.Write("node-io-dump/step-7/sc-b:out:0_11",
             TensorEventBytes("sc/b", 0, "DebugIdentityV3", 11, FloatTensor({-kInfF32})));
  dump.Write("node-io-dump/step-7/sc-b:out:0_12",
             TensorEventBytes("sc/c", 0, "DebugIdentityV3", 12, FloatTensor({1})));
  ASSERT_TRUE(dump.Update().ok());
  EXPECT_EQ(dump.Losses(), "missing_node*1 wrong_tag*1");
  EXPECT_EQ(dump.Events(), (std::vector<std::string>{"sc/a:1", "sc/b:0", "sc-b:0"}));
  EXPECT_EQ(dump.run().DeviceName(dump.run().events.device[EventId(0)]), kCpu);
}

TEST(Tfdbg1Importer, FollowsADumpThatGrows) {
  HandmadeDump dump;
  dump.WriteGraph(1, WatchedGraph());
  dump.WriteMetadata(1, 10, MetadataJson(1));
  const std::string whole = TensorEventBytes("log", 0, "DebugIdentity", 30, FloatTensor({1, 2}));
  const std::string half = dump.TensorPathOf("log", 0, "DebugIdentity", 30);
  dump.WriteTensor("log", 0, 20, FloatTensor({1}));
  dump.Write(half, std::string_view(whole).substr(0, 100));  // caught in the middle of writing
  ASSERT_TRUE(dump.Update().ok());
  EXPECT_EQ(dump.Losses(), "bad_event*1");
  ASSERT_EQ(dump.run().events.size(), 2);
  EXPECT_EQ(dump.run().events.badness[EventId(1)], Badness::kUnknown);

  dump.Write(half, whole);
  dump.WriteMetadata(2, 40, MetadataJson(2));
  dump.WriteTensor("log", 0, 50, FloatTensor({3}));
  ASSERT_TRUE(dump.Update().ok());
  EXPECT_EQ(dump.Losses(), "");
  ASSERT_EQ(dump.run().events.size(), 3);
  EXPECT_EQ(dump.run().events.badness[EventId(1)], Badness::kUnread);
  EXPECT_TRUE(dump.run().values->ReadValue(EventId(1)).ok());
  EXPECT_EQ(dump.run().events.execution[EventId(2)], store::ExecutionId(1));

  ASSERT_TRUE(dump.Update().ok());
  EXPECT_EQ(dump.run().events.size(), 3) << "nothing is read twice";
  EXPECT_EQ(dump.run().executions.size(), 2);
}

TEST(Tfdbg1Importer, FollowsGraphAndMetadataThatWereCut) {
  HandmadeDump dump;
  const std::string graph = GraphEventBytes(1, WatchedGraph());
  const std::string metadata = LogEventBytes(10, MetadataJson(4, "\"out:0\""));
  const std::string graph_path = std::string(kCpuDirectory) + "/_tfdbg_graph_hash5_1";
  const std::string metadata_path = "_tfdbg_core_metadata_sessionrun00000000000004_10";
  dump.Write(graph_path, std::string_view(graph).substr(0, 80));
  dump.Write(metadata_path, std::string_view(metadata).substr(0, 20));
  dump.WriteTensor("log", 0, 20, FloatTensor({1}));
  ASSERT_TRUE(dump.Update().ok());
  EXPECT_EQ(dump.Losses(), "bad_event*1 bad_event*1");
  const store::Run& run = dump.run();
  EXPECT_EQ(run.graphs.num_ops(), 2)
      << "one node stands before the cut, one is known by its tensor";
  EXPECT_EQ(run.executions[store::ExecutionId(0)].session_run_index, 4);

  dump.Write(graph_path, graph);
  dump.Write(metadata_path, metadata);
  ASSERT_TRUE(dump.Update().ok());
  EXPECT_EQ(dump.Losses(), "");
  EXPECT_EQ(run.graphs.num_graphs(), 1);
  EXPECT_EQ(run.graphs.num_ops(), 3);
  EXPECT_EQ(run.strings[run.graphs.op(run.events.op[EventId(0)]).type], "Log");
  EXPECT_EQ(run.executions.size(), 1);
  EXPECT_EQ(run.executions[store::ExecutionId(0)].fetches.size(), 1);
}

TEST(Tfdbg1Importer, ACopyInTheMakingIsNoLoss) {
  HandmadeDump dump;
  dump.WriteGraph(1, WatchedGraph());
  const std::string path = dump.TensorPathOf("log", 0, "DebugIdentity", 30);
  const std::string bytes = TensorEventBytes("log", 0, "DebugIdentity", 30, FloatTensor({1}));
  dump.Write(path + ".Xy12", bytes);
  ASSERT_TRUE(dump.Update().ok());
  EXPECT_EQ(dump.Losses(), "bad_name*1");
  std::filesystem::rename(dump.root() + "/" + path + ".Xy12", dump.root() + "/" + path);
  ASSERT_TRUE(dump.Update().ok());
  EXPECT_EQ(dump.Losses(), "");
  EXPECT_EQ(dump.Events(), std::vector<std::string>{"log:0"});
}

// The graph and the metadata of tensors that were read without them.
TEST(Tfdbg1Importer, WhatComesLateIsTakenIn) {
  HandmadeDump dump;
  dump.WriteTensor("log", 0, 20, FloatTensor({1}));
  dump.WriteTensor("log", 0, 40, FloatTensor({2}));
  ASSERT_TRUE(dump.Update().ok());
  EXPECT_EQ(dump.Losses(), "missing_graph*2");
  const store::Run& run = dump.run();
  dump.WriteGraph(1, {{"other", "Const"}});
  dump.WriteMetadata(1, 10, MetadataJson(1));
  ASSERT_TRUE(dump.Update().ok());
  EXPECT_EQ(dump.Losses(), "missing_node*2");
  EXPECT_EQ(run.graphs.num_graphs(), 1) << "the first graph is the one that was missed";
  EXPECT_EQ(run.events.execution[EventId(1)], store::ExecutionId(0));

  const uint64_t moved = run.changes.moved;
  dump.WriteGraph(5, WatchedGraph());
  dump.WriteMetadata(2, 30, MetadataJson(2));
  ASSERT_TRUE(dump.Update().ok());
  EXPECT_EQ(dump.Losses(), "");
  EXPECT_GT(run.changes.moved, moved);
  EXPECT_EQ(run.events.execution[EventId(0)], store::ExecutionId(0));
  EXPECT_EQ(run.events.execution[EventId(1)], store::ExecutionId(1));
  EXPECT_EQ(run.strings[run.graphs.op(run.events.op[EventId(0)]).type], "Log");
  EXPECT_EQ(run.graphs.graph(store::GraphId(0)).ops.size(), 1) << "log is not of that graph";
}

// In the ordinary case nothing that was placed is looked at again.
TEST(Tfdbg1Importer, WhatComesInOrderChangesNothing) {
  HandmadeDump dump;
  dump.WriteGraph(1, WatchedGraph());
  for (int run = 0; run < 3; ++run) {
    dump.WriteMetadata(run, 10 + 10 * run, MetadataJson(run));
    dump.WriteTensor("log", 0, 11 + 10 * run, FloatTensor({1}));
    ASSERT_TRUE(dump.Update().ok());
    dump.WriteTensor("log", 0, 12 + 10 * run, FloatTensor({1}));
    ASSERT_TRUE(dump.Update().ok());
  }
  EXPECT_EQ(dump.run().changes.moved, 0u);
  EXPECT_TRUE(dump.run().changes.events.empty());
}

TEST(Tfdbg1Importer, AttributesAreReadOnDemand) {
  HandmadeDump dump;
  dump.WriteGraph(
      1, {{"x", "Relu", {}, {{"T", TypeAttr(1)}, {"_class", TextAttr("a\nb")}}}, {"y", "NoOp"}});
  dump.WriteTensor("x", 0, 50, FloatTensor({1}));
  dump.WriteTensor("stranger", 0, 60, FloatTensor({1}));
  ASSERT_TRUE(dump.Update().ok());
  const store::Run& run = dump.run();
  const auto attributes = [&](std::string_view op) {
    return run.values->ReadAttributes(run.graphs.FindOp(store::GraphId(0), run.strings.Find(op)));
  };
  const auto of_x = attributes("x");
  ASSERT_TRUE(of_x.ok());
  ASSERT_EQ(of_x->size(), 2);
  EXPECT_EQ(of_x->front().key, "T");
  EXPECT_EQ(of_x->front().text, "float32");
  EXPECT_EQ(of_x->back().key, "_class");
  EXPECT_EQ(of_x->back().text, "'a\\nb'");
  ASSERT_TRUE(attributes("y").ok());
  EXPECT_TRUE(attributes("y")->empty());
  EXPECT_EQ(attributes("stranger").status().code(), StatusCode::kNotFound);
}

TEST(Tfdbg1Importer, TheNumbersOfASummaryCanBeRead) {
  HandmadeDump dump;
  dump.WriteGraph(1, {{"x", "Add"}});
  dump.WriteTensor("x", 0, 50, TensorBytes(9, {1}, ContentOf<int64_t>({7})), "DebugNanCount");
  ASSERT_TRUE(dump.Update().ok());
  const store::ValueSource& values = *dump.run().values;
  EXPECT_EQ(values.ReadValue(EventId(0)).status().code(), StatusCode::kUnsupported);
  const auto recorded = values.ReadRecorded(EventId(0));
  ASSERT_TRUE(recorded.ok());
  EXPECT_EQ(recorded->dtype(), tensor::DType::kI64);
  EXPECT_EQ(LoadLittleEndian<int64_t>(recorded->view().data), 7);
}

TEST(Tfdbg1Importer, SmallTensorsAreSummedUpWhileTheirFilesAreRead) {
  HandmadeDump dump;
  dump.WriteGraph(1, {{"x", "Add"}});
  const std::vector<float> many(10'000, 1.0f);
  dump.WriteTensor("x", 0, 50, FloatTensor({1, kInfF32}));
  dump.WriteTensor("x", 0, 60, FloatTensor(many));
  ASSERT_TRUE(dump.Update().ok());
  std::filesystem::remove_all(dump.root());
  const store::ValueSource& values = *dump.run().values;
  const auto digest = values.ReadDigest(EventId(0));
  ASSERT_TRUE(digest.ok());
  EXPECT_EQ(digest->pos_inf, 1);
  EXPECT_FALSE(values.ReadValue(EventId(0)).ok());
  EXPECT_FALSE(values.ReadDigest(EventId(1)).ok()) << "a large one is read when asked for";
}

TEST(Tfdbg1Importer, RemembersTheSizeOfEachFile) {
  HandmadeDump dump;
  dump.WriteGraph(1, {{"x", "Add"}});
  const std::string path = dump.TensorPathOf("x", 0, "DebugIdentity", 50);
  const std::string bytes = TensorEventBytes("x", 0, "DebugIdentity", 50, FloatTensor({1, 2}));
  dump.Write(path, bytes.substr(0, 20));
  ASSERT_TRUE(dump.Update().ok());
  EXPECT_EQ(dump.run().values->RecordedBytes(EventId(0)), 20);
  dump.Write(path, bytes);
  ASSERT_TRUE(dump.Update().ok());
  EXPECT_EQ(dump.run().values->RecordedBytes(EventId(0)), bytes.size());
}

}  // namespace
}  // namespace tdbg::importers::tfdbg1
