#include "view/current_op.h"

#include <string>

#include "view/current_tensor.h"

namespace tdbg::view {

using session::Subject;

Result<Subject> NamedSubject(Position& position, std::string_view text, store::GraphId near) {
  if (!text.empty() && text != ".") {
    Result<Subject> named = session::FindSubject(position.run(), text, near);
    if (named.ok() || near.valid()) return named;
    return session::FindSubject(position.run(), text, CurrentGraph(position));
  }
  TDBG_ASSIGN_OR_RETURN(const store::EventId event, CurrentEvent(position));
  return session::SubjectOf(position.run().run(), event);
}

Result<Subject> NamedOp(Position& position, std::string_view command, std::string_view text,
                        store::GraphId near) {
  TDBG_ASSIGN_OR_RETURN(Subject subject, NamedSubject(position, text, near));
  if (subject.op.valid()) return subject;
  const std::string name = session::NameOfSubject(position.run(), subject);
  return InvalidArgument(std::string(command) + ": " + name + " is no op of a graph; `ni " + name +
                         "` tells what it read and made");
}

}  // namespace tdbg::view
