#include "importers/tfdbg2/summary.h"

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <protozero/pbf_writer.hpp>

namespace tdbg::importers::tfdbg2 {
namespace {

using store::Badness;
using tensor::DType;

std::string Vector(const std::vector<double>& numbers, DType dtype = DType::kF64) {
  std::string proto;
  protozero::pbf_writer writer(proto);
  writer.add_enum(1, static_cast<int32_t>(dtype));
  writer.add_bytes(4, reinterpret_cast<const char*>(numbers.data()),
                   numbers.size() * sizeof(double));
  return proto;
}

TEST(Summary, ModesHaveWords) {
  const std::vector<Detail> words = {
      Detail::kUnknown,      Detail::kNoTensor, Detail::kCurtHealth, Detail::kConciseHealth,
      Detail::kFullHealth,   Detail::kShape,    Detail::kUnknown,    Detail::kFullTensor,
      Detail::kReduceInfNan, Detail::kUnknown};
  for (size_t mode = 0; mode < words.size(); ++mode) {
    EXPECT_EQ(DetailOfTensorFlowMode(static_cast<int64_t>(mode)), words[mode]) << mode;
  }
  EXPECT_EQ(DetailOfTensorFlowMode(-1), Detail::kUnknown);
}

TEST(Summary, CurtHealthSaysOnlyWhether) {
  const auto digest = ReadSummary(Detail::kCurtHealth, Vector({11, 1}));
  ASSERT_TRUE(digest.ok());
  EXPECT_EQ(digest->bad, true);
  EXPECT_FALSE(digest->elements || digest->nan || digest->rank || digest->shape);
  EXPECT_EQ(GlanceAtSummary(Detail::kCurtHealth, Vector({11, 0}))->badness, Badness::kClean);
}

TEST(Summary, ConciseHealthCounts) {
  const auto digest = ReadSummary(Detail::kConciseHealth, Vector({-1, 10, 1, 2, 3}));
  ASSERT_TRUE(digest.ok());
  EXPECT_EQ(digest->bad, true);
  EXPECT_EQ(digest->elements, 10);
  EXPECT_EQ(digest->neg_inf, 1);
  EXPECT_EQ(digest->pos_inf, 2);
  EXPECT_EQ(digest->nan, 3);
  EXPECT_FALSE(digest->zero);
  EXPECT_EQ(ReadSummary(Detail::kConciseHealth, Vector({-1, 10, 0, 0, 0}))->bad, false);
}

TEST(Summary, FullHealthCountsEverything) {
  const auto digest =
      ReadSummary(Detail::kFullHealth, Vector({5, -1, 19, 2, 21, 1, 2, 3, 4, 5, 6}));
  ASSERT_TRUE(digest.ok());
  EXPECT_EQ(digest->dtype, DType::kF16);
  EXPECT_EQ(digest->rank, 2);
  EXPECT_FALSE(digest->shape);
  EXPECT_EQ(digest->elements, 21);
  EXPECT_EQ(digest->neg_inf, 1);
  EXPECT_EQ(digest->pos_inf, 2);
  EXPECT_EQ(digest->nan, 3);
  EXPECT_EQ(digest->negative, 4);
  EXPECT_EQ(digest->zero, 5);
  EXPECT_EQ(digest->positive, 6);
  const auto scalar = ReadSummary(Detail::kFullHealth, Vector({5, -1, 1, 0, 1, 0, 0, 0, 0, 0, 1}));
  EXPECT_EQ(scalar->shape, tensor::Shape());
  EXPECT_EQ(scalar->bad, false);
  EXPECT_EQ(GlanceAtSummary(Detail::kFullHealth, Vector({5, -1, 1, 0, 1, 0, 0, 1, 0, 0, 0}))->dtype,
            DType::kF32);
}

TEST(Summary, ShapeKeepsSixExtents) {
  auto digest = ReadSummary(Detail::kShape, Vector({5, 9, 2, 6, 2, 3, 0, 0, 0, 0}));
  ASSERT_TRUE(digest.ok());
  EXPECT_EQ(digest->dtype, DType::kI64);
  EXPECT_EQ(digest->shape, (tensor::Shape{2, 3}));
  EXPECT_EQ(digest->elements, 6);
  EXPECT_FALSE(digest->bad);
  EXPECT_EQ(GlanceAtSummary(Detail::kShape, Vector({5, 9, 2, 6, 2, 3, 0, 0, 0, 0}))->badness,
            Badness::kUnknown);
  digest = ReadSummary(Detail::kShape, Vector({5, 1, 7, 128, 2, 2, 2, 2, 2, 2}));
  EXPECT_EQ(digest->rank, 7);
  EXPECT_FALSE(digest->shape);  // only the last six are known
  EXPECT_EQ(ReadSummary(Detail::kShape, Vector({5, 1, 0, 1, 0, 0, 0, 0, 0, 0}))->shape,
            tensor::Shape());
}

TEST(Summary, ThreeSlotsAreTheBadValuesThemselves) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(ReadSummary(Detail::kReduceInfNan, Vector({0, 0, 0}))->bad, false);
  EXPECT_EQ(ReadSummary(Detail::kReduceInfNan, Vector({-kInfinity, 0, 0}))->bad, true);
  EXPECT_EQ(ReadSummary(Detail::kReduceInfNan, Vector({0, 0, std::nan("")}))->bad, true);
}

TEST(Summary, NumbersThatAreNoCountsReadAsZero) {
  const auto digest = ReadSummary(Detail::kFullHealth,
                                  Vector({0, 0, 1e30, std::nan(""), -5, 1e300, 0, 0, 0, 0, 0}));
  ASSERT_TRUE(digest.ok());
  EXPECT_EQ(digest->dtype, DType::kInvalid);
  EXPECT_EQ(digest->rank, 0);
  EXPECT_EQ(digest->elements, 0);
  EXPECT_EQ(digest->neg_inf, 0);
  EXPECT_EQ(digest->bad, true);
}

TEST(Summary, WrongLengthsAndTypesAreRefused) {
  for (const Detail detail : {Detail::kCurtHealth, Detail::kConciseHealth, Detail::kFullHealth,
                              Detail::kShape, Detail::kReduceInfNan}) {
    for (const std::string& proto : {std::string(), Vector({}), Vector({1}),
                                     Vector(std::vector<double>(12)), std::string("\xff")}) {
      EXPECT_EQ(ReadSummary(detail, proto).status().code(), StatusCode::kCorrupt);
      EXPECT_EQ(GlanceAtSummary(detail, proto).status().code(), StatusCode::kCorrupt);
    }
  }
  EXPECT_FALSE(ReadSummary(Detail::kCurtHealth, Vector({1, 1}, DType::kI64)).ok());
}

TEST(Summary, ModesWithoutNumbersSayNothing) {
  for (const Detail detail : {Detail::kNoTensor, Detail::kUnknown}) {
    const auto digest = ReadSummary(detail, "whatever");
    ASSERT_TRUE(digest.ok());
    EXPECT_FALSE(digest->bad);
    EXPECT_EQ(GlanceAtSummary(detail, "whatever")->badness, Badness::kUnknown);
  }
}

}  // namespace
}  // namespace tdbg::importers::tfdbg2
