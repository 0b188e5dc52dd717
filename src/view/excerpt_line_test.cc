#include "view/excerpt_line.h"

#include <gtest/gtest.h>

namespace tdbg::view {
namespace {

const char* const kLong =
    "loss = tf.reduce_mean(tf.square(labels - logits)) + weight * tf.math.log(p)";

TEST(ExcerptLine, IsWholeWhereThereIsRoom) {
  EXPECT_EQ(CutLine("x = 1", 5), "x = 1");
  EXPECT_EQ(CutAround(kLong, 100, {"log("}), kLong);
}

TEST(ExcerptLine, IsCutAtItsEnd) {
  EXPECT_EQ(CutLine("x = 12345", 6), "x = 1…");
  EXPECT_EQ(CutLine("größe = 1", 4), "grö…");
  EXPECT_EQ(CutAround(kLong, 20, {"sqrt("}), "loss = tf.reduce_me…");
  EXPECT_EQ(CutAround(kLong, 40, {"reduce_mean("}), "loss = tf.reduce_mean(tf.square(labels …");
}

TEST(ExcerptLine, ShowsTheCall) {
  EXPECT_EQ(CutAround(kLong, 30, {"log("}), "…s)) + weight * tf.math.log(p)");
  EXPECT_EQ(CutAround(kLong, 24, {"square("}), "…mean(tf.square(labels …");
}

TEST(ExcerptLine, TakesTheLikeliestSpelling) {
  EXPECT_EQ(CutAround(kLong, 24, {" * ", "multiply("}), "…+ weight * tf.math.log…");
}

}  // namespace
}  // namespace tdbg::view
