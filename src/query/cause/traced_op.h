// An op at work, and the way back to the ops that made what it read: what a cause is looked for in.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "frameworks/op_role.h"
#include "query/cause/op_case.h"

namespace tdbg::query {

class TracedOp {
 public:
  // `number`: what the op made at the element asked about. Taken where the recording has no value,
  // because what was made of the number tells it.
  explicit TracedOp(OpCase op, std::optional<double> number = {})
      : op_(std::move(op)), number_(number) {
    if (op_.element) {
      if (const auto recorded = op_.output.At(*op_.element)) number_ = recorded;
    }
  }
  virtual ~TracedOp() = default;
  TracedOp(const TracedOp&) = delete;
  TracedOp& operator=(const TracedOp&) = delete;

  const OpCase& op() const { return op_; }
  frameworks::Calculation calculation() const { return op_.calculation(); }
  std::optional<double> number() const { return number_; }

  virtual frameworks::OpRole role() const = 0;

  // Of a gradient, what the op computes that it is the gradient of; nullopt for any other op.
  virtual std::optional<frameworks::Calculation> Forward() const = 0;

  // The same for two inputs, of this op or another, that are one tensor; nullopt where unknown.
  virtual std::optional<uint64_t> TensorId(size_t input) const = 0;

  // The op that made an input, asked about this element of it; nullptr where that is not known.
  // `number`: the element, if it is known only by what became of it.
  virtual const TracedOp* MakerOf(size_t input, std::optional<int64_t> element,
                                  std::optional<double> number) const = 0;

  // The ops of its graph that read what it made, as far as they are known.
  virtual std::vector<const TracedOp*> Readers() const = 0;

  // The text of the source line that made the op; "" where it is not known.
  virtual std::string Line() const { return ""; }

  // The element of an input that went into the one asked about, for ops that keep the order of
  // elements.
  std::optional<int64_t> ElementRead(size_t input) const {
    if (calculation() == frameworks::Calculation::kReshape) return op_.element;
    return op_.ElementRead(input);
  }

  // The number at that element; nullopt where it was not recorded.
  std::optional<double> NumberRead(size_t input) const {
    const auto element = ElementRead(input);
    const KnownTensor* read = op_.input(input);
    return element && read != nullptr ? read->At(*element) : std::nullopt;
  }

  // The maker of that number, which is `implied` where it was not recorded.
  const TracedOp* Maker(size_t input, std::optional<double> implied = {}) const {
    const auto read = NumberRead(input);
    return MakerOf(input, ElementRead(input), read ? read : implied);
  }

 private:
  OpCase op_;
  std::optional<double> number_;
};

}  // namespace tdbg::query
