#include "importers/tfdbg2/debug_event.h"

#include <string>

#include <gtest/gtest.h>
#include <protozero/pbf_writer.hpp>

namespace tdbg::importers::tfdbg2 {
namespace {

using protozero::pbf_writer;

TEST(DebugEvent, PresenceTellsTheKind) {
  std::string event;
  pbf_writer(event).add_double(1, 12.5);
  pbf_writer(event).add_bytes(9, "");
  const auto parsed = ParseDebugEvent(event);
  ASSERT_TRUE(parsed.ok());
  EXPECT_EQ(parsed->kind, EventKind::kExecution);
  EXPECT_EQ(parsed->wall_time, 12.5);
  EXPECT_TRUE(parsed->body.empty());
}

TEST(DebugEvent, OtherFieldsAreUnknown) {
  std::string event;
  pbf_writer(event).add_bytes(11, "graph id");
  pbf_writer(event).add_int64(2, 7);  // step
  pbf_writer(event).add_int64(9, 7);  // an execution is never a number
  EXPECT_EQ(ParseDebugEvent(event)->kind, EventKind::kUnknown);
  EXPECT_EQ(ParseDebugEvent("\xff").status().code(), StatusCode::kCorrupt);
}

TEST(DebugEvent, RepeatedNumbersPackedOrNot) {
  const std::vector<int64_t> ids = {3, -4, 5};
  std::string packed, unpacked;
  pbf_writer(packed).add_packed_int64(4, ids.begin(), ids.end());
  for (const int64_t id : ids) pbf_writer(unpacked).add_int64(4, id);
  EXPECT_EQ(ParseExecution(packed)->input_tensor_ids, ids);
  EXPECT_EQ(ParseExecution(unpacked)->input_tensor_ids, ids);
}

TEST(DebugEvent, StackFramesWithAndWithoutTheirZeros) {
  for (const bool explicit_zero : {true, false}) {
    std::string place, frame;
    if (explicit_zero) pbf_writer(place).add_int32(1, 0);
    pbf_writer(place).add_int32(2, 42);
    pbf_writer(place).add_bytes(4, "train");
    pbf_writer(frame).add_bytes(1, "uuid");
    pbf_writer(frame).add_bytes(2, place);
    const auto parsed = ParseStackFrame(frame);
    ASSERT_TRUE(parsed.ok());
    EXPECT_EQ(parsed->file_index, 0);
    EXPECT_EQ(parsed->line, 42);
    EXPECT_EQ(parsed->function, "train");
  }
}

TEST(DebugEvent, ExecutionsKeepEmptyTensorsAsPlaceholders) {
  std::string body;
  pbf_writer(body).add_bytes(1, "AddV2");
  pbf_writer(body).add_bytes(7, "");
  pbf_writer(body).add_bytes(7, "t");
  const auto parsed = ParseExecution(body);
  ASSERT_TRUE(parsed.ok());
  ASSERT_EQ(parsed->tensors.size(), 2u);
  EXPECT_TRUE(parsed->tensors[0].empty());
}

TEST(DebugEvent, SourceLinesAreCountedWithoutKeepingThem) {
  std::string body;
  pbf_writer(body).add_bytes(1, "/a.py");
  for (const char* line : {"import x", "", "x.y()"}) pbf_writer(body).add_bytes(3, line);
  EXPECT_EQ(ParseSourceFile(body)->num_lines, 3);
  EXPECT_EQ(*ParseSourceLines(body), (std::vector<std::string_view>{"import x", "", "x.y()"}));
}

TEST(DebugEvent, DamageInsideIsSeen) {
  std::string location, body;
  pbf_writer(location).add_bytes(2, "frame id");
  pbf_writer(body).add_bytes(8, location.substr(0, location.size() - 1));
  EXPECT_EQ(ParseOpCreation(body).status().code(), StatusCode::kCorrupt);
  EXPECT_EQ(ParseExecution(body).status().code(), StatusCode::kCorrupt);
}

}  // namespace
}  // namespace tdbg::importers::tfdbg2
