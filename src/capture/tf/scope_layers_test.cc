#include "capture/tf/scope_layers.h"

#include <gtest/gtest.h>

namespace tdbg::tf {
namespace {

TEST(ScopeLayers, TheInnermostScopeOfAnOp) {
  ScopeLayers layers;
  EXPECT_EQ(layers.Of("model/dense/MatMul"), 0u);
  layers.Add("model", 1);
  layers.Add("model/dense", 2);
  layers.Add("dense", 3);
  EXPECT_EQ(layers.Of("model/dense/MatMul"), 2u);
  EXPECT_EQ(layers.Of("model/Reshape"), 1u);
  EXPECT_EQ(layers.Of("dense/MatMul"), 3u);
  EXPECT_EQ(layers.Of("model/dense_1/MatMul"), 1u);
  EXPECT_EQ(layers.Of("MatMul"), 0u);
  EXPECT_EQ(layers.Of("/"), 0u);
}

TEST(ScopeLayers, OfWhatIsInlinedOrDifferentiated) {
  ScopeLayers layers;
  layers.Add("model/dense", 2);
  EXPECT_EQ(layers.Of("StatefulPartitionedCall/gradient_tape/model/dense/MatMul/MatMul_1"), 2u);
  EXPECT_EQ(layers.Of("supermodel/dense/MatMul"), 0u);
}

TEST(ScopeLayers, ALaterLayerOfTheSameScopeTakesItsPlace) {
  ScopeLayers layers;
  layers.Add("dense", 1);
  layers.Add("dense", 2);
  layers.Add("dense", 0);
  layers.Add("", 5);
  EXPECT_EQ(layers.Of("dense/MatMul"), 2u);
}

}  // namespace
}  // namespace tdbg::tf
