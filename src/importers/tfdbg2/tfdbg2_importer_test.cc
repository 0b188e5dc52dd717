#include "importers/tfdbg2/tfdbg2_importer.h"

#include <string>

#include <gtest/gtest.h>
#include <protozero/pbf_writer.hpp>

#include "base/scratch_directory.h"
#include "base/tfrecord_frame.h"

namespace tdbg::importers::tfdbg2 {
namespace {

using protozero::pbf_writer;
using store::EventId;
using store::GraphId;

std::string Event(double time, uint32_t kind, const std::string& body) {
  std::string event;
  pbf_writer(event).add_double(1, time);
  pbf_writer(event).add_bytes(kind, body);
  return TfRecordFrame(event);
}

// A message whose fields 1, 2, 3 … are these texts; "" leaves one out.
std::string Texts(std::initializer_list<std::string> texts) {
  std::string message;
  uint32_t field = 0;
  for (const std::string& text : texts) {
    ++field;
    if (!text.empty()) pbf_writer(message).add_bytes(field, text);
  }
  return message;
}

std::string Metadata(const std::string& run_id) {
  return Event(1, 3, Texts({"2.21.0", "debug.Event:1", run_id}));
}
std::string Graph(const std::string& id, const std::string& outer = "") {
  return Event(2, 8, Texts({id, "name_" + id, "", "", "", outer}));
}
std::string Op(const std::string& graph, const std::string& name) {
  return Event(3, 7, Texts({"Log", name, "", graph}));
}
std::string Trace(const std::string& graph, const std::string& op, int32_t mode,
                  const std::string& tensor) {
  std::string body = Texts({graph, op});
  pbf_writer(body).add_enum(4, mode);
  if (!tensor.empty()) pbf_writer(body).add_bytes(5, tensor);
  return Event(4, 10, body);
}

class Tfdbg2ImporterTest : public testing::Test {
 protected:
  void Append(const std::string& suffix, const std::string& bytes, const std::string& host = "h") {
    directory_.Append("tfdbg_events.1700000000." + host + "." + suffix, bytes);
  }
  void Update() { ASSERT_TRUE(importer_.Update(nullptr).ok()); }
  const store::Run& run(size_t i = 0) const { return *trace_.runs[i]; }
  int64_t LossCount(std::string_view name) const {
    int64_t count = 0;
    for (const store::Loss& loss : trace_.losses.losses())
      count += loss.name == name ? loss.count : 0;
    return count;
  }

  const ScratchDirectory directory_;
  store::Trace trace_;
  Tfdbg2Importer importer_{directory_.path(), "", trace_};
};

TEST_F(Tfdbg2ImporterTest, HostsOfOneRunShareIt) {
  Append("metadata", Metadata("run1"), "a");
  Append("metadata", Metadata("run1"), "b");
  Append("metadata", Metadata("run2"), "c");
  Append("graphs", Graph("g"), "a");
  Append("graphs", Graph("g2"), "b");
  Update();
  ASSERT_EQ(trace_.runs.size(), 2u);
  EXPECT_EQ(run().id, "run1");
  EXPECT_EQ(run().framework_version, "2.21.0");
  EXPECT_EQ(run().hosts, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(run().graphs.num_graphs(), 2u);
  EXPECT_EQ(LossCount("missing_file"), 13);  // 3 hosts, 6 files each, 5 of them there
}

// The writer makes the file before it writes the record.
TEST_F(Tfdbg2ImporterTest, MetadataMayComeAMomentLater) {
  Append("metadata", "");
  Append("graphs", Graph("g"));
  Update();
  EXPECT_EQ(run().id, "tfdbg_events.1700000000.h");
  const std::string metadata = Metadata("run1");
  Append("metadata", metadata.substr(0, 20));
  Update();
  EXPECT_EQ(LossCount("torn_record"), 1);
  Append("metadata", metadata.substr(20));
  Append("graphs", Graph("g2"));
  Update();
  EXPECT_EQ(run().id, "run1");
  EXPECT_EQ(run().framework_version, "2.21.0");
  EXPECT_EQ(run().graphs.num_graphs(), 2u);
  EXPECT_EQ(LossCount("torn_record"), 0);
}

TEST_F(Tfdbg2ImporterTest, MetadataThatIsNoneIsALoss) {
  Append("metadata", TfRecordFrame("no message") + Graph("g"));
  Update();
  EXPECT_EQ(LossCount("unreadable_record"), 2);
}

TEST_F(Tfdbg2ImporterTest, WhatIsOnlyMentionedIsCompletedLater) {
  Append("metadata", Metadata("run"));
  Append("graph_execution_traces", Trace("g", "log", 1, "x"));
  Update();
  EXPECT_EQ(LossCount("unrecorded_op"), 1);
  EXPECT_EQ(LossCount("unrecorded_graph"), 1);
  Append("graphs", Graph("g") + Op("g", "log"));
  Update();
  EXPECT_EQ(LossCount("unrecorded_op") + LossCount("unrecorded_graph"), 0);
  EXPECT_EQ(run().graphs.num_ops(), 1u);
  EXPECT_EQ(run().strings[run().graphs.op(run().events.op[EventId(0)]).type], "Log");
}

TEST_F(Tfdbg2ImporterTest, ATraceWithoutItsTensorHasNoValue) {
  Append("metadata", Metadata("run"));
  constexpr int32_t kFullHealth = 4, kFullTensor = 7;
  Append("graph_execution_traces",
         Trace("g", "a", kFullTensor, "") + Trace("g", "b", kFullHealth, ""));
  Update();
  ASSERT_EQ(run().events.size(), 2u);
  EXPECT_EQ(run().events.badness[EventId(0)], store::Badness::kUnknown);
  EXPECT_EQ(run().values->ReadValue(EventId(0)).status().code(), StatusCode::kUnsupported);
  EXPECT_EQ(run().values->ReadDigest(EventId(1)).status().code(), StatusCode::kCorrupt);
  EXPECT_EQ(LossCount("unreadable_tensor"), 1);
}

TEST_F(Tfdbg2ImporterTest, GraphsInARingAreALoss) {
  Append("metadata", Metadata("run"));
  Append("graphs", Graph("a", "b") + Graph("b", "a"));
  Update();
  EXPECT_EQ(LossCount("unreadable_record"), 1);
  EXPECT_EQ(run().graphs.num_graphs(), 2u);
}

TEST_F(Tfdbg2ImporterTest, ADamagedSourceFileKeepsItsNumber) {
  const auto frame = [](const std::string& id, int32_t file) {
    std::string place, body;
    pbf_writer(place).add_int32(1, file);
    pbf_writer(place).add_int32(2, 12);
    pbf_writer(body).add_bytes(1, id);
    pbf_writer(body).add_bytes(2, place);
    return Event(1, 6, body);
  };
  std::string damaged = Event(1, 4, Texts({"/first.py"}));
  damaged.back() ^= 1;
  Append("metadata", Metadata("run"));
  Append("source_files", damaged + Event(1, 4, Texts({"/second.py", "h", "a line"})));
  Append("stack_frames", frame("x", 1) + frame("y", 2));
  Update();
  EXPECT_EQ(run().NumSourceFiles(), 1u);
  const store::SourceFileId second = run().stacks.frame(store::FrameId(0)).file;
  EXPECT_EQ(run().strings[run().sources[second].path], "/second.py");
  EXPECT_EQ(*run().values->ReadSource(second), std::vector<std::string>{"a line"});
  EXPECT_FALSE(run().values->ReadSource(store::SourceFileId(0)).ok());
  // The third file is not there yet.
  EXPECT_FALSE(run().stacks.frame(store::FrameId(1)).file.valid());
  Append("source_files", Event(1, 4, Texts({"/third.py"})));
  Update();
  EXPECT_TRUE(run().stacks.frame(store::FrameId(1)).file.valid());
}

}  // namespace
}  // namespace tdbg::importers::tfdbg2
