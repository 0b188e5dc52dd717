#include "view/current_op.h"

#include <string>

#include "view/current_tensor.h"

namespace tdbg::view {

using session::Subject;

Result<Subject> NamedSubject(Workspace& workspace, std::string_view text) {
  const store::Run& run = workspace.run().run();
  if (text.empty() || text == ".") {
    TDBG_ASSIGN_OR_RETURN(const store::EventId event, CurrentEvent(workspace));
    return session::SubjectOf(run, event);
  }
  store::GraphId near;
  if (const store::EventId event = workspace.cursor().event; event.valid()) {
    if (const store::OpId op = run.events.op[event]; op.valid()) near = run.graphs.op(op).graph;
  }
  return session::FindSubject(workspace.run(), text, near);
}

Result<Subject> NamedOp(Workspace& workspace, std::string_view command, std::string_view text) {
  TDBG_ASSIGN_OR_RETURN(Subject subject, NamedSubject(workspace, text));
  if (subject.op.valid()) return subject;
  const std::string name = session::NameOfSubject(workspace.run(), subject);
  return InvalidArgument(std::string(command) + ": " + name + " is no op of a graph; `ni " + name +
                         "` tells what it read and made");
}

}  // namespace tdbg::view
