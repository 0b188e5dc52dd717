#include "importers/tfproto/graph_def.h"

#include <string>

#include <gtest/gtest.h>
#include <protozero/pbf_writer.hpp>

namespace tdbg::importers::tfproto {
namespace {

std::string Attr(const std::string& name, const std::string& value) {
  std::string entry;
  protozero::pbf_writer writer(entry);
  writer.add_bytes(1, name);
  writer.add_bytes(2, value);
  return entry;
}

std::string Node() {
  std::string text_value, float_value, node;
  protozero::pbf_writer(text_value).add_bytes(2, "hello");
  protozero::pbf_writer(float_value).add_float(4, 2.5f);
  protozero::pbf_writer writer(node);
  writer.add_bytes(1, "layer/mul");
  writer.add_bytes(2, "Mul");
  writer.add_bytes(3, "a");
  writer.add_bytes(3, "b:1");
  writer.add_bytes(3, "^c");
  writer.add_bytes(4, "/device:CPU:0");
  writer.add_bytes(5, Attr("text", text_value));
  writer.add_bytes(5, Attr("number", float_value));
  writer.add_bytes(5, Attr("broken", "\xff"));
  writer.add_uint32(99, 7);  // unknown fields are skipped
  return node;
}

TEST(GraphDef, ReadsNodes) {
  std::string graph;
  protozero::pbf_writer writer(graph);
  writer.add_bytes(2, "the function library is skipped");
  writer.add_bytes(1, Node());
  writer.add_bytes(1, "");
  int nodes = 0;
  const Status status = ForEachNode(graph, [&](const NodeDef& node) {
    if (++nodes == 2) {
      EXPECT_TRUE(node.name.empty());
      return;
    }
    EXPECT_EQ(node.name, "layer/mul");
    EXPECT_EQ(node.op, "Mul");
    EXPECT_EQ(node.device, "/device:CPU:0");
    EXPECT_EQ(node.inputs, (std::vector<std::string_view>{"a", "b:1", "^c"}));
    EXPECT_EQ(node.StringAttr("text"), "hello");
    EXPECT_EQ(node.FloatAttr("number", 0), 2.5f);
    // Absent, of another kind, malformed.
    EXPECT_EQ(node.StringAttr("missing"), "");
    EXPECT_EQ(node.StringAttr("number"), "");
    EXPECT_EQ(node.StringAttr("broken"), "");
    EXPECT_EQ(node.FloatAttr("text", -1), -1);
  });
  EXPECT_TRUE(status.ok());
  EXPECT_EQ(nodes, 2);
}

TEST(GraphDef, RefusesWhatIsNoMessage) {
  std::string graph;
  protozero::pbf_writer(graph).add_bytes(1, Node());
  graph.resize(graph.size() - 1);
  const Status status = ForEachNode(graph, [](const NodeDef&) {});
  EXPECT_EQ(status.code(), StatusCode::kCorrupt);
}

TEST(ParseInputName, TakesSlotsAndControls) {
  const auto parsed = [](std::string_view input) {
    const InputName name = ParseInputName(input);
    return std::string(name.op) + "|" + std::to_string(name.slot);
  };
  EXPECT_EQ(parsed("a"), "a|0");
  EXPECT_EQ(parsed("a:12"), "a|12");
  EXPECT_EQ(parsed("^a"), "a|-1");
  EXPECT_EQ(parsed("a/b:out:3"), "a/b:out|3");
  // No slot at all: the whole text is the name.
  for (const std::string odd : {"a:", "a:x", "a:-1", "a:1x", "a:99999999999", ":"}) {
    EXPECT_EQ(parsed(odd), odd + "|0");
  }
  EXPECT_EQ(parsed(""), "|0");
  EXPECT_EQ(parsed("^"), "|-1");
}

}  // namespace
}  // namespace tdbg::importers::tfproto
