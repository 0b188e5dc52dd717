#include "session/ignored_births.h"

#include "query/source_line.h"
#include "session/source_index.h"
#include "session/stack_facts.h"

namespace tdbg::session {
namespace {

IgnoredBirths AtLine(std::string_view file, int32_t line) {
  IgnoredBirths births;
  births.file = file;
  births.line = line;
  return births;
}

}  // namespace

std::string IgnoredBirths::Text() const {
  if (op.empty()) return PlaceText(file, line);
  return (graph.empty() ? "" : graph + "::") + op;
}

bool IgnoredBirths::Cover(RunView& view, const query::Alert& alert) const {
  const store::Run& run = view.run();
  const Subject subject = SubjectOf(run, alert.event);
  if (op.empty()) {
    const auto made = query::UserLine(run, subject.StackIn(run));
    return made && made->line == line && made->file == file;
  }
  if (!subject.op.valid()) return false;
  const store::Op& made = run.graphs.op(subject.op);
  return run.strings[made.name] == op && run.strings[run.graphs.graph(made.graph).name] == graph;
}

Result<IgnoredBirths> BirthsOf(const store::Run& run, const Subject& subject) {
  if (!subject.op.valid()) {
    const auto line = query::UserLine(run, subject.StackIn(run));
    if (line) return AtLine(line->file, line->line);
    return NotFound(
        "an eager op is ignored by the line that asked for it, and which line asked for @" +
        std::to_string(subject.execution.index()) + " was not recorded");
  }
  IgnoredBirths births;
  const store::Op& op = run.graphs.op(subject.op);
  births.op = run.strings[op.name];
  births.graph = run.strings[run.graphs.graph(op.graph).name];
  return births;
}

Result<IgnoredBirths> BirthsOfLine(RunView& run, const std::string& file, int32_t line) {
  TDBG_ASSIGN_OR_RETURN(const SourceIndex::File* const found, FindSource(run, file));
  if (!found->lines.contains(line)) {
    return NotFound("no op was made at " + PlaceText(found->path, line) +
                    " (`list` and `ps` mark the lines that made some)");
  }
  return AtLine(found->path, line);
}

}  // namespace tdbg::session
