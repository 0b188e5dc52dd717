#include "rpc/facts.h"

#include <gtest/gtest.h>

namespace tdbg::rpc {
namespace {

bool SaysItHasAValue(store::Format format, Detail detail, tensor::DType dtype) {
  store::Run run(format);
  store::TensorEvent event;
  event.detail = detail;
  event.dtype = dtype;
  const store::EventId id = run.events.Append(event);
  return HasValue(session::RunView(run), id);
}

TEST(Facts, WhatHasAValue) {
  using store::Format;
  using tensor::DType;
  EXPECT_TRUE(SaysItHasAValue(Format::kNative, Detail::kFullTensor, DType::kF32));
  EXPECT_FALSE(SaysItHasAValue(Format::kNative, Detail::kFullHealth, DType::kF32));
  EXPECT_FALSE(SaysItHasAValue(Format::kNative, Detail::kFullTensor, DType::kString));
  EXPECT_TRUE(SaysItHasAValue(Format::kTfdbg2, Detail::kFullTensor, DType::kString));
}

}  // namespace
}  // namespace tdbg::rpc
