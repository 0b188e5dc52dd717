#include "format/tensor_event.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include <gtest/gtest.h>

namespace tdbg::format {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

TensorEvent Common() {
  TensorEvent event;
  event.time_ns = 1'794'761'818'208'200'000;
  event.op = 17;
  event.execution = 3'000'000'000;
  event.shape = 5;
  event.iteration = 12;
  event.slot = 2;
  event.dtype = tensor::DType::kF32;
  event.detail = Detail::kFullHealth;
  event.checked = Checked::kClean;
  return event;
}

tensor::Health CommonHealth() {
  tensor::Health health;
  health.elements = 1000;
  health.negative = 400;
  health.zero = 100;
  health.positive = 500;
  health.subnormal = 3;
  health.min = -41.25;
  health.max = 0.5;
  health.mean = -0.1234567891;
  health.variance = 3.3333333333;
  health.l2 = 57.86923456;
  return health;
}

// The granules, and what comes back of them.
struct Trip {
  uint32_t granules = 0;
  DecodedTensorEvent decoded;
};

Trip RoundTrip(const TensorEvent& event, const tensor::Health* health, int64_t elements = 1000) {
  EncodedTensorEvent encoded;
  std::memset(encoded.bytes, 0xee, sizeof encoded.bytes);
  EncodeTensorEvent(event, health, encoded);
  auto* head = reinterpret_cast<RecordHead*>(encoded.bytes);
  *head = {static_cast<uint8_t>(RecordKind::kTensorEvent), encoded.aux,
           static_cast<uint16_t>(encoded.granules), 0};
  const auto decoded = DecodeTensorEvent(encoded.record());
  EXPECT_TRUE(decoded.has_value());
  Trip trip{encoded.granules, decoded.value_or(DecodedTensorEvent())};
  if (trip.decoded.part == HealthPart::kAll) {
    EXPECT_TRUE(CompleteHealth(trip.decoded.event, elements, trip.decoded.health));
  }
  return trip;
}

void ExpectSame(const TensorEvent& a, const TensorEvent& b) {
  EXPECT_EQ(a.time_ns, b.time_ns);
  EXPECT_EQ(a.op, b.op);
  EXPECT_EQ(a.execution, b.execution);
  EXPECT_EQ(a.shape, b.shape);
  EXPECT_EQ(a.iteration, b.iteration);
  EXPECT_EQ(a.slot, b.slot);
  EXPECT_EQ(a.dtype, b.dtype);
  EXPECT_EQ(a.detail, b.detail);
  EXPECT_EQ(a.checked, b.checked);
  EXPECT_EQ(a.judgement, b.judgement);
  EXPECT_EQ(a.value, b.value);
}

void ExpectSame(const tensor::Health& a, const tensor::Health& b) {
  EXPECT_EQ(a.elements, b.elements);
  EXPECT_EQ(a.neg_inf, b.neg_inf);
  EXPECT_EQ(a.pos_inf, b.pos_inf);
  EXPECT_EQ(a.nan, b.nan);
  EXPECT_EQ(a.negative, b.negative);
  EXPECT_EQ(a.zero, b.zero);
  EXPECT_EQ(a.positive, b.positive);
  EXPECT_EQ(a.subnormal, b.subnormal);
  EXPECT_EQ(a.first_bad, b.first_bad);
  const auto exact = [](double x, double y) { return x == y || (std::isnan(x) && std::isnan(y)); };
  const auto near = [&](double x, double y) {
    return exact(x, y) || std::abs(x - y) <= 1e-7 * std::abs(x);
  };
  EXPECT_PRED2(exact, a.min, b.min);
  EXPECT_PRED2(exact, a.max, b.max);
  EXPECT_PRED2(near, a.mean, b.mean);
  EXPECT_PRED2(near, a.variance, b.variance);
  EXPECT_PRED2(near, a.l2, b.l2);
}

TEST(TensorEventTest, TheCommonEventWithFullHealthTakes64Bytes) {
  const tensor::Health health = CommonHealth();
  const Trip trip = RoundTrip(Common(), &health);
  EXPECT_EQ(trip.granules * kGranuleBytes, 64u);
  EXPECT_EQ(trip.decoded.part, HealthPart::kAll);
  ExpectSame(Common(), trip.decoded.event);
  ExpectSame(health, trip.decoded.health);
}

TEST(TensorEventTest, ACheckedTensorTakes32Bytes) {
  TensorEvent event = Common();
  const tensor::Health health = CommonHealth();
  for (const Detail detail : {Detail::kCurtHealth, Detail::kConciseHealth, Detail::kShape}) {
    event.detail = detail;
    const Trip trip = RoundTrip(event, &health);
    EXPECT_EQ(trip.granules, 1u);
    ExpectSame(event, trip.decoded.event);
    EXPECT_EQ(trip.decoded.part, HealthPart::kBadCounts) << "a clean one has no bad elements";
    EXPECT_EQ(trip.decoded.health.bad(), 0);
  }
  event.checked = Checked::kUnknown;
  EXPECT_EQ(RoundTrip(event, nullptr).decoded.part, HealthPart::kNone);
}

TEST(TensorEventTest, WhatDoesNotFitIsAdded) {
  TensorEvent event = Common();
  tensor::Health health = CommonHealth();
  event.slot = 70'000;
  event.iteration = 65'535;
  event.value = ValueRef{7, 8, 4096};
  event.judgement = {Verdict::kOrigin, Source::kVariable};
  event.checked = Checked::kBad;
  health.nan = 2;
  health.positive = 498;
  health.first_bad = 999;
  health.min = 0.1;
  health.max = 1e300;
  health.mean = 1e-60;
  health.variance = 1e200;
  health.l2 = 1e-310;
  const Trip trip = RoundTrip(event, &health);
  ExpectSame(event, trip.decoded.event);
  ExpectSame(health, trip.decoded.health);
}

TEST(TensorEventTest, CountsBeyond32Bits) {
  TensorEvent event = Common();
  tensor::Health health = CommonHealth();
  health.elements = int64_t{1} << 40;
  health.zero = (int64_t{1} << 40) - 902;
  health.pos_inf = 2;
  health.first_bad = (int64_t{1} << 40) - 1;
  event.checked = Checked::kBad;
  ExpectSame(health, RoundTrip(event, &health, health.elements).decoded.health);
  event.detail = Detail::kConciseHealth;
  const Trip concise = RoundTrip(event, &health);
  EXPECT_EQ(concise.decoded.part, HealthPart::kBadCounts);
  EXPECT_EQ(concise.decoded.health.pos_inf, 2);
  EXPECT_EQ(concise.decoded.health.first_bad, health.first_bad);
}

TEST(TensorEventTest, OfNoFiniteElementNothingIsKnown) {
  TensorEvent event = Common();
  event.checked = Checked::kBad;
  tensor::Health health;
  health.elements = health.nan = 1000;
  health.first_bad = 0;
  const Trip trip = RoundTrip(event, &health);
  EXPECT_EQ(trip.granules, 3u);
  ExpectSame(health, trip.decoded.health);
}

TEST(TensorEventTest, ComplexAndOpaqueOnes) {
  TensorEvent event = Common();
  event.dtype = tensor::DType::kComplex128;
  tensor::Health health = CommonHealth();
  health.min = health.max = health.mean = health.variance = kNan;
  ExpectSame(health, RoundTrip(event, &health).decoded.health);
  event.dtype = tensor::DType::kString;
  tensor::Health opaque;
  opaque.elements = 1000;
  ExpectSame(opaque, RoundTrip(event, &opaque).decoded.health);
}

TEST(TensorEventTest, AnyHealthSurvives) {
  std::mt19937_64 random(20261115);
  const auto number = [&] {
    const double numbers[] = {
        0.0,    kNan,
        1.0,    std::bit_cast<double>(random()),
        1e-320, static_cast<double>(std::bit_cast<float>(static_cast<uint32_t>(random())))};
    const double chosen = numbers[random() % std::size(numbers)];
    return std::isinf(chosen) ? 0.0 : chosen;
  };
  for (int i = 0; i < 20'000; ++i) {
    tensor::Health health;
    const int shift = static_cast<int>(random() % 50);
    for (int64_t* count : {&health.neg_inf, &health.pos_inf, &health.nan, &health.negative,
                           &health.zero, &health.positive, &health.subnormal}) {
      *count = random() % 3 == 0 ? 0 : static_cast<int64_t>(random() >> (63 - shift));
    }
    health.elements = health.bad() + health.finite();
    if (health.bad() > 0) health.first_bad = health.elements - 1;
    for (double* value : {&health.min, &health.max, &health.mean, &health.variance, &health.l2}) {
      *value = number();
    }
    TensorEvent event = Common();
    event.slot = static_cast<uint32_t>(random() >> (32 + random() % 32));
    event.iteration = static_cast<uint32_t>(random() >> (32 + random() % 32));
    if (random() % 2 == 0) event.value = ValueRef{1, static_cast<uint32_t>(random()), random()};
    const Trip trip = RoundTrip(event, &health, health.elements);
    ExpectSame(event, trip.decoded.event);
    ExpectSame(health, trip.decoded.health);
    if (HasFailure()) return;
  }
}

TEST(TensorEventTest, ImpossibleRecordsAreRefused) {
  EncodedTensorEvent encoded;
  const tensor::Health health = CommonHealth();
  EncodeTensorEvent(Common(), &health, encoded);
  EXPECT_FALSE(DecodeTensorEvent(encoded.record().first(32)).has_value()) << "health is missing";
  auto* fixed = reinterpret_cast<TensorEventRecord*>(encoded.bytes);
  fixed->facts |= kHasAddition;
  EXPECT_FALSE(DecodeTensorEvent(encoded.record()).has_value()) << "the addition is missing";
  fixed->facts = 7;
  EXPECT_FALSE(DecodeTensorEvent(encoded.record()).has_value()) << "no such detail";
  EXPECT_FALSE(DecodeTensorEvent({}).has_value());
  tensor::Health more = CommonHealth();
  EXPECT_FALSE(CompleteHealth(Common(), 499, more)) << "more zeros and negatives than elements";
}

}  // namespace
}  // namespace tdbg::format
