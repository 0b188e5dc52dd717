// Ops and their makers drawn by hand, for tests of causes.
#pragma once

#include <map>
#include <memory>
#include <utility>

#include "query/cause/known_numbers.h"
#include "query/cause/traced_op.h"

namespace tdbg::query {

class TracedSketch final : public TracedOp {
 public:
  explicit TracedSketch(OpCase op, std::optional<double> number = {})
      : TracedOp(std::move(op), number), role_(frameworks::RoleOf(this->op().op_type)) {}

  TracedSketch& MadeBy(size_t input, std::shared_ptr<TracedSketch> maker) {
    makers_[input] = std::move(maker);
    return *this;
  }
  // Inputs with the same number are one tensor.
  TracedSketch& Reads(size_t input, uint64_t tensor) {
    tensors_[input] = tensor;
    return *this;
  }
  TracedSketch& GradientOf(frameworks::Calculation forward) {
    forward_ = forward;
    return *this;
  }

  TracedSketch& ReadBy(std::shared_ptr<TracedSketch> reader) {
    readers_.push_back(std::move(reader));
    return *this;
  }

  frameworks::OpRole role() const override { return role_; }
  std::optional<frameworks::Calculation> Forward() const override { return forward_; }
  std::optional<uint64_t> TensorId(size_t input) const override {
    const auto known = tensors_.find(input);
    return known == tensors_.end() ? std::nullopt : std::optional(known->second);
  }
  const TracedOp* MakerOf(size_t input, std::optional<int64_t>,
                          std::optional<double>) const override {
    const auto known = makers_.find(input);
    return known == makers_.end() ? nullptr : known->second.get();
  }

  std::vector<const TracedOp*> Readers() const override {
    std::vector<const TracedOp*> readers;
    for (const auto& reader : readers_) readers.push_back(reader.get());
    return readers;
  }

 private:
  frameworks::OpRole role_;
  std::optional<frameworks::Calculation> forward_;
  std::map<size_t, uint64_t> tensors_;
  // Shared, so that a test can put one in several places.
  std::map<size_t, std::shared_ptr<TracedSketch>> makers_;
  std::vector<std::shared_ptr<TracedSketch>> readers_;
};

}  // namespace tdbg::query
