#include "importers/native/event_record.h"

#include <gtest/gtest.h>

namespace tdbg::importers::native {
namespace {

TEST(ReadEventDigest, WhatTheRecorderCalledBadIsBad) {
  const tensor::Shape shape{4};
  format::DecodedTensorEvent decoded;
  decoded.event.dtype = tensor::DType::kF32;
  decoded.event.checked = format::Checked::kBad;
  decoded.part = format::HealthPart::kAll;
  decoded.health.elements = decoded.health.positive = 4;
  decoded.health.min = decoded.health.max = decoded.health.mean = 1;
  decoded.health.variance = 0;
  decoded.health.l2 = 2;
  EXPECT_EQ(ReadEventDigest(decoded, &shape).bad, true);
  decoded.event.checked = format::Checked::kClean;
  EXPECT_EQ(ReadEventDigest(decoded, &shape).bad, false);
}

}  // namespace
}  // namespace tdbg::importers::native
