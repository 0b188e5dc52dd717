// Damage to a dump is told by name, and never costs more than what it hit.

#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "importers/tfdbg1/handmade_dump.h"

namespace tdbg::importers::tfdbg1 {
namespace {

using store::EventId;

const std::string kTensor = FloatTensor({1, 2});

// A dump with one tensor file, "s/log", of bytes to choose.
class DamagedTensor : public testing::Test {
 protected:
  void SetUp() override {
    dump_.WriteGraph(1, {{"s/log", "Log"},
                         {"__dbg_s/log:0_0_DebugIdentity",
                          "DebugIdentity",
                          {},
                          {{"tensor_name", TextAttr("s/log:0")}, {"T", TypeAttr(1)}},
                          ""}});
  }

  std::string LossesOf(const std::string& bytes, bool readable = false) {
    dump_.Reopen();
    dump_.Write(dump_.TensorPathOf("s/log", 0, "DebugIdentity", 20), bytes);
    EXPECT_TRUE(dump_.Update().ok());
    EXPECT_EQ(dump_.Events(), std::vector<std::string>{"s/log:0"}) << "its name tells the tensor";
    EXPECT_EQ(dump_.run().events.time_ns[EventId(0)], 20'000);
    const auto digest = dump_.run().values->ReadDigest(EventId(0));
    const auto value = dump_.run().values->ReadValue(EventId(0));
    EXPECT_TRUE(!readable || (digest.ok() && value.ok()));
    return dump_.Losses();
  }

  HandmadeDump dump_;
};

TEST_F(DamagedTensor, NoneIsNone) {
  EXPECT_EQ(LossesOf(TensorEventBytes("s/log", 0, "DebugIdentity", 20, kTensor), true), "");
}

TEST_F(DamagedTensor, ContentAgainstPath) {
  const auto losses = [&](const std::string& node, int slot, const std::string& op, int64_t time,
                          const std::string& device = kCpu) {
    return LossesOf(TensorEventBytes(node, slot, op, time, kTensor, device), true);
  };
  EXPECT_EQ(losses("s/lag", 0, "DebugIdentity", 20), "wrong_tag*1");
  EXPECT_EQ(losses("s/log", 0, "DebugIdentitx", 20), "wrong_key*1");
  EXPECT_EQ(losses("s/log", 1, "DebugIdentity", 20), "wrong_key*1 wrong_slot*1");
  EXPECT_EQ(losses("s/log", 0, "DebugIdentity", 21), "wrong_time*1");
  EXPECT_EQ(losses("s/log", 0, "DebugIdentity", 20, "/job:elsewhere"), "wrong_device*1");
}

TEST_F(DamagedTensor, ElementsAgainstDtypeAndShape) {
  const auto losses = [&](const std::string& tensor) {
    return LossesOf(TensorEventBytes("s/log", 0, "DebugIdentity", 20, tensor));
  };
  EXPECT_EQ(losses(TensorBytes(1, {3}, ContentOf<float>({1, 2}))), "wrong_size*1");
  EXPECT_EQ(losses(TensorBytes(1, {0}, ContentOf<float>({1}))), "wrong_size*1");
  EXPECT_EQ(losses(TensorBytes(2, {2}, ContentOf<float>({1, 2}))), "wrong_dtype*1 wrong_size*1");
  EXPECT_EQ(losses(TensorBytes(3, {2}, ContentOf<float>({1, 2}))), "wrong_dtype*1");
  EXPECT_EQ(losses(TensorBytes(77, {2}, ContentOf<float>({1, 2}))), "bad_tensor*1");
  EXPECT_EQ(losses(TensorBytes(1, {int64_t{1} << 62, 8}, "12345678")), "bad_tensor*1");
  EXPECT_EQ(losses(TensorBytes(1, {-1}, "1234")), "bad_tensor*1");
  EXPECT_EQ(losses(TensorBytes(7, {2}, "abc")), "wrong_dtype*1 wrong_size*1");
  EXPECT_EQ(losses(""), "bad_tensor*1");
}

TEST(Damage, StringsAgainstTheShape) {
  HandmadeDump dump;
  dump.WriteGraph(1, {{"t", "Const"}});
  int64_t time_us = 10;
  for (const size_t count : {2, 1, 3, 0}) {
    std::string tensor = TensorBytes(7, {2}, "");
    protozero::pbf_writer writer(tensor);
    for (size_t i = 0; i < count; ++i) writer.add_bytes(8, "text");
    dump.WriteTensor("t", 0, time_us++, tensor);
  }
  ASSERT_TRUE(dump.Update().ok());
  EXPECT_EQ(dump.Losses(),
            "wrong_size*1 wrong_size*1");  // none at all is an uninitialised variable
  EXPECT_TRUE(dump.run().values->ReadDigest(EventId(0))->initialized);
  EXPECT_FALSE(dump.run().values->ReadDigest(EventId(3))->initialized);
}

TEST_F(DamagedTensor, EveryCutIsToldAndTheTensorKept) {
  const std::string whole = TensorEventBytes("s/log", 0, "DebugIdentity", 20, kTensor);
  EXPECT_EQ(LossesOf(""), "empty_file*1");
  for (size_t size = 1; size < whole.size(); ++size) {
    EXPECT_EQ(LossesOf(whole.substr(0, size)), "bad_event*1") << size;
  }
  EXPECT_EQ(LossesOf(whole + whole), "bad_event*1");
  EXPECT_EQ(LossesOf(whole + '\0'), "bad_event*1");
}

// All of a file but the elements themselves is told by something else, too.
TEST_F(DamagedTensor, EveryFlippedBitOutsideTheElementsIsTold) {
  const std::string whole = TensorEventBytes("s/log", 0, "DebugIdentity", 20, kTensor);
  const std::string content = ContentOf<float>({1, 2});
  const size_t elements = whole.find(content);
  ASSERT_NE(elements, std::string::npos);
  for (size_t at = 0; at < whole.size(); ++at) {
    if (at >= elements && at < elements + content.size()) continue;
    for (int bit = 0; bit < 8; ++bit) {
      // tensor_content to float_val: the same elements, said in the other way.
      if (at == elements - 2 && bit == 3) continue;
      std::string flipped = whole;
      flipped[at] = static_cast<char>(flipped[at] ^ (1 << bit));
      EXPECT_NE(LossesOf(flipped), "") << "byte " << at << " bit " << bit;
    }
  }
}

TEST(Damage, LossesSayWhere) {
  HandmadeDump dump;
  dump.WriteGraph(1, {{"log", "Log"}});
  const std::string path = dump.TensorPathOf("log", 0, "DebugIdentity", 20);
  const std::string bytes = TensorEventBytes("lag", 0, "DebugIdentity", 20, kTensor);
  dump.Write(path, bytes);
  ASSERT_TRUE(dump.Update().ok());
  ASSERT_EQ(dump.trace().losses.losses().size(), 1);
  const store::Loss loss = dump.trace().losses.losses().front();
  EXPECT_EQ(loss.name, "wrong_tag");
  EXPECT_EQ(loss.file, path);
  EXPECT_EQ(loss.offset, static_cast<int64_t>(bytes.find("lag")));
  EXPECT_FALSE(loss.text.empty());
}

TEST(Damage, FilesThatAreNotPartOfADump) {
  HandmadeDump dump;
  dump.WriteGraph(1, {{"x", "Add"}});
  dump.Write("notes.txt", "anybody's");
  dump.Write(std::string(kCpuDirectory) + "/scope/notes.txt", "nobody's");
  dump.Write(std::string(kCpuDirectory) + "/_tfdbg_graph_hashless", "");
  dump.Write("_tfdbg_core_metadata_sessionrun_5", "");
  dump.WriteTensor("x", 0, 10, kTensor);
  ASSERT_TRUE(dump.Update().ok());
  EXPECT_EQ(dump.Losses(), "bad_name*1 bad_name*1 bad_name*1");
  EXPECT_EQ(dump.run().events.size(), 1);
  ASSERT_TRUE(dump.Update().ok());
  EXPECT_EQ(dump.Losses(), "bad_name*1 bad_name*1 bad_name*1") << "each is told once";
}

TEST(Damage, LinksAreNotFollowed) {
  HandmadeDump outside;
  outside.WriteTensor("secret", 0, 10, kTensor);
  HandmadeDump dump;
  dump.WriteGraph(1, {{"x", "Add"}});
  dump.WriteTensor("x", 0, 10, kTensor);
  const std::string device = dump.root() + "/" + kCpuDirectory;
  std::filesystem::create_directory_symlink(outside.root() + "/" + kCpuDirectory,
                                            device + "/scope");
  std::filesystem::create_symlink(
      outside.root() + "/" + outside.TensorPathOf("secret", 0, "DebugIdentity", 10),
      device + "/secret_0_DebugIdentity_10");
  std::filesystem::create_directory_symlink(device, device + "/loop");
  ASSERT_TRUE(dump.Update().ok());
  EXPECT_EQ(dump.Events(), std::vector<std::string>{"x:0"});
  EXPECT_EQ(dump.Losses(), "link_not_followed*1 link_not_followed*1 link_not_followed*1");
}

TEST(Damage, DirectoriesEndSomewhere) {
  HandmadeDump dump;
  std::string node;
  for (int i = 0; i < 300; ++i) node += "d/";
  dump.WriteGraph(1, {{"x", "Add"}});
  dump.WriteTensor(node + "x", 0, 10, kTensor);
  ASSERT_TRUE(dump.Update().ok());
  EXPECT_EQ(dump.Losses(), "too_deep*1");
}

TEST(Damage, MissingGraph) {
  HandmadeDump dump;
  dump.WriteMetadata(1, 5, MetadataJson(1));
  dump.WriteTensor("x", 0, 10, kTensor);
  dump.WriteTensor("y", 2, 11, kTensor);
  ASSERT_TRUE(dump.Update().ok());
  EXPECT_EQ(dump.Losses(), "missing_graph*2");
  EXPECT_EQ(dump.Events(), (std::vector<std::string>{"x:0", "y:2"}));
  const store::Run& run = dump.run();
  EXPECT_FALSE(run.graphs.graph(run.graphs.op(run.events.op[EventId(0)]).graph).recorded);
  EXPECT_EQ(run.DeviceName(run.events.device[EventId(0)]), kCpu);
}

TEST(Damage, GraphsAreKeptAsFarAsTheyGo) {
  const std::vector<HandmadeNode> nodes = {
      {"a", "Const"}, {"b", "Log", {"a"}}, {"c", "Exp", {"b"}}};
  const std::string whole = GraphEventBytes(1, nodes);
  const auto ops_and_losses = [](const std::string& bytes) {
    HandmadeDump dump;
    dump.Write(std::string(kCpuDirectory) + "/_tfdbg_graph_hash5_1", bytes);
    EXPECT_TRUE(dump.Update().ok());
    return std::to_string(dump.run().graphs.num_ops()) + " " + dump.Losses();
  };
  EXPECT_EQ(ops_and_losses(whole), "3 ");
  EXPECT_EQ(ops_and_losses(whole.substr(0, whole.size() - 1)), "2 bad_event*1");
  EXPECT_EQ(ops_and_losses(""), "0 empty_file*1");
  std::string other_name = whole;
  other_name[whole.find("Log") + 5] ^= 1;  // the name of b's input
  EXPECT_EQ(ops_and_losses(other_name), "3 dangling_input*1");
  std::string broken_node = whole;
  broken_node[whole.find("Log") - 1] = 100;  // its length
  EXPECT_EQ(ops_and_losses(broken_node), "2 bad_graph*1");
  EXPECT_EQ(ops_and_losses(GraphEventBytes(2, nodes)), "3 wrong_time*1");
}

TEST(Damage, MetadataIsReadAsFarAsItGoes) {
  const auto read = [](const std::string& json, HandmadeDump& dump) {
    dump.WriteMetadata(7, 10, json);
    EXPECT_TRUE(dump.Update().ok());
    return dump.run().executions[store::ExecutionId(0)];
  };
  HandmadeDump garbage;
  EXPECT_EQ(read("{\"global_step\":", garbage).session_run_index, 7);
  EXPECT_EQ(garbage.Losses(), "bad_metadata*1");
  HandmadeDump partial;
  EXPECT_EQ(read("{\"global_step\":3,\"input_names\":[\"a:0\",5]}", partial).global_step, 3);
  EXPECT_EQ(partial.run().executions[store::ExecutionId(0)].feeds.size(), 1);
  EXPECT_EQ(partial.Losses(), "bad_metadata*1");
  HandmadeDump other_index;
  read(MetadataJson(8), other_index);
  EXPECT_EQ(other_index.Losses(), "bad_metadata*1");
}

TEST(Damage, InfoFiles) {
  const auto losses_of = [](std::string_view bytes) {
    HandmadeDump dump;
    dump.Write("_tfdbg_fetches_info_", bytes);
    EXPECT_TRUE(dump.Update().ok());
    return dump.Losses();
  };
  const std::string whole = LogEventBytes(0, "[]");
  EXPECT_EQ(losses_of(whole), "");
  for (size_t size = 0; size < whole.size(); ++size) {
    EXPECT_EQ(losses_of(std::string_view(whole).substr(0, size)), "bad_event*1") << size;
  }
}

TEST(Damage, ADirectoryThatIsNotThere) {
  store::Trace trace;
  Tfdbg1Importer importer("/nonexistent/dump", "", trace);
  EXPECT_EQ(importer.Update({}).code(), StatusCode::kNotFound);
  EXPECT_TRUE(trace.runs.empty());
}

}  // namespace
}  // namespace tdbg::importers::tfdbg1
