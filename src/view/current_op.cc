#include "view/current_op.h"

#include <string>

#include "view/current_tensor.h"

namespace tdbg::view {

using session::Subject;

Result<Subject> NamedSubject(Workspace& workspace, std::string_view text, store::GraphId near) {
  if (!text.empty() && text != ".") {
    Result<Subject> named = session::FindSubject(workspace.run(), text, near);
    if (named.ok() || near.valid()) return named;
    return session::FindSubject(workspace.run(), text, CurrentGraph(workspace));
  }
  TDBG_ASSIGN_OR_RETURN(const store::EventId event, CurrentEvent(workspace));
  return session::SubjectOf(workspace.run().run(), event);
}

Result<Subject> NamedOp(Workspace& workspace, std::string_view command, std::string_view text,
                        store::GraphId near) {
  TDBG_ASSIGN_OR_RETURN(Subject subject, NamedSubject(workspace, text, near));
  if (subject.op.valid()) return subject;
  const std::string name = session::NameOfSubject(workspace.run(), subject);
  return InvalidArgument(std::string(command) + ": " + name + " is no op of a graph; `ni " + name +
                         "` tells what it read and made");
}

}  // namespace tdbg::view
