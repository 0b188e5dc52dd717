#include "session/fused_member.h"

#include <vector>

#include "session/recorded_op.h"

namespace tdbg::session {

std::optional<FusedMember> MemberThatBroke(const store::Run& run, const RecordedOp& op) {
  const auto written = run.written.find(op.id());
  if (written == run.written.end() || written->second.fused.empty()) return std::nullopt;
  const std::vector<store::FusedOp>& fused = written->second.fused;
  std::vector<std::string_view> types;
  for (const store::FusedOp& member : fused) types.push_back(run.strings[member.type]);
  auto finding = query::ExplainFused(op.op(), types);
  if (!finding) return std::nullopt;
  FusedMember found;
  const store::FusedOp& member = fused[finding->member];
  found.finding = *std::move(finding);
  found.op = member.op;
  found.op_type = run.strings[member.type];
  if (!member.op.valid()) return found;
  const store::Op& as_written = run.graphs.op(member.op);
  found.name = run.strings[as_written.name];
  if (as_written.type.valid()) found.op_type = run.strings[as_written.type];
  found.line = query::UserLine(run, as_written.stack);
  return found;
}

}  // namespace tdbg::session
