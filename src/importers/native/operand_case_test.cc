#include "importers/native/operand_case.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace tdbg::importers::native {
namespace {

using frameworks::OpRole;
using Event = OperandFate::Event;

// What a row wants of the maker's kind.
enum class Maker { kAny, kUnsaid, kAlias, kNeither };

// One line of the decision table. A condition that a row does not name may be either way.
struct Row {
  const char* when;
  std::optional<bool> recorded, tells_more, readable, bad, maker_known, maker_reads;
  Maker maker = Maker::kAny;
  std::optional<bool> reader_saw_outside, outside_seen_before;
  OperandFate fate;

  bool Covers(const OperandCase& one) const {
    const auto agrees = [](const std::optional<bool>& wanted, bool is) {
      return !wanted || *wanted == is;
    };
    const bool alias = one.maker == OpRole::kPassThrough;
    const bool unsaid = one.maker == OpRole::kCompute;
    const bool kind = maker == Maker::kAny || (maker == Maker::kAlias && alias) ||
                      (maker == Maker::kUnsaid && unsaid) ||
                      (maker == Maker::kNeither && !alias && !unsaid);
    return kind && agrees(recorded, one.recorded) && agrees(tells_more, one.tells_more) &&
           agrees(readable, one.readable) && agrees(bad, one.bad) &&
           agrees(maker_known, one.maker_known) && agrees(maker_reads, one.maker_reads) &&
           agrees(reader_saw_outside, one.reader_saw_outside) &&
           agrees(outside_seen_before, one.outside_seen_before);
  }
};

OperandFate Fate(Event event) { return {.event = event}; }
// Of an event that is added.
OperandFate Added(Verdict verdict, Source source) {
  return {Event::kAdded, {verdict, source}, false};
}
OperandFate OnlyRead(Verdict verdict) { return {Event::kAdded, verdict, true}; }

const std::vector<Row>& Table() {
  static const std::vector<Row> table = {
      {.when = "its event says as much",
       .recorded = true,
       .tells_more = false,
       .fate = Fate(Event::kRecorded)},
      {.when = "its event says less",
       .recorded = true,
       .tells_more = true,
       .fate = Fate(Event::kRewritten)},
      {.when = "written over before it was looked at",
       .recorded = false,
       .readable = false,
       .fate = Fate(Event::kNone)},
      {.when = "bad, folded into a constant",
       .recorded = false,
       .readable = true,
       .bad = true,
       .maker_known = true,
       .maker_reads = false,
       .maker = Maker::kUnsaid,
       .fate = Added(Verdict::kOrigin, Source::kConstant)},
      {.when = "fine, folded into a constant",
       .recorded = false,
       .readable = true,
       .bad = false,
       .maker_known = true,
       .maker_reads = false,
       .maker = Maker::kUnsaid,
       .fate = Fate(Event::kAdded)},
      {.when = "of an op that was folded away with what it read",
       .recorded = false,
       .readable = true,
       .maker_known = true,
       .maker_reads = true,
       .maker = Maker::kUnsaid,
       .fate = Fate(Event::kAdded)},
      {.when = "of nobody that a graph knows",
       .recorded = false,
       .readable = true,
       .maker_known = false,
       .maker_reads = false,
       .maker = Maker::kUnsaid,
       .fate = OnlyRead(Verdict::kUnknown)},
      {.when = "of nobody that a graph knows, which reads something: bad, from outside",
       .recorded = false,
       .readable = true,
       .bad = true,
       .maker_known = false,
       .maker_reads = true,
       .maker = Maker::kUnsaid,
       .reader_saw_outside = true,
       .fate = OnlyRead(Verdict::kUnknown)},
      {.when = "of nobody that a graph knows, which reads something: fine",
       .recorded = false,
       .readable = true,
       .bad = false,
       .maker_known = false,
       .maker_reads = true,
       .maker = Maker::kUnsaid,
       .fate = Fate(Event::kAdded)},
      {.when = "of nobody that a graph knows, which reads something: bad, from inside",
       .recorded = false,
       .readable = true,
       .bad = true,
       .maker_known = false,
       .maker_reads = true,
       .maker = Maker::kUnsaid,
       .reader_saw_outside = false,
       .fate = Fate(Event::kAdded)},
      {.when = "brought in by an op without inputs",
       .recorded = false,
       .readable = true,
       .maker_reads = false,
       .maker = Maker::kNeither,
       .fate = OnlyRead(Verdict::kUnknown)},
      {.when = "bad, brought in from outside by an op with inputs",
       .recorded = false,
       .readable = true,
       .bad = true,
       .maker_reads = true,
       .maker = Maker::kNeither,
       .reader_saw_outside = true,
       .fate = OnlyRead(Verdict::kUnknown)},
      {.when = "bad, brought in by an op with inputs, but not from outside",
       .recorded = false,
       .readable = true,
       .bad = true,
       .maker_reads = true,
       .maker = Maker::kNeither,
       .reader_saw_outside = false,
       .fate = Fate(Event::kAdded)},
      {.when = "fine, brought in by an op with inputs",
       .recorded = false,
       .readable = true,
       .bad = false,
       .maker_reads = true,
       .maker = Maker::kNeither,
       .fate = Fate(Event::kAdded)},
      {.when = "an alias of nothing, the first that is seen",
       .recorded = false,
       .readable = true,
       .maker_reads = false,
       .maker = Maker::kAlias,
       .outside_seen_before = false,
       .fate = OnlyRead(Verdict::kUnknown)},
      {.when = "an alias of nothing, after something came from outside",
       .recorded = false,
       .readable = true,
       .maker_reads = false,
       .maker = Maker::kAlias,
       .outside_seen_before = true,
       .fate = OnlyRead(Verdict::kInherited)},
      {.when = "a bad alias that brings in what is outside, for the first time",
       .recorded = false,
       .readable = true,
       .bad = true,
       .maker_reads = true,
       .maker = Maker::kAlias,
       .reader_saw_outside = true,
       .outside_seen_before = false,
       .fate = OnlyRead(Verdict::kUnknown)},
      {.when = "a bad alias that brings in what is outside, once more",
       .recorded = false,
       .readable = true,
       .bad = true,
       .maker_reads = true,
       .maker = Maker::kAlias,
       .reader_saw_outside = true,
       .outside_seen_before = true,
       .fate = OnlyRead(Verdict::kInherited)},
      {.when = "a bad alias of what was made inside, after something came from outside",
       .recorded = false,
       .readable = true,
       .bad = true,
       .maker_reads = true,
       .maker = Maker::kAlias,
       .reader_saw_outside = false,
       .outside_seen_before = true,
       .fate = Added(Verdict::kInherited, Source::kUnknown)},
      {.when = "a bad alias of what was made inside, before anything came from outside",
       .recorded = false,
       .readable = true,
       .bad = true,
       .maker_reads = true,
       .maker = Maker::kAlias,
       .reader_saw_outside = false,
       .outside_seen_before = false,
       .fate = Fate(Event::kAdded)},
      {.when = "an alias that is fine, after something came from outside",
       .recorded = false,
       .readable = true,
       .bad = false,
       .maker_reads = true,
       .maker = Maker::kAlias,
       .outside_seen_before = true,
       .fate = Added(Verdict::kInherited, Source::kUnknown)},
      {.when = "an alias that is fine, before anything came from outside",
       .recorded = false,
       .readable = true,
       .bad = false,
       .maker_reads = true,
       .maker = Maker::kAlias,
       .outside_seen_before = false,
       .fate = Fate(Event::kAdded)},
  };
  return table;
}

// Each combination of the conditions, 256 for each kind of maker.
std::vector<OperandCase> EveryCase() {
  std::vector<OperandCase> cases;
  for (const OpRole maker : {OpRole::kCompute, OpRole::kDataset, OpRole::kConstant,
                             OpRole::kReadVariable, OpRole::kPassThrough, OpRole::kAssign}) {
    for (unsigned bits = 0; bits < 256; ++bits) {
      const auto bit = [&](int place) { return (bits >> place & 1) != 0; };
      cases.push_back({bit(0), bit(1), bit(2), bit(3), bit(4), bit(5), maker, bit(6), bit(7)});
    }
  }
  return cases;
}

std::string Text(const OperandCase& one) {
  std::string text;
  for (const bool condition : {one.recorded, one.tells_more, one.readable, one.bad, one.maker_known,
                               one.maker_reads, one.reader_saw_outside, one.outside_seen_before}) {
    text += condition ? '1' : '0';
  }
  return text + ", maker " + std::to_string(static_cast<int>(one.maker));
}

TEST(OperandCase, OneRowOfTheTableDecidesEachCombination) {
  for (const OperandCase& one : EveryCase()) {
    const Row* deciding = nullptr;
    for (const Row& row : Table()) {
      if (!row.Covers(one)) continue;
      EXPECT_EQ(deciding, nullptr)
          << Text(one) << ": " << row.when << ", and also " << deciding->when;
      deciding = &row;
    }
    ASSERT_NE(deciding, nullptr) << "no row decides " << Text(one);
    const OperandFate fate = FateOf(one);
    const OperandFate& wanted = deciding->fate;
    EXPECT_TRUE(fate.event == wanted.event && fate.only_read == wanted.only_read &&
                fate.judgement == wanted.judgement)
        << deciding->when << ": " << Text(one);
  }
}

TEST(OperandCase, EachRowOfTheTableDecidesSomething) {
  const std::vector<OperandCase> cases = EveryCase();
  for (const Row& row : Table()) {
    EXPECT_TRUE(std::any_of(cases.begin(), cases.end(), [&](const OperandCase& one) {
      return row.Covers(one);
    })) << row.when;
  }
}

}  // namespace
}  // namespace tdbg::importers::native
