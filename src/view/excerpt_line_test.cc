#include "view/excerpt_line.h"

#include <gtest/gtest.h>

namespace tdbg::view {
namespace {

const std::string kLong =
    "loss = tf.reduce_mean(tf.square(labels - logits)) + weight * tf.math.log(p)";

std::optional<query::LinePart> Part(const std::string& text) {
  const size_t at = kLong.find(text);
  return query::LinePart{at, at + text.size()};
}

// The text that the mark stands under.
std::string Marked(const ExcerptLine& line) {
  return std::string(line.mark_at, ' ') + std::string(line.mark_columns, '^');
}

TEST(ExcerptLine, IsWholeWhereThereIsRoom) {
  EXPECT_EQ(CutLine("x = 1", 5), "x = 1");
  EXPECT_EQ(CutAround(kLong, 100, Part("tf.math.log(p)")).text, kLong);
  EXPECT_EQ(CutAround(kLong, 100, {}).mark_columns, 0u);
}

TEST(ExcerptLine, IsCutAtItsEnd) {
  EXPECT_EQ(CutLine("x = 12345", 6), "x = 1…");
  EXPECT_EQ(CutLine("größe = 1", 4), "grö…");
  EXPECT_EQ(CutAround(kLong, 20, {}).text, "loss = tf.reduce_me…");
}

TEST(ExcerptLine, ShowsThePartAndMarksIt) {
  const ExcerptLine end = CutAround(kLong, 30, Part("tf.math.log(p)"));
  EXPECT_EQ(end.text, "…s)) + weight * tf.math.log(p)");
  EXPECT_EQ(Marked(end), "                ^^^^^^^^^^^^^^");
  const ExcerptLine middle = CutAround(kLong, 24, Part("square("));
  EXPECT_EQ(middle.text, "…mean(tf.square(labels …");
  EXPECT_EQ(Marked(middle), "         ^^^^^^^");
  const ExcerptLine begin =
      CutAround(kLong, 40, Part("tf.reduce_mean(tf.square(labels - logits))"));
  EXPECT_EQ(Marked(begin).size(), 40u);
}

TEST(ExcerptLine, CountsColumnsAndNotBytes) {
  const ExcerptLine line = CutAround("größe = log(x)", 80, query::LinePart{10, 16});
  EXPECT_EQ(Marked(line), "        ^^^^^^");
}

TEST(ExcerptLine, IgnoresAPartThatIsNotInIt) {
  EXPECT_EQ(CutAround("x = 1", 80, query::LinePart{3, 90}).mark_columns, 0u);
}

}  // namespace
}  // namespace tdbg::view
