#include "session/source_mark.h"

#include <algorithm>
#include <string>
#include <vector>

#include "frameworks/library_code.h"
#include "frameworks/op_types.h"

namespace tdbg::session {
namespace {

using query::LinePart;
using store::OpId;

std::string_view TypeAsWritten(const store::Run& run, OpId op) {
  const auto written = run.written.find(op);
  const bool other = written != run.written.end() && written->second.type.valid();
  return run.strings[other ? written->second.type : run.graphs.op(op).type];
}

// The op that stands in the told line; invalid for an eager one and where that is not known.
OpId OpInLine(const store::Run& run, const AlertFacts& facts) {
  if (facts.forward) return facts.forward->op;
  if (facts.division.valid()) return facts.division;
  if (facts.member) return facts.member->op;
  return run.events.op[facts.alert.event];
}

std::string_view TypeInLine(const store::Run& run, const AlertFacts& facts) {
  const OpId op = OpInLine(run, facts);
  if (facts.forward && !op.valid()) return facts.forward->name;
  if (facts.member || !op.valid()) return facts.op_type;
  return TypeAsWritten(run, op);
}

std::vector<std::string> SpellingsIn(const store::Run& run, const AlertFacts& facts) {
  if (IsLineOfLayer(facts)) return {std::string(facts.layer->type) + "("};
  return frameworks::Spellings(TypeInLine(run, facts));
}

// Which of the ops of its type that were made there it is.
struct Place {
  size_t index = 0;
  size_t count = 0;  // 0: not known
};

// "Log_2" was made after "Log".
int64_t NumberOf(std::string_view name) {
  const size_t cut = name.rfind('_');
  if (cut == name.npos || cut + 1 == name.size() || name.size() - cut > 9) return 0;
  int64_t number = 0;
  for (const char c : name.substr(cut + 1)) {
    if (c < '0' || c > '9') return 0;
    number = number * 10 + (c - '0');
  }
  return number;
}

Place PlaceOf(const store::Run& run, OpId op) {
  if (!op.valid() || !run.graphs.op(op).stack.valid()) return {};
  const std::string_view type = TypeAsWritten(run, op);
  const auto order = [&](OpId id) {
    return std::pair(NumberOf(run.strings[run.graphs.op(id).name]), id);
  };
  Place place;
  for (const OpId other : run.graphs.graph(run.graphs.op(op).graph).ops) {
    if (run.graphs.op(other).stack != run.graphs.op(op).stack ||
        TypeAsWritten(run, other) != type) {
      continue;
    }
    ++place.count;
    place.index += order(other) < order(op);
  }
  return place;
}

std::optional<LinePart> Recorded(const store::FrameColumns& columns, int32_t line,
                                 std::string_view text) {
  if (!columns.known()) return std::nullopt;
  LinePart part{static_cast<size_t>(columns.begin), text.find_last_not_of(" \t\r") + 1};
  if (columns.end_line == line) part.end = static_cast<size_t>(columns.end);
  const bool lies_in_it = part.begin < part.end && part.end <= text.size();
  return lies_in_it ? std::optional(part) : std::nullopt;
}

bool IsTranslated(const store::Run& run, store::StackId stack) {
  return std::ranges::any_of(run.stacks.frames(stack), [&](store::FrameId id) {
    const store::Frame& frame = run.stacks.frame(id);
    return frame.file.valid() &&
           frameworks::TranslatesCode(run.strings[run.sources[frame.file].path]);
  });
}

}  // namespace

std::optional<int32_t> LineInStatement(RunView& view, const AlertFacts& facts) {
  const store::Run& run = view.run();
  const auto& told = facts.told_line;
  if (!told || told->columns.known() || told->line < 1 || IsLineOfLayer(facts) ||
      !IsTranslated(run, facts.told_stack)) {
    return std::nullopt;
  }
  const auto text = run.values->ReadSource(told->file_id);
  if (!text.ok()) return std::nullopt;
  const auto at = static_cast<size_t>(told->line) - 1;
  const size_t found = query::LineThatMakes(*text, at, SpellingsIn(run, facts));
  return found == at ? std::nullopt : std::optional(static_cast<int32_t>(found) + 1);
}

std::optional<SourceMark> MarkIn(RunView& view, const AlertFacts& facts, std::string_view line) {
  const store::Run& run = view.run();
  if (!facts.told_line) return std::nullopt;
  if (const auto part = Recorded(facts.told_line->columns, facts.told_line->line, line)) {
    return SourceMark{*part, true};
  }
  const query::SpelledParts spelled = query::PartsSpelled(line, SpellingsIn(run, facts));
  if (spelled.parts.empty()) return std::nullopt;
  const Place place = IsLineOfLayer(facts) ? Place{} : PlaceOf(run, OpInLine(run, facts));
  if (const auto part = query::PartOf(spelled, place.index, place.count)) {
    return SourceMark{*part, true};
  }
  return SourceMark{spelled.parts.front(), false};
}

}  // namespace tdbg::session
