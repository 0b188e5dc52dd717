// Ops that the runtime put together in one: which of them made a bad number of good ones.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "query/cause/cause.h"
#include "query/cause/traced_op.h"

namespace tdbg::query {

struct FusedFinding {
  size_t member = 0;                 // the op that made it
  std::optional<Cause> cause;        // of what it made; input and element are the fused op's own
  std::vector<std::string> further;  // how the members before it came to what they handed on
  // What each member up to that one read and made at the element asked about, where their work
  // could be done again; single numbers.
  std::vector<OpCase> work;
};

// `types` are the members in the order in which they work: the first reads the inputs of `op`, each
// other what the one before it made, and inputs that are left. Their work is done again on the
// operands; where these or a formula are missing, the member is the only one that can have done it.
// nullopt where several can.
std::optional<FusedFinding> ExplainFused(const OpCase& op, std::span<const std::string_view> types);

// A member of a fused op, whose work was done again, as an op of its own: what it read the member
// before it made, and what that read was made before the fused op, `whole`. Both must outlive it.
class MemberOp final : public TracedOp {
 public:
  MemberOp(const TracedOp& whole, std::span<const OpCase> work)
      : TracedOp(work.back()), whole_(whole), work_(work) {}

  frameworks::OpRole role() const override { return frameworks::RoleOf(op().op_type); }
  std::optional<frameworks::Calculation> Forward() const override { return whole_.Forward(); }
  std::optional<uint64_t> TensorId(size_t) const override { return std::nullopt; }
  const TracedOp* MakerOf(size_t input, std::optional<int64_t> element,
                          std::optional<double> number) const override;
  std::vector<const TracedOp*> Readers() const override { return {}; }
  std::string Line() const override { return whole_.Line(); }

 private:
  const TracedOp& whole_;
  const std::span<const OpCase> work_;  // it comes last
  mutable std::unique_ptr<const MemberOp> before_;
};

}  // namespace tdbg::query
