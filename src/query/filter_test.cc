#include "query/filter.h"

#include <limits>
#include <unordered_map>

#include <gtest/gtest.h>

#include "query/event_index.h"
#include "query/run_sketch.h"
#include "tensor/health.h"

namespace tdbg::query {
namespace {

using store::Digest;
using store::EventId;

// Digests as a recording would have them, and how often they were asked for.
class SketchedValues : public store::ValueSource {
 public:
  Result<Digest> ReadDigest(EventId event) const override {
    ++reads;
    const auto it = digests.find(event);
    if (it == digests.end()) return NotFound("not sketched");
    return it->second;
  }
  Result<tensor::Value> ReadValue(EventId) const override { return NotFound("not sketched"); }
  Result<std::vector<std::string>> ReadSource(store::SourceFileId) const override {
    return NotFound("not sketched");
  }
  Result<tensor::Value> ReadRecorded(EventId) const override { return NotFound("not sketched"); }
  uint64_t RecordedBytes(EventId) const override { return 0; }
  Result<std::vector<store::Attribute>> ReadAttributes(store::OpId) const override {
    return NotFound("not sketched");
  }

  std::unordered_map<EventId, Digest> digests;
  mutable int reads = 0;
};

class FilterTest : public testing::Test {
 protected:
  FilterTest() {
    auto values = std::make_unique<SketchedValues>();
    values_ = values.get();
    sketch_.run.values = std::move(values);
    sketch_.run.start_ns = 1'000'000'000;
    const auto graph = sketch_.Graph("loss");
    const auto matmul = sketch_.Op(graph, "dense/MatMul", "MatMul");
    const auto log = sketch_.Op(graph, "Log", "Log");
    const auto run = sketch_.Execution(2'000'000'000, "train");
    good_ = sketch_.Event(matmul, 1'500'000'000, false, 0, run);
    bad_ = sketch_.Event(log, 3'000'000'000, true, 1, run);
    eager_ = sketch_.Output(sketch_.Execution(4'000'000'000, "Mul"), 0);
    unread_ = sketch_.Event(log, 5'000'000'000);
    store::TensorEvent event = sketch_.run.events.Row(good_);
    event.dtype = tensor::DType::kF32;
    event.detail = Detail::kFullTensor;
    event.device = sketch_.run.InternDevice("/device:CPU:0");
    event.payload.size = 100;
    sketch_.run.events.Set(good_, event);
    sketch_.run.events.badness[unread_] = store::Badness::kUnread;
    sketch_.run.events.detail[unread_] = Detail::kFullTensor;

    Digest& good = values_->digests[good_];
    good.dtype = tensor::DType::kF32;
    good.shape = tensor::Shape{2, 3};
    good.elements = 6;
    good.min = -4;
    good.max = 2e4;
    good.mean = 1;
    good.variance = 9;
    good.zero = 2;
    good.nan = good.pos_inf = good.neg_inf = 0;
    Digest& unread = values_->digests[unread_];
    unread.dtype = tensor::DType::kF64;
    unread.bad = true;
    unread.nan = 2;
    unread.pos_inf = 1;
    unread.neg_inf = 3;
    unread.max = 5;
  }

  // Which of g(ood), b(ad), e(ager) and u(nread) match; or the message.
  std::string Match(std::string_view text, const NamedFilters& named = {}) {
    const Result<Filter> filter = Filter::Compile(text, named);
    if (!filter.ok()) return filter.status().message();
    const Steps steps(sketch_.run);
    FilterMatcher matcher(*filter, sketch_.run, {.steps = &steps, .verdicts = &verdicts_});
    std::string found;
    for (const auto& [event, letter] : {std::pair(good_, 'g'), std::pair(bad_, 'b'),
                                        std::pair(eager_, 'e'), std::pair(unread_, 'u')}) {
      if (matcher.Matches(event)) found += letter;
    }
    return found;
  }

  RunSketch sketch_;
  std::unordered_map<EventId, Verdict> verdicts_;
  SketchedValues* values_ = nullptr;
  EventId good_, bad_, eager_, unread_;
};

TEST_F(FilterTest, VerdictsAndThreads) {
  verdicts_ = {{bad_, Verdict::kOrigin}, {unread_, Verdict::kMasked}};
  EXPECT_EQ(Match("verdict == \"origin\""), "b");
  EXPECT_EQ(Match("verdict in [\"origin\", \"masked\"]"), "bu");
  EXPECT_EQ(Match("verdict != \"origin\""), "u") << "what is fine has none";
  EXPECT_EQ(Match("thread == 7"), "") << "unknown";
  sketch_.run.events.payload[bad_].file = 1;
  sketch_.run.file_threads = {{}, sketch_.run.InternThread(7)};
  EXPECT_EQ(Match("thread == 7"), "b");
  EXPECT_EQ(Match("thread != 7"), "");
}

TEST_F(FilterTest, Texts) {
  EXPECT_EQ(Match("op == 'MatMul'"), "g");
  EXPECT_EQ(Match("op != 'MatMul'"), "beu");
  EXPECT_EQ(Match("'Mul' == op"), "e");
  EXPECT_EQ(Match("op in ['Mul', \"Log\"]"), "beu");
  EXPECT_EQ(Match("op not in ['Mul']"), "gbu");
  EXPECT_EQ(Match("name =~ 'Mat.*:0$'"), "g");
  EXPECT_EQ(Match("name =~ '^loss::Log:1$'"), "b");
  EXPECT_EQ(Match("name !~ 'Log'"), "ge");
  EXPECT_EQ(Match("name == '@1:0'"), "e");
  EXPECT_EQ(Match("node == 'dense/MatMul'"), "g");
  EXPECT_EQ(Match("graph == 'loss'"), "gbu");
  EXPECT_EQ(Match("device =~ 'CPU'"), "g");
  EXPECT_EQ(Match("dtype == 'f32'"), "g");
  EXPECT_EQ(Match("dtype == 'float64'"), "u");
  EXPECT_EQ(Match("dtype =~ '^f[36]'"), "gu");
}

TEST_F(FilterTest, Numbers) {
  EXPECT_EQ(Match("max > 1e4"), "g");
  EXPECT_EQ(Match("max > 1e4 and op == \"MatMul\""), "g");
  EXPECT_EQ(Match("slot == 1"), "b");
  EXPECT_EQ(Match("size == 100"), "g");
  EXPECT_EQ(Match("time == 0.5 or time > 3.5"), "gu");
  EXPECT_EQ(Match("execution == 0"), "gb");
  EXPECT_EQ(Match("elements / 2 == 3"), "g");
  EXPECT_EQ(Match("max - min > 20003 and std == 3 and var == 9"), "g");
  EXPECT_EQ(Match("abs(min) == 4 and -min == 4"), "g");
  EXPECT_EQ(Match("0 < zero <= 2"), "g");
  EXPECT_EQ(Match("zero in [1, 2]"), "g");
  EXPECT_EQ(Match("shape == [2, 3]"), "g");
  EXPECT_EQ(Match("shape in [[2], [2, 3]] and shape[-1] == 3 and rank == 2 and len(shape) == 2"),
            "g");
  EXPECT_EQ(Match("shape != [2]"), "g");
}

TEST_F(FilterTest, Health) {
  EXPECT_EQ(Match("has_inf_or_nan"), "bu");
  EXPECT_EQ(Match("not has_inf_or_nan"), "ge");
  EXPECT_EQ(Match("bad > 0"), "bu");
  EXPECT_EQ(Match("bad == 0"), "ge");
  EXPECT_EQ(Match("bad == 6 and inf == 4 and nan == 2"), "u");
  EXPECT_EQ(Match("nan"), "u");
  EXPECT_EQ(Match("nan == 0"), "ge");
  EXPECT_EQ(Match("has_inf_or_nan == False"), "ge");
}

TEST_F(FilterTest, WhatIsUnknownMatchesNothing) {
  // The bad event and the eager one have no max.
  EXPECT_EQ(Match("max > 0"), "gu");
  EXPECT_EQ(Match("not max > 0"), "");
  EXPECT_EQ(Match("max != 5"), "g");
  EXPECT_EQ(Match("max > 0 or True"), "gbeu");
  EXPECT_EQ(Match("max > 0 or op == 'Log'"), "gbu");
  EXPECT_EQ(Match("not (max > 0 and op == 'MatMul')"), "beu");
  EXPECT_EQ(Match("step == 0"), "");
  EXPECT_EQ(Match("shape[7] == 1 or shape[0.5] == 1"), "");
}

TEST_F(FilterTest, ReadsOnlyWhatItMust) {
  Match("has_inf_or_nan and op == 'Log'");
  EXPECT_EQ(values_->reads, 1);  // the unread one
  values_->reads = 0;
  Match("max > 1 and max < 9 and op == 'MatMul'");
  EXPECT_EQ(values_->reads, 1);  // op is looked at first
  values_->reads = 0;
  Match("op == 'MatMul' or slot == 1");
  EXPECT_EQ(values_->reads, 0);
}

TEST_F(FilterTest, NamedFilters) {
  const NamedFilters named = {{"big", "max > 1e4"},
                              {"big_matmul", "big and op == 'MatMul'"},
                              {"loop", "knot"},
                              {"knot", "not loop"},
                              {"broken", "max > 'a'"}};
  EXPECT_EQ(Match("big", named), "g");
  EXPECT_EQ(Match("big_matmul or slot == 1", named), "gb");
  EXPECT_EQ(Match("loop", named),
            "in the filter 'knot': the filter 'loop' leads back to itself\n  not loop\n      ^~~~");
  EXPECT_EQ(Match("broken", named),
            "in the filter 'broken': a number is not compared with a text\n  max > 'a'\n  "
            "^~~~~~~~~");
  EXPECT_EQ(Match("big_matmull", named),
            "there is no field or filter 'big_matmull'; did you mean big_matmul?\n"
            "  big_matmull\n  ^~~~~~~~~~~");
  NamedFilters doubling = {{"f0", "nan"}};
  for (int i = 1; i < 45; ++i) {
    const std::string below = "f" + std::to_string(i - 1);
    doubling["f" + std::to_string(i)] = below + " or " + below;
  }
  EXPECT_NE(Match("f44", doubling).find("too large"), std::string::npos);
}

TEST_F(FilterTest, MistakesArePointedAt) {
  EXPECT_EQ(Match("max > \"a\""),
            "a number is not compared with a text\n  max > \"a\"\n  ^~~~~~~~~");
  EXPECT_EQ(Match("maxx > 1"),
            "there is no field or filter 'maxx'; did you mean max?\n  maxx > 1\n  ^~~~");
  EXPECT_EQ(Match("op"), "expected a condition, but this is a text\n  op\n  ^~");
  EXPECT_EQ(Match("op > 'a'"),
            "texts and shapes are compared with == and != only\n  op > 'a'\n  ^~~~~~~~");
  EXPECT_EQ(Match("op == node"),
            "a field is compared with a text in quotes\n  op == node\n  ^~~~~~~~~~");
  EXPECT_EQ(Match("name =~ '('"),
            "this is no regular expression: missing ): (\n  name =~ '('\n          ^~~");
  EXPECT_EQ(Match("dtype == 'flaot32'"),
            "there is no such dtype; did you mean float32?\n  dtype == 'flaot32'\n           "
            "^~~~~~~~~");
  EXPECT_EQ(
      Match("shape == [2, 'a']"),
      "a shape is made of whole numbers, as in [2, 3]\n  shape == [2, 'a']\n               ^~~");
  EXPECT_EQ(Match("nan & inf"),
            "'&' is not part of tensor filters; write 'and'\n  nan & inf\n      ^");
  EXPECT_EQ(Match("max >"), "the expression ends too early\n  max >\n       ^");
  EXPECT_EQ(
      Match("`x` > 1"),
      "a filter asks of one tensor after another; compare its name instead\n  `x` > 1\n  ^~~");
  EXPECT_EQ(Match("sum(max)"),
            "filters know the functions abs(number) and len(shape)\n  sum(max)\n  ^~~~~~~~");
}

TEST_F(FilterTest, SelectKeepsTheOrderAndStops) {
  for (int i = 0; i < 100'000; ++i) {
    sketch_.Event(store::OpId(static_cast<size_t>(i % 2)), 10'000'000'000 - i, i % 3 == 0);
  }
  const EventIndex index(sketch_.run);
  const Result<Filter> filter = Filter::Compile("has_inf_or_nan and op == 'Log'");
  ASSERT_TRUE(filter.ok());
  FilterMatcher matcher(*filter, sketch_.run, {});
  std::vector<EventId> expected;
  for (const EventId event : index.chronological()) {
    if (matcher.Matches(event)) expected.push_back(event);
  }
  EXPECT_GT(expected.size(), 1000u);
  EXPECT_EQ(Select(*filter, sketch_.run, {}, index.chronological()), expected);
  const std::atomic<bool> stop = true;
  EXPECT_TRUE(Select(*filter, sketch_.run, {}, index.chronological(), &stop).empty());
}

TEST(FilterFields, AreInTheOrderOfTheEnumeration) {
  for (const FilterField& field : FilterFields()) {
    EXPECT_EQ(&InfoOf(field.field), &field);
    EXPECT_EQ(FindField(field.name), &field);
    EXPECT_FALSE(field.summary.empty());
  }
}

}  // namespace
}  // namespace tdbg::query
