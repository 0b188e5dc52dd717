#include "view/birth_page.h"

#include <algorithm>
#include <cstddef>

#include "base/printable.h"
#include "frameworks/op_types.h"
#include "session/stack_facts.h"
#include "tensor/brief_number.h"
#include "view/birth_rows.h"
#include "view/commands/alert_cells.h"
#include "view/commands/source_lines.h"
#include "view/excerpt_line.h"
#include "view/short_name.h"

namespace tdbg::view {
namespace {

using session::BirthFacts;
using session::OperandFacts;
using session::RunView;
using session::ValueHistory;

constexpr size_t kIndent = 11;  // of what stands behind "  cause    "

std::string MomentText(const BirthFacts& facts) {
  const session::AlertFacts& alert = facts.alert;
  std::string text;
  if (alert.step) {
    text = ", step " + std::to_string(*alert.step);
  } else if (alert.execution) {
    text = ", execution " + std::to_string(*alert.execution);
  }
  return facts.iteration ? text + ", iteration " + std::to_string(*facts.iteration) : text;
}

std::string Function(const session::AlertFacts& alert) {
  if (session::IsLineOfLayer(alert)) return ", in " + std::string(alert.layer->path);
  std::string_view name = alert.told_line ? alert.told_line->function : std::string_view();
  if (name.empty()) name = alert.graph;
  return name.empty() || name == "<module>" ? "" : ", in " + std::string(name) + "()";
}

// The part of a device's name behind `key` up to the next slash.
std::string_view PartOf(std::string_view device, std::string_view key) {
  const size_t at = device.find(key);
  if (at == device.npos) return {};
  device.remove_prefix(at + key.size());
  return device.substr(0, device.find('/'));
}

// Which of several devices or workers it was; "" where there is only one.
std::string Device(RunView& run, const session::AlertFacts& alert) {
  const std::string_view job = PartOf(alert.device, "/job:");
  const bool local = job.empty() || job == "localhost";
  if (alert.device.empty() || (local && run.run().devices.size() < 2)) return "";
  std::string_view device = PartOf(alert.device, "/device:");
  if (device.empty()) device = alert.device;
  std::string text = ", on " + std::string(device);
  if (!local) text += " of " + std::string(job) + " " + std::string(PartOf(alert.device, "/task:"));
  return text;
}

// The type of the op as the user wrote it; of several that ran as one, where it is not known which
// of them it was, of all.
std::string TypeOf(const store::Run& run, const session::AlertFacts& alert) {
  const bool other = alert.written != nullptr && !alert.member;
  if (alert.IsOneOfSeveral()) {
    std::string types;
    for (const store::FusedOp& member : alert.written->fused) {
      types += (types.empty() ? "" : " + ") + std::string(run.strings[member.type]);
    }
    return types;
  }
  if (other && alert.written->type.valid() && !alert.division.valid()) {
    return std::string(run.strings[alert.written->type]);
  }
  return std::string(alert.op_type.empty() ? "an unrecorded op" : alert.op_type);
}

// Whether it is a gradient that is one finding with its forward op (query/gradient_twins.h).
bool IsToldByForward(RunView& run, const session::AlertFacts& alert) {
  const store::EventId from = run.BadInput(alert.alert.event);
  return alert.forward && from.valid() && run.alert_list().GradientOf(from).valid();
}

std::string Happened(const std::string& type, const query::Alert& alert) {
  if (alert.verdict == Verdict::kMasked) return " in " + type + ", of which nothing bad came";
  if (alert.verdict == Verdict::kHandled) {
    return " in " + type + ", for which a loss scaler skipped the step";
  }
  if (alert.verdict == Verdict::kInherited) return " handed on by " + type;
  switch (alert.source) {
    case Source::kInput:
      return " came in through " + type;
    case Source::kConstant:
      return " in a constant, " + type;
    case Source::kVariable:
      return " in a variable, read by " + type;
    case Source::kUnknown:
    case Source::kOp:
      break;
  }
  return " born in " + type;
}

void SayTitle(RunView& run, const BirthFacts& facts, size_t columns, Document& page) {
  const session::AlertFacts& alert = facts.alert;
  const std::string type = TypeOf(run.run(), alert);
  Line line;
  if (alert.kind == session::BadKind::kError) {
    line.Add("✗ ", Style::kError).Add(type + " failed", Style::kStrong);
  } else {
    const Cell mark = VerdictCell(alert.alert.verdict);
    const Cell kind = KindCell(alert.kind);
    line.Add(mark.text, mark.style).Add(" ").Add(kind.text, kind.style);
    line.Add(IsToldByForward(run, alert) ? " in " + type + ", as in the op whose gradient it is"
                                         : Happened(type, alert.alert),
             Style::kStrong);
  }
  line.Add(MomentText(facts) + Function(alert) + Device(run, alert), Style::kStrong);
  if (alert.told_line) {
    const Cell place = PlaceCell(alert.told_line);
    const size_t used = DisplayColumns(Printable(line.Text())) + DisplayColumns(place.text);
    line.Add(std::string(used + 2 <= columns ? columns - used : 2, ' '));
    line.Add(place.text, place.style, place.command);
  }
  page.Say(std::move(line));
}

// The marked part, in the line as it is shown.
std::optional<query::LinePart> ShownPart(const BirthFacts& facts) {
  if (!facts.mark) return std::nullopt;
  const std::string_view line = facts.source.back();
  return query::LinePart{SourceText(line.substr(0, facts.mark->part.begin)).size(),
                         SourceText(line.substr(0, facts.mark->part.end)).size()};
}

void SayExcerpt(const BirthFacts& facts, size_t columns, Document& page) {
  if (facts.source.empty()) {
    const auto& told = facts.alert.told_line;
    if (told && told->file.starts_with('<')) {
      page.Say(Line("     " + std::string(told->file) + " is no file, and Python has no text of it",
                    Style::kFaint));
    }
    return;
  }
  const int32_t last = facts.alert.told_line->line;
  const auto first = last + 1 - static_cast<int32_t>(facts.source.size());
  constexpr size_t kNumberColumns = 6;
  for (size_t i = 0; i < facts.source.size(); ++i) {
    const int32_t at = first + static_cast<int32_t>(i);
    const std::string number = std::to_string(at);
    const size_t blanks =
        number.size() < kNumberColumns - 2 ? kNumberColumns - 2 - number.size() : 0;
    Line line(at == last ? "  ▶" : "   ", Style::kStrong);
    line.Add(std::string(blanks, ' ') + number, Style::kLineNumber).Add(" │ ", Style::kFaint);
    const size_t room = columns > 20 ? columns - kNumberColumns - 4 : columns;
    const std::string source = SourceText(facts.source[i]);
    if (at != last) {
      page.Say(std::move(line.Add(CutLine(source, room))));
      continue;
    }
    const size_t indent = DisplayColumns(Printable(line.Text()));
    const ExcerptLine shown = CutAround(source, room, ShownPart(facts));
    page.Say(std::move(line.Add(shown.text, Style::kStrong)));
    const bool sure = facts.mark && facts.mark->sure && shown.mark_columns > 0;
    if (!sure || !query::HasOtherCode(facts.source.back(), facts.mark->part)) continue;
    Line mark(std::string(indent + shown.mark_at, ' '));
    page.Say(std::move(mark.Add(std::string(shown.mark_columns, '^'), Style::kError)));
  }
}

// A labelled paragraph, its lines broken between segments and at blanks.
class Paragraph {
 public:
  Paragraph(const char* label, size_t columns, Document& page) : columns_(columns), page_(page) {
    line_.Add("  " + Padded(label, kIndent - 2), Style::kHeading);
  }
  ~Paragraph() { page_.Say(std::move(line_)); }
  Paragraph(const Paragraph&) = delete;
  Paragraph& operator=(const Paragraph&) = delete;

  Paragraph& Words(std::string_view text, Style style = Style::kPlain) {
    while (!text.empty()) {
      const size_t end = std::min(text.find(' '), text.size());
      Whole(std::string(text.substr(0, end)), style);
      if (end == text.size()) break;
      text.remove_prefix(end + 1);
      gap_ = true;
    }
    return *this;
  }

  // Says `text` on one line, behind a blank if Gap() or Words() left one due.
  Paragraph& Whole(std::string text, Style style = Style::kPlain, std::string command = {}) {
    text = Printable(text);
    if (used_ > kIndent && used_ + (gap_ ? 1 : 0) + DisplayColumns(text) > columns_) {
      page_.Say(std::move(line_));
      line_ = Line(std::string(kIndent, ' '));
      used_ = kIndent;
      gap_ = false;
      text.erase(0, text.find_first_not_of(' '));
    }
    if (gap_ && used_ > kIndent) {
      line_.Add(" ");
      ++used_;
    }
    gap_ = false;
    used_ += DisplayColumns(text);
    line_.Add(std::move(text), style, std::move(command));
    return *this;
  }

  Paragraph& Gap() {
    gap_ = true;
    return *this;
  }

 private:
  const size_t columns_;
  Document& page_;
  Line line_;
  size_t used_ = kIndent;
  bool gap_ = false;
};

void SayPattern(const BirthFacts& facts, size_t columns, Document& page) {
  if (facts.pattern) {
    Paragraph("pattern", columns, page)
        .Whole(std::string(query::PatternName(*facts.pattern)), Style::kName);
  }
  if (!facts.tried.empty()) Paragraph("tried", columns, page).Words(facts.tried);
}

void SayHistory(const BirthFacts& facts, size_t columns, Document& page) {
  if (!facts.history || !facts.critical) return;
  const char* measure = facts.history->measure == ValueHistory::Measure::kMin   ? "min of "
                        : facts.history->measure == ValueHistory::Measure::kMax ? "max of "
                                                                                : "zeros in ";
  Paragraph paragraph("history", columns, page);
  paragraph.Whole(measure + ShortName(facts.inputs[*facts.critical].name, columns / 3));
  for (const double value : facts.history->values) {
    paragraph.Whole("   " + tensor::BriefNumber(value));
  }
  paragraph.Whole("   (" + facts.history->when + ")", Style::kFaint);
}

void SayPath(const BirthFacts& facts, size_t columns, Document& page) {
  if (facts.path.size() < 3) return;  // the rows above tell as much
  constexpr size_t kMost = 8;
  Paragraph paragraph("path", columns, page);
  const size_t skipped = facts.path.size() > kMost ? facts.path.size() - kMost : 0;
  for (size_t i = 0; i < facts.path.size(); ++i) {
    if (i > 0 && i <= skipped) continue;
    if (i > 0)
      paragraph.Gap().Whole(skipped > 0 && i == skipped + 1 ? "→ … →" : "→", Style::kFaint);
    paragraph.Gap().Whole(ShortName(facts.path[i], columns / 3), Style::kName);
  }
}

void SayForward(const BirthFacts& facts, size_t columns, Document& page) {
  const session::AlertFacts& alert = facts.alert;
  if (alert.gradient) {
    Paragraph paragraph("gradient", columns, page);
    paragraph.Whole(std::string(alert.gradient->op) + ",", Style::kName).Gap();
    if (alert.gradient->line) {
      paragraph.Words("asked for at " + LineText(*alert.gradient->line) + ",").Gap();
    }
    paragraph.Words("went bad on the same element; nothing bad came of this result itself");
    return;
  }
  if (!alert.forward) return;
  Paragraph paragraph("gradient", columns, page);
  paragraph.Words("of").Gap().Whole(std::string(alert.forward->name), Style::kName);
  if (alert.forward->line && alert.line) {
    paragraph.Whole(",").Gap().Words("asked for at " + LineText(*alert.line));
  }
}

void SayLayer(const BirthFacts& facts, size_t columns, Document& page) {
  const auto& layer = facts.alert.layer;
  if (!layer) return;
  Paragraph paragraph("layer", columns, page);
  paragraph.Whole(session::LayerText(*layer), Style::kName);
  if (layer->made) paragraph.Whole(", ").Words("made at " + LineText(*layer->made));
}

void SayCallers(const BirthFacts& facts, size_t columns, Document& page) {
  // The innermost call is the line on top, unless that is the layer's.
  const size_t first = session::IsLineOfLayer(facts.alert) ? 0 : 1;
  if (facts.frames.size() <= first) return;
  constexpr size_t kMost = 3;
  Paragraph paragraph("called", columns, page);
  for (size_t i = first; i < facts.frames.size() && i < first + kMost; ++i) {
    const session::FrameFacts& frame = facts.frames[i];
    std::string text = session::PlaceText(frame.file, frame.line);
    if (frame.function != "<module>") text += " " + std::string(frame.function) + "()";
    paragraph.Words(i == first ? "from" : "←", Style::kFaint).Gap().Whole(text).Gap();
  }
  if (facts.frames.size() > first + kMost) paragraph.Whole("← …", Style::kFaint);
}

// Which op ran in place of the one that the user wrote.
void SayExecuted(const store::Run& run, const BirthFacts& facts, size_t columns, Document& page) {
  const store::WrittenOp* written = facts.alert.written;
  if (written == nullptr) return;
  // An op that kept its type has absorbed only constants and ops that hand values on, which is not
  // worth a line. A type that begins with "_" is the runtime's own: a fused op.
  const std::string_view executed = facts.alert.executed_type();
  const bool other = written->type.valid() && run.strings[written->type] != executed;
  if (!other && !executed.starts_with("_")) return;
  Paragraph paragraph("ran as", columns, page);
  paragraph.Whole(std::string(executed), Style::kName);
  if (facts.alert.division.valid()) {
    const StringId division = run.graphs.op(facts.alert.division).name;
    paragraph.Words(" in the place of a root, for the division").Gap();
    paragraph.Whole(std::string(run.strings[division]), Style::kName);
    return;
  }
  const auto& member = facts.alert.member;
  const bool told = member && !member->name.empty();
  std::vector<std::string_view> others;
  if (told && written->name.valid()) others.push_back(run.strings[written->name]);
  for (const StringId name : written->stands_for) others.push_back(run.strings[name]);
  if (told) std::erase(others, member->name);
  for (size_t i = 0; i < others.size(); ++i) {
    paragraph.Words(i == 0 ? ", which also did the work of" : ",").Gap();
    paragraph.Whole(std::string(others[i]), Style::kName);
  }
}

// The row of the critical input that holds its critical element, as a slice; "" for a vector or a
// single number.
std::string SliceText(const OperandFacts& input) {
  auto index = input.tensor.IndexOf(input.element);
  if (!index || index->size() < 2) return "";
  index->pop_back();
  return tensor::Shape(*index).ToString();
}

void SayNext(const BirthFacts& facts, RunView& run, const BirthPageOptions& options,
             Document& page) {
  Paragraph paragraph("next", options.columns, page);
  bool first = true;
  const auto add = [&](const std::string& command, const char* meaning) {
    if (!first) paragraph.Gap().Whole("·", Style::kFaint).Gap();
    first = false;
    paragraph.Whole("`" + command + "`", Style::kName, command).Gap().Words(meaning, Style::kFaint);
  };
  // An op that failed has no output to look at, only what it read.
  const bool failed = facts.alert.kind == session::BadKind::kError;
  const auto shown =
      std::find_if(facts.inputs.begin(), facts.inputs.end(), [&](const OperandFacts& input) {
        return failed ? input.tensor.value.has_value()
                      : facts.critical && &input == &facts.inputs[*facts.critical];
      });
  if (shown != facts.inputs.end() && shown->tensor.value) {
    const std::string slice = SliceText(*shown);
    add("pt " + shown->full + slice, slice.empty() ? "what it read" : "the row");
  } else if (facts.output.value) {
    add("pt " + facts.name, "the values");
  }
  if (!facts.op.empty()) add("li -r " + facts.op, "where it came from");
  if (options.held) {
    add("c", "continue");
  } else if (run.alerts().size() > 1) {
    add("la", "all bad values");
  }
}

}  // namespace

Document BirthPage(RunView& run, const BirthFacts& facts, const BirthPageOptions& options) {
  Document page;
  page.severity = Document::Severity::kFound;
  SayTitle(run, facts, options.columns, page);
  SayExcerpt(facts, options.columns, page);
  page.Say("");
  SayTensors(facts, options.columns, page);
  page.Say("");
  Paragraph("cause", options.columns, page).Words(facts.cause);
  SayPattern(facts, options.columns, page);
  SayHistory(facts, options.columns, page);
  SayLayer(facts, options.columns, page);
  SayForward(facts, options.columns, page);
  SayExecuted(run.run(), facts, options.columns, page);
  SayPath(facts, options.columns, page);
  SayCallers(facts, options.columns, page);
  SayNext(facts, run, options, page);
  return page;
}

}  // namespace tdbg::view
