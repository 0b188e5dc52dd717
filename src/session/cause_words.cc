#include "session/cause_words.h"

#include <algorithm>

#include "frameworks/op_types.h"
#include "query/formula.h"
#include "session/input_path.h"
#include "session/recorded_case.h"
#include "session/tensor_facts.h"

namespace tdbg::session {
namespace {

using frameworks::Calculation;
using query::Cause;
using query::OpCase;
using query::OpRole;
using store::EventId;
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

// Where a bad value came from that no op computed; "" for one that an op did.
std::string SourceWords(RunView& view, const BirthFacts& facts) {
  const std::string where = At(facts.output.shape(), facts.element);
  const std::string kind = "the " + KindWord(facts.alert);
  const OpId op = view.run().events.op[facts.alert.alert.event];
  switch (facts.alert.alert.source) {
    case Source::kInput: {
      const bool dataset = op.valid() && view.links().role(op) == OpRole::kDataset;
      return "bad input data: " + kind + where +
             (dataset ? " came out of the dataset." : " was in what the program passed in.");
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

// For a bad value that no rule of query/cause.h explains: what is known of the op's inputs.
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
std::string Further(RunView& view, const BirthFacts& facts, const std::vector<ReadTensor>& reads) {
  constexpr int kMostLinks = 8;
  constexpr int kMostSentences = 2;
  if (!facts.critical) return "";
  const OperandFacts& operand = facts.inputs[*facts.critical];
  Link link{reads[*facts.critical], operand.element};
  std::string words;
  int sentences = 0;
  for (int i = 0; i < kMostLinks && sentences < kMostSentences && link.element; ++i) {
    const EventId event = MadeAt(view, link.read);
    if (!event.valid()) break;
    const std::vector<ReadTensor> made_of = TensorsRead(view, event);
    const OpCase op = CaseOf(view, event, link.element, made_of);
    const std::optional<Cause> cause = query::CauseOfFinite(op);
    if (!cause) break;
    if (!cause->text.empty()) {
      Add(cause->text, words);
      ++sentences;
    }
    if (!cause->input || *cause->input >= made_of.size()) break;
    link = {made_of[*cause->input], cause->element};
  }
  if (!words.empty() || !operand.element) return words;
  const auto number = operand.tensor.At(*operand.element);
  return number && *number <= 0 ? EndWords(operand.maker, operand, *number) : "";
}

// A `where` in the program that does not choose an element of a branch hides it from the result,
// but not from the gradient, which is computed for the whole branch. Says so if the alert is such a
// gradient.
std::string HiddenBranch(RunView& view, const BirthFacts& facts) {
  const store::Run& run = view.run();
  const EventId event = facts.alert.alert.event;
  const OpId own = run.events.op[event];
  const bool own_gradient = facts.alert.gradient.has_value();
  if ((!facts.alert.forward && !own_gradient) || !own.valid() || !facts.element) return "";
  const OpId forward = own_gradient ? own : facts.alert.forward->op;
  if (!forward.valid()) return "";
  const StringId name = run.graphs.op(forward).name;
  for (const query::GraphLinks::Reader& reader : view.links().Readers(forward)) {
    const store::Op& select = run.graphs.op(reader.op);
    const Calculation calculation = frameworks::CalculationOf(run.strings[select.type]);
    if (calculation != Calculation::kSelect || select.inputs.size() < 3) continue;
    const bool first = select.inputs[1].op == name;
    const uint32_t rank = view.index().rank(event);
    const store::ExecutionId execution = run.events.execution[event];
    const EventId made = own_gradient ? view.index().After(reader.op, 0, rank, execution)
                                      : view.index().Before(reader.op, 0, rank, execution);
    if (!made.valid()) continue;
    const std::vector<ReadTensor> reads = TensorsRead(view, made);
    const OpCase op = CaseOf(view, made, facts.element, reads);
    const auto at = op.output.shape() == facts.output.shape() ? op.ElementRead(0) : std::nullopt;
    const auto taken = at ? op.inputs[0].At(*at) : std::nullopt;
    if (!taken || (*taken != 0) == first) continue;
    const auto line = query::UserLine(run, select.stack);
    return "the where()" + (line ? " in " + PlaceText(line->file, line->line) : std::string()) +
           " hides this element of " + std::string(run.strings[name]) +
           ", but its gradient is computed all the same.";
  }
  return "";
}

}  // namespace

bool IsElementwise(std::string_view op_type) {
  return query::FormulaOf(frameworks::CalculationOf(op_type)) != nullptr;
}

std::string CauseWords(RunView& view, const BirthFacts& facts, const std::vector<ReadTensor>& reads,
                       const std::optional<Cause>& cause) {
  if (facts.alert.kind == BadKind::kError) return std::string(facts.alert.message);
  std::string words;
  if (facts.alert.alert.verdict == Verdict::kOrigin) Add(SourceWords(view, facts), words);
  if (words.empty() && cause) {
    Add(cause->text, words);
    if (facts.alert.member) {
      for (const std::string& sentence : facts.alert.member->finding.further) Add(sentence, words);
    }
    Add(Further(view, facts, reads), words);
    Add(HiddenBranch(view, facts), words);
  }
  if (words.empty()) Add(PlainWords(facts), words);
  return words;
}

}  // namespace tdbg::session
