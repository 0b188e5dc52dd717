#include "query/gradient_twins.h"

#include <memory>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "query/run_sketch.h"

namespace tdbg::query {
namespace {

using store::EventId;
using store::ExecutionId;
using store::GraphId;
using store::OpId;

// Vectors of four elements, of which one is bad.
class OneBad : public store::ValueSource {
 public:
  void Give(EventId event, int64_t element) { elements_[event] = element; }

  Result<store::Digest> ReadDigest(EventId event) const override {
    store::Digest digest;
    digest.shape = tensor::Shape({4});
    digest.first_bad = elements_.at(event);
    return digest;
  }
  Result<tensor::Value> ReadValue(EventId) const override { return Unsupported("not given"); }
  Result<tensor::Value> ReadRecorded(EventId event) const override { return ReadValue(event); }
  uint64_t RecordedBytes(EventId) const override { return 0; }
  Result<std::vector<store::Attribute>> ReadAttributes(OpId) const override {
    return Unsupported("none");
  }
  Result<std::vector<std::string>> ReadSource(store::SourceFileId) const override {
    return NotFound("none");
  }

 private:
  std::unordered_map<EventId, int64_t> elements_;
};

// A division that a where() hid, and the same division in its gradient.
class GradientTwinsTest : public testing::Test {
 protected:
  GradientTwinsTest() {
    auto values = std::make_unique<OneBad>();
    values_ = values.get();
    sketch_.run.values = std::move(values);
    const OpId forward = sketch_.Op(graph_, "truediv", "RealDiv", {"x", "y"});
    const OpId gradient =
        sketch_.Op(graph_, "gradient_tape/truediv/RealDiv", "RealDiv", {"g", "y"});
    const ExecutionId execution = sketch_.Execution(9, "f");
    forward_ = sketch_.Event(forward, 1, true, 0, execution);
    gradient_ = sketch_.Event(gradient, 2, true, 0, execution);
    values_->Give(forward_, 3);
    values_->Give(gradient_, 3);
    alerts_ = {{forward_, Verdict::kMasked}, {gradient_, Verdict::kOrigin}};
  }

  RunSketch sketch_;
  GraphId graph_ = sketch_.Graph("f");
  OneBad* values_;
  EventId forward_, gradient_;
  std::vector<Alert> alerts_;
};

TEST_F(GradientTwinsTest, OnTheSameElementAreOneFindingOfTheForwardOp) {
  GradientTwins twins(sketch_.run);
  twins.Join(alerts_);
  EXPECT_EQ(alerts_[0].verdict, Verdict::kOrigin);
  EXPECT_EQ(alerts_[1].verdict, Verdict::kInherited);
  EXPECT_EQ(twins.ForwardOf(gradient_), forward_);
  EXPECT_EQ(twins.GradientOf(forward_), gradient_);
  twins.Forget(gradient_);
  EXPECT_FALSE(twins.ForwardOf(gradient_).valid());
}

TEST_F(GradientTwinsTest, OnAnotherElementAreNot) {
  values_->Give(gradient_, 2);
  GradientTwins twins(sketch_.run);
  twins.Join(alerts_);
  EXPECT_EQ(alerts_[0].verdict, Verdict::kMasked);
  EXPECT_EQ(alerts_[1].verdict, Verdict::kOrigin);
}

TEST_F(GradientTwinsTest, AGradientOfWhatIsABirthItselfStaysOne) {
  alerts_[0].verdict = Verdict::kOrigin;
  GradientTwins twins(sketch_.run);
  twins.Join(alerts_);
  EXPECT_EQ(alerts_[1].verdict, Verdict::kOrigin);
}

}  // namespace
}  // namespace tdbg::query
