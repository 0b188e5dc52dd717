#include "session/cause_words.h"

#include <algorithm>

#include "frameworks/op_types.h"
#include "query/cause/epsilon.h"
#include "query/cause/formula.h"
#include "query/folded.h"
#include "session/stack_facts.h"
#include "session/tensor_facts.h"
#include "session/where_trap.h"

namespace tdbg::session {
namespace {

using query::Cause;
using query::OpRole;
using store::OpId;

std::string At(const std::optional<tensor::Shape>& shape, std::optional<int64_t> element) {
  if (!shape || !element || shape->rank() == 0) return "";
  return " at " + tensor::Shape(shape->Unravel(*element)).ToString();
}

std::string KindWord(const AlertFacts& alert) {
  if (!alert.kind) return "bad value";
  switch (*alert.kind) {
    case BadKind::kNan:
      return "NaN";
    case BadKind::kPosInf:
      return "∞";
    case BadKind::kNegInf:
      return "−∞";
    case BadKind::kError:
      break;
  }
  return "";
}

// With a capital letter, if the text begins with a word and not with a formula.
std::string Sentence(std::string text) {
  const size_t word = text.find_first_not_of("abcdefghijklmnopqrstuvwxyz");
  if (word != 0 && word != text.npos && text[word] == ' ') {
    text[0] = static_cast<char>(text[0] - 'a' + 'A');
  }
  return text;
}

void Add(std::string more, std::string& words) {
  if (!more.empty()) words += (words.empty() ? "" : " ") + Sentence(std::move(more));
}

// ", the 3rd that IteratorGetNext yielded, in row 5 of it": of what a dataset gave to a graph.
std::string YieldWords(RunView& view, const BirthFacts& facts) {
  const store::Run& run = view.run();
  const store::EventId event = facts.alert.alert.event;
  const auto yielded = view.index().OfOutput(run.events.op[event], run.events.slot[event]);
  const auto at = std::find(yielded.begin(), yielded.end(), event);
  if (at == yielded.end()) return "";
  std::string words = ", number " + std::to_string(at - yielded.begin() + 1) + " of what " +
                      std::string(facts.alert.op_type) + " yielded";
  const auto shape = facts.output.shape();
  if (facts.element && shape && shape->rank() > 0) {
    words += ", in row " + std::to_string(shape->Unravel(*facts.element)[0]);
  }
  return words;
}

// Of a value that the runtime computed before the program ran; "" for any other.
std::string FoldedWords(RunView& view, const BirthFacts& facts) {
  const store::Run& run = view.run();
  const query::Alert& alert = facts.alert.alert;
  const StringId folded = query::FoldedType(run, alert.event);
  if (!folded.valid()) return "";
  const std::string type(run.strings[folded]);
  const std::string before =
      type + " was computed before the program ran, of constants that stand in it";
  const std::string kind = "the " + KindWord(facts.alert);
  return alert.source == Source::kOp ? before + ": it made " + kind + " of them."
                                     : before + ": one of them holds " + kind + ", or it made it.";
}

// Where a bad value came from that no op computed; "" for one that an op did.
std::string SourceWords(RunView& view, const BirthFacts& facts) {
  const std::string where = At(facts.output.shape(), facts.element);
  const std::string kind = "the " + KindWord(facts.alert);
  const OpId op = view.run().events.op[facts.alert.alert.event];
  switch (facts.alert.alert.source) {
    case Source::kInput: {
      const bool dataset = op.valid() && view.links().role(op) == OpRole::kDataset;
      return "bad input data: " + kind + where +
             (dataset ? " came out of the dataset" + YieldWords(view, facts) + "."
                      : " was in what the program passed in.");
    }
    case Source::kConstant:
      return kind + where + " stands in the program: it is part of a constant.";
    case Source::kVariable:
      return "the variable held " + kind + where +
             " when it was read, and nothing recorded before put it there: it began so, or was "
             "restored so.";
    case Source::kUnknown:
    case Source::kOp:
      break;
  }
  return "";
}

std::optional<query::Pattern> SourcePattern(Source source) {
  switch (source) {
    case Source::kInput:
      return query::Pattern::kBadData;
    case Source::kConstant:
      return query::Pattern::kBadConstant;
    case Source::kVariable:
      return query::Pattern::kBadVariable;
    case Source::kUnknown:
    case Source::kOp:
      break;
  }
  return std::nullopt;
}

// For a bad value that no rule of query/cause/cause.h explains: what is known of the op's inputs.
std::string PlainWords(const BirthFacts& facts) {
  std::string unknown;
  for (const OperandFacts& input : facts.inputs) {
    const tensor::DType dtype = input.tensor.dtype();
    const bool never_bad = dtype != tensor::DType::kInvalid && !tensor::MayBeBad(dtype);
    if (input.tensor.digest.bad.value_or(false)) {
      return input.name + ", which it read, was bad already.";
    }
    if (!input.tensor.digest.bad && !never_bad)
      unknown += (unknown.empty() ? "" : ", ") + input.name;
  }
  const std::string type(facts.alert.op_type.empty() ? "the op" : facts.alert.op_type);
  if (facts.inputs.empty()) return "what " + type + " read was not recorded.";
  if (!unknown.empty()) {
    return "what " + type + " read was not recorded (" + unknown + "): it made the " +
           KindWord(facts.alert) + " itself, or got it from there.";
  }
  return "everything that " + type + " read is finite: it made the " + KindWord(facts.alert) +
         " itself.";
}

// Where the critical number came from if no op computed it: "the 0 came out of the dataset."
std::string EndWords(const MakerFacts& maker, const OperandFacts& operand, double number) {
  const std::string what = number == 0 ? "the 0" : "it";
  switch (maker.role) {
    case OpRole::kDataset:
      return what + " came out of the dataset.";
    case OpRole::kConstant:
      return what + " is a constant of the program.";
    case OpRole::kReadVariable:
      return what + " stands in a variable.";
    case OpRole::kArgument:
      return what + " was passed in as " + operand.name + ".";
    default:
      return "";
  }
}

// How the critical number came about: what the ops before made it of, a few ops back.
std::string Further(const BirthFacts& facts, const RecordedOp& born,
                    const std::optional<Cause>& cause) {
  constexpr int kMostLinks = 8;
  constexpr int kMostSentences = 2;
  if (!facts.critical) return "";
  const OperandFacts& operand = facts.inputs[*facts.critical];
  std::string words;
  int sentences = 0;
  const RecordedOp* maker = born.MakerOf(*cause->input, cause->element, cause->number);
  for (int i = 0; i < kMostLinks && sentences < kMostSentences && maker != nullptr; ++i) {
    const std::optional<Cause> made = query::CauseOfFinite(maker->op());
    if (!made) break;
    if (!made->text.empty()) {
      Add(made->text, words);
      ++sentences;
    }
    if (!made->input || !made->element) break;
    maker = maker->MakerOf(*made->input, made->element, made->number);
  }
  if (!words.empty() || !operand.element) return words;
  const auto number = operand.tensor.At(*operand.element);
  return number && *number <= 0 ? EndWords(operand.maker, operand, *number) : "";
}

// Whether an infinity that a program put there on purpose, as a mask, became NaN further on: the
// cause is then what made the NaN.
std::optional<query::NamedCause> WhereInfinityMet(const BirthFacts& facts, const RecordedOp& born) {
  constexpr size_t kMostOps = 16;
  if (facts.alert.alert.source != Source::kConstant || facts.alert.kind == BadKind::kNan) {
    return std::nullopt;
  }
  std::vector<const query::TracedOp*> waiting = {&born};
  for (size_t i = 0; i < waiting.size() && i < kMostOps; ++i) {
    for (const query::TracedOp* reader : waiting[i]->Readers()) {
      const store::Digest& made = reader->op().output.digest;
      if (made.nan.value_or(0) > 0) {
        auto named = query::NameCause(*reader, query::CauseOf(reader->op()));
        if (!named) return std::nullopt;
        std::string words = "it became NaN in " + std::string(reader->op().op_type) + ".";
        Add(named->text, words);
        return query::NamedCause{named->pattern, std::move(words)};
      }
      if (made.bad == true) waiting.push_back(reader);
    }
  }
  return std::nullopt;
}

// The small number that the program adds to what it then takes the logarithm of, or divides by,
// where that is lost: it is looked for in the lines of the op and of the op that made the 0.
std::optional<std::string> LostEpsilon(RunView& view, const BirthFacts& facts,
                                       const RecordedOp& born, const std::optional<Cause>& cause) {
  if (!facts.critical || cause->number != 0.0) return std::nullopt;
  const OperandFacts& zero = facts.inputs[*facts.critical];
  const RecordedOp* maker = born.MakerOf(*cause->input, cause->element, cause->number);
  const bool difference = maker != nullptr &&
                          maker->calculation() == frameworks::Calculation::kSubtract &&
                          maker->NumberRead(0).value_or(1) == 1;
  for (const auto& line : {facts.alert.line, zero.maker.line}) {
    if (!line) continue;
    const std::string text = LineWithNumbers(view.run(), *line);
    if (difference) {
      if (auto lost = query::LostToOne(text, zero.tensor.dtype())) return lost;
    }
    if (auto lost = query::LostToZero(text, zero.tensor.dtype())) return lost;
  }
  return std::nullopt;
}

}  // namespace

bool IsElementwise(std::string_view op_type) {
  return query::FormulaOf(frameworks::CalculationOf(op_type)) != nullptr;
}

BirthCause ExplainBirth(RunView& view, const BirthFacts& facts, const RecordedOp& born,
                        const query::TracedOp& broken, const std::optional<Cause>& cause) {
  if (facts.alert.kind == BadKind::kError) {
    const auto named = query::NameFailure(born, facts.alert.message);
    return {std::string(facts.alert.message), named ? std::optional(named->pattern) : std::nullopt};
  }
  BirthCause told;
  if (facts.alert.alert.verdict == Verdict::kOrigin) {
    if (facts.inputs.empty()) Add(FoldedWords(view, facts), told.text);
    if (told.text.empty()) Add(SourceWords(view, facts), told.text);
    told.pattern = SourcePattern(facts.alert.alert.source);
  }
  if (!told.text.empty()) {
    if (const auto met = WhereInfinityMet(facts, born)) {
      Add(met->text, told.text);
      told.pattern = met->pattern;
    }
    return told;
  }
  auto named = query::NameCause(broken, cause);
  if (const auto trap = WhereTrap(view, facts, born)) named = trap;
  if (cause) {
    Add(cause->text, told.text);
    if (facts.alert.member) {
      for (const auto& sentence : facts.alert.member->finding.further) Add(sentence, told.text);
    }
    Add(Further(facts, born, cause), told.text);
  }
  if (const auto lost = LostEpsilon(view, facts, born, cause)) {
    Add(*lost, told.text);
    told.pattern = query::Pattern::kAbsorbedEpsilon;
  } else if (named) {
    Add(named->text, told.text);
    told.pattern = named->pattern;
  }
  if (told.text.empty()) Add(PlainWords(facts), told.text);
  return told;
}

}  // namespace tdbg::session
