#include "view/birth_rows.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "base/printable.h"
#include "frameworks/op_types.h"
#include "session/stack_facts.h"
#include "tensor/brief_number.h"
#include "view/health_text.h"
#include "view/short_name.h"

namespace tdbg::view {
namespace {

using query::KnownTensor;
using query::OpRole;
using session::BirthFacts;
using session::OperandFacts;
using tensor::BriefNumber;

constexpr size_t kMostInputs = 5;

struct BirthRow {
  std::string arrow;
  std::string name;  // in full at first; SayTensors shortens it and puts the arrow before it
  std::string command;
  std::string type;
  std::string fact;
  Style style = Style::kPlain;
  std::string range;
  std::string from;
};

std::string PlaceText(const KnownTensor& tensor, std::optional<int64_t> element) {
  const auto index = tensor.IndexOf(element);
  return index && !index->empty() ? IndexText(*index) : "";
}

// "1 of 1000 is", "all 3 are", "3 of 5 are"
std::string Share(int64_t count, std::optional<int64_t> of) {
  if (of == 1) return "is";
  if (!of) return std::to_string(count) + (count == 1 ? " is" : " are");
  if (count == *of) return "all " + std::to_string(count) + " are";
  return std::to_string(count) + " of " + std::to_string(*of) + (count == 1 ? " is" : " are");
}

// Fills row.fact with what is not finite in the tensor; leaves it empty where nothing is, or that
// is unknown.
void SayBad(const KnownTensor& tensor, std::optional<int64_t> element, BirthRow& row) {
  struct Kind {
    std::optional<int64_t> count;
    const char* name;
    Style style;
  };
  const store::Digest& digest = tensor.digest;
  std::string others;
  for (const Kind& kind :
       {Kind{digest.nan, "NaN", Style::kNan}, Kind{digest.pos_inf, "∞", Style::kPosInf},
        Kind{digest.neg_inf, "−∞", Style::kNegInf}}) {
    if (kind.count.value_or(0) == 0) continue;
    if (row.fact.empty()) {
      row.fact = Share(*kind.count, tensor.num_elements()) + " " + kind.name;
      row.style = kind.style;
    } else {
      others += ", " + std::to_string(*kind.count) + " " + kind.name;
    }
  }
  if (row.fact.empty() && digest.bad.value_or(false)) {
    row.fact = "bad";
    row.style = Style::kNan;
  }
  const bool all = digest.nan && digest.nan == tensor.num_elements();
  const std::string place = all ? "" : PlaceText(tensor, element);
  if (!row.fact.empty() && !place.empty()) row.fact += ", at " + place;
  if (!others.empty()) row.fact += " (and" + others.substr(1) + ")";
}

std::string Range(const KnownTensor& tensor, const char* before, const char* between) {
  const store::Digest& digest = tensor.digest;
  if (!digest.min || !digest.max || tensor.num_elements() == 1) return "";
  if (!(*digest.min <= *digest.max)) return "";
  if (digest.min == digest.max)
    return (digest.bad.value_or(false) ? before : "all ") + BriefNumber(*digest.min);
  return before + BriefNumber(*digest.min) + between + BriefNumber(*digest.max);
}

BirthRow OutputRow(const BirthFacts& facts) {
  BirthRow row;
  const auto slot = facts.alert.slot;
  const std::string_view op = facts.alert.op.empty() ? facts.alert.op_type : facts.alert.op;
  row.name = std::string(op) + (slot ? ":" + std::to_string(*slot) : "");
  row.command = "pt " + facts.name;
  row.type = TypeText(facts.output.digest);
  SayBad(facts.output, facts.element, row);
  row.range = Range(facts.output, "finite: ", " … ");
  return row;
}

// Fills row.fact with the element of an input that went into the bad one; zeros are counted,
// because they are the usual culprits.
void SayElement(const OperandFacts& input, BirthRow& row) {
  const KnownTensor& tensor = input.tensor;
  std::optional<double> number;
  if (input.element) number = tensor.At(*input.element);
  const store::Digest& digest = tensor.digest;
  const bool zeros = number ? *number == 0 : digest.zero.value_or(0) > 0;
  const std::string place = PlaceText(tensor, input.element);
  const std::string at = place.empty() ? "" : ", at " + place;
  if (zeros && digest.zero.value_or(0) > 0) {
    row.fact = Share(*digest.zero, tensor.num_elements()) + " 0" + at;
    row.style = Style::kZero;
  } else if (number) {
    row.fact =
        (place.empty() ? "is " : "") + BriefNumber(*number) + (place.empty() ? "" : " at " + place);
  } else if (tensor.num_elements() == 0) {
    row.fact = "no elements";
  }
}

std::string FromText(const OperandFacts& input) {
  const session::MakerFacts& maker = input.maker;
  std::string text;
  switch (maker.role) {
    case OpRole::kConstant:
      text = "a constant";
      break;
    case OpRole::kArgument:
      return "an argument";
    case OpRole::kReadVariable:
      text = "a variable";
      break;
    case OpRole::kDataset:
      text = "from the dataset";
      break;
    default:
      text = maker.op_type;
  }
  if (!text.empty() && maker.line) text += ", " + LineText(*maker.line);
  return text;
}

BirthRow InputRow(const OperandFacts& input) {
  BirthRow row;
  row.arrow = "← ";
  row.name = input.name;
  if (!input.full.empty()) row.command = "pt " + input.full;
  row.type = TypeText(input.tensor.digest);
  SayBad(input.tensor, input.tensor.digest.first_bad, row);
  if (row.fact.empty()) SayElement(input, row);
  if (input.full.empty() || row.type.empty()) {
    row.fact = "not recorded";
    row.style = Style::kFaint;
  }
  row.range = Range(input.tensor, "min ", " … max ");
  row.from = FromText(input);
  return row;
}

// Inputs of whole numbers, such as axes and shapes, do not explain a bad float. They get a row only
// where the op failed or chooses by them.
bool IsWorthARow(const BirthFacts& facts, size_t i) {
  const KnownTensor& tensor = facts.inputs[i].tensor;
  const bool unknown = tensor.dtype() == tensor::DType::kInvalid;
  if (unknown && facts.alert.alert.source != Source::kOp) return false;
  return facts.critical == i || facts.alert.kind == session::BadKind::kError ||
         tensor.dtype() == tensor::DType::kInvalid || tensor::MayBeBad(tensor.dtype()) ||
         frameworks::CalculationOf(facts.alert.op_type) == frameworks::Calculation::kSelect;
}

// An op may read the same tensor twice; one row is enough for it.
bool IsShownAbove(const BirthFacts& facts, size_t i) {
  return std::any_of(facts.inputs.begin(), facts.inputs.begin() + static_cast<ptrdiff_t>(i),
                     [&](const OperandFacts& other) {
                       return other.name == facts.inputs[i].name &&
                              other.full == facts.inputs[i].full;
                     });
}

// How wide name, type, fact and range are: as wide as the widest cell below each other.
using Widths = std::array<size_t, 4>;

std::string Gap(size_t used, size_t width) { return std::string(width + 2 - used, ' '); }

// Says a row on one line where there is room, else its range and its maker on a line below.
void SayRow(const BirthRow& row, const Widths& widths, size_t columns, Document& page) {
  const size_t from = DisplayColumns(row.from);
  const size_t three = 2 + widths[0] + 2 + widths[1] + 2 + widths[2];
  const size_t four = three + (widths[3] > 0 ? 2 + widths[3] : 0);
  Line line("  ");
  line.Add(row.name, Style::kName, row.command).Add(Gap(DisplayColumns(row.name), widths[0]));
  line.Add(row.type);
  if (!row.fact.empty())
    line.Add(Gap(DisplayColumns(row.type), widths[1])).Add(row.fact, row.style);
  Line below("      ");
  Line* at = four <= columns ? &line : &below;
  if (!row.range.empty()) {
    if (at == &line) line.Add(std::string(three + 2 - DisplayColumns(line.Text()), ' '));
    at->Add(row.range);
  }
  if (!row.from.empty()) {
    const bool beside = four + 2 + from <= columns;
    if (beside) {
      const size_t used = DisplayColumns(line.Text());
      line.Add(std::string(four + 2 - used, ' '));
      at = &line;
    } else {
      if (below.segments.size() > 1) below.Add("   ");
      at = &below;
    }
    at->Add(row.from, Style::kFaint);
  }
  page.Say(std::move(line));
  if (below.segments.size() == 1) return;
  if (DisplayColumns(below.Text()) > columns && below.segments.size() > 3) {
    page.Say(below.segments[0].text + below.segments[1].text);
    page.Say(below.segments[0].text + row.from, Style::kFaint);
  } else {
    page.Say(std::move(below));
  }
}

}  // namespace

std::string LineText(const query::SourceLine& line) {
  std::string text = session::PlaceText(line.file, line.line);
  if (!line.function.empty() && line.function != "<module>") {
    text += " in " + std::string(line.function) + "()";
  }
  return text;
}

void SayTensors(const BirthFacts& facts, size_t columns, Document& page) {
  std::vector<BirthRow> rows;
  if (facts.alert.digest.dtype != tensor::DType::kInvalid) rows.push_back(OutputRow(facts));
  size_t left_out = 0;
  for (size_t i = 0; i < facts.inputs.size(); ++i) {
    if (!IsWorthARow(facts, i) || IsShownAbove(facts, i)) continue;
    if (rows.size() > kMostInputs && facts.critical != i) {
      ++left_out;
      continue;
    }
    rows.push_back(InputRow(facts.inputs[i]));
  }
  Widths widths{};
  for (BirthRow& row : rows) {
    row.name = row.arrow + ShortName(Printable(row.name), columns / 3);
    row.from = Printable(row.from);
    const std::string* cells[] = {&row.name, &row.type, &row.fact, &row.range};
    for (size_t c = 0; c < widths.size(); ++c) {
      widths[c] = std::max(widths[c], DisplayColumns(*cells[c]));
    }
  }
  for (const BirthRow& row : rows) SayRow(row, widths, columns, page);
  if (left_out > 0) {
    page.Say("  … and " + Counted(static_cast<int64_t>(left_out), "input") + " more",
             Style::kFaint);
  }
}

}  // namespace tdbg::view
