#include "importers/tfproto/attr_value.h"

#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <protozero/pbf_writer.hpp>

namespace tdbg::importers::tfproto {
namespace {

using Writer = protozero::pbf_writer;

std::string Message(const std::function<void(Writer&)>& fill) {
  std::string bytes;
  Writer writer(bytes);
  fill(writer);
  return bytes;
}

// The text of an attribute whose value `fill` writes.
std::string Text(const std::function<void(Writer&)>& fill) { return AttrText(Message(fill)); }

std::string ShapeBytes(const std::vector<int64_t>& dims) {
  return Message([&](Writer& shape) {
    for (const int64_t dim : dims) {
      shape.add_message(2, Message([&](Writer& extent) { extent.add_int64(1, dim); }));
    }
  });
}

std::string FloatTensorBytes(const std::vector<int64_t>& dims, const std::vector<float>& values) {
  return Message([&](Writer& tensor) {
    tensor.add_enum(1, 1);
    tensor.add_message(2, ShapeBytes(dims));
    tensor.add_packed_float(5, values.begin(), values.end());
  });
}

TEST(AttrText, Scalars) {
  EXPECT_EQ(Text([](Writer& w) { w.add_bytes(2, "NHWC"); }), "'NHWC'");
  EXPECT_EQ(Text([](Writer& w) { w.add_bytes(2, "it's\n\x1b[31m\xff"); }),
            "\"it's\\n\\x1b[31m\\xff\"");
  EXPECT_EQ(Text([](Writer& w) { w.add_int64(3, -7); }), "-7");
  EXPECT_EQ(Text([](Writer& w) { w.add_float(4, 0.1f); }), "0.1");
  EXPECT_EQ(Text([](Writer& w) { w.add_float(4, -INFINITY); }), "-inf");
  EXPECT_EQ(Text([](Writer& w) { w.add_bool(5, false); }), "false");
  EXPECT_EQ(Text([](Writer& w) { w.add_bool(5, true); }), "true");
  EXPECT_EQ(Text([](Writer& w) { w.add_bytes(9, "T"); }), "placeholder 'T'");
}

TEST(AttrText, Types) {
  EXPECT_EQ(Text([](Writer& w) { w.add_enum(6, 1); }), "float32");
  EXPECT_EQ(Text([](Writer& w) { w.add_enum(6, 114); }), "bfloat16_ref");
  EXPECT_EQ(Text([](Writer& w) { w.add_enum(6, 0); }), "type 0");
  EXPECT_EQ(Text([](Writer& w) { w.add_enum(6, 4711); }), "type 4711");
}

TEST(AttrText, Shapes) {
  EXPECT_EQ(Text([](Writer& w) { w.add_message(7, ShapeBytes({-1, 10})); }), "[?,10]");
  EXPECT_EQ(Text([](Writer& w) { w.add_bytes(7, ""); }), "[]");
  EXPECT_EQ(Text([](Writer& w) {
              w.add_message(7, Message([](Writer& shape) { shape.add_bool(3, true); }));
            }),
            "unknown rank");
}

TEST(AttrText, Tensors) {
  EXPECT_EQ(Text([](Writer& w) { w.add_message(8, FloatTensorBytes({}, {2.5})); }),
            "float32[] 2.5");
  EXPECT_EQ(Text([](Writer& w) {
              w.add_message(8, FloatTensorBytes({2, 2}, {1, 2, 3, 4}));
            }),
            "float32[2,2] [[1. 2.] [3. 4.]]");
  EXPECT_EQ(Text([](Writer& w) { w.add_message(8, FloatTensorBytes({8}, {1})); }),
            "float32[8] [1. 1. 1. 1. 1. 1. 1. 1.]");
  EXPECT_EQ(Text([](Writer& w) { w.add_message(8, FloatTensorBytes({9}, {1})); }), "float32[9]");
  EXPECT_EQ(Text([](Writer& w) {
              w.add_message(8, FloatTensorBytes({0, 3}, {}));
            }),
            "float32[0,3] []");
  EXPECT_EQ(Text([](Writer& w) { w.add_message(8, FloatTensorBytes({-1}, {})); }), "unreadable");
}

TEST(AttrText, Functions) {
  EXPECT_EQ(Text([](Writer& w) {
              w.add_message(10, Message([](Writer& function) {
                              function.add_string(1, "body_17");
                              function.add_bytes(2, "its own attributes");
                            }));
            }),
            "body_17");
}

TEST(AttrText, Lists) {
  const auto list = [](const std::function<void(Writer&)>& fill) {
    return Text([&](Writer& w) { w.add_message(1, Message(fill)); });
  };
  const std::vector<int64_t> numbers = {1, -2};
  const std::vector<float> floats = {0.5f, 2};
  const std::vector<int32_t> types = {1, 9};
  EXPECT_EQ(list([](Writer&) {}), "[]");
  EXPECT_EQ(list([&](Writer& w) { w.add_packed_int64(3, numbers.begin(), numbers.end()); }),
            "[1, -2]");
  EXPECT_EQ(list([](Writer& w) {
              w.add_int64(3, 3);
              w.add_int64(3, 4);
            }),
            "[3, 4]");
  EXPECT_EQ(list([&](Writer& w) { w.add_packed_float(4, floats.begin(), floats.end()); }),
            "[0.5, 2.0]");
  EXPECT_EQ(list([&](Writer& w) { w.add_packed_enum(6, types.begin(), types.end()); }),
            "[float32, int64]");
  EXPECT_EQ(list([](Writer& w) {
              w.add_bytes(2, "a");
              w.add_bytes(2, "loc:@b");
            }),
            "['a', 'loc:@b']");
  EXPECT_EQ(list([](Writer& w) { w.add_message(7, ShapeBytes({2})); }), "[[2]]");
}

TEST(AttrText, WhateverBytes) {
  EXPECT_EQ(AttrText(""), "none");
  EXPECT_EQ(AttrText("\xff"), "unreadable");
  EXPECT_EQ(AttrText(std::string("\x28")), "unreadable") << "a bool without its value";
  EXPECT_EQ(Text([](Writer& w) { w.add_bytes(1, "\xff"); }), "unreadable");
  EXPECT_EQ(Text([](Writer& w) { w.add_bytes(7, "\xff"); }), "unreadable");
  EXPECT_EQ(Text([](Writer& w) { w.add_bytes(8, "\xff"); }), "unreadable");
  EXPECT_EQ(Text([](Writer& w) { w.add_string(77, "of a later version"); }), "none");
}

}  // namespace
}  // namespace tdbg::importers::tfproto
