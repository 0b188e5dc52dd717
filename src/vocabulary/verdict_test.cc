#include "vocabulary/verdict.h"

#include <gtest/gtest.h>

namespace tdbg {
namespace {

TEST(Verdict, OnlyAnOriginOfAnOpOrOfInputIsABirth) {
  for (const Verdict verdict : {Verdict::kUnknown, Verdict::kOrigin, Verdict::kInherited,
                                Verdict::kMasked, Verdict::kHandled}) {
    for (const Source source :
         {Source::kUnknown, Source::kOp, Source::kInput, Source::kConstant, Source::kVariable}) {
      const bool birth =
          verdict == Verdict::kOrigin && (source == Source::kOp || source == Source::kInput);
      EXPECT_EQ(Judgement(verdict, source).IsBirth(), birth)
          << VerdictName(verdict) << " " << SourceName(source);
    }
  }
}

TEST(Verdict, NobodyHasJudgedAtFirst) {
  EXPECT_EQ(Judgement(), Judgement(Verdict::kUnknown, Source::kUnknown));
  EXPECT_STREQ(VerdictName(Verdict::kUnknown), "");
  EXPECT_STREQ(SourceName(Source::kUnknown), "");
}

TEST(Verdict, GraverComesFirst) {
  EXPECT_LT(Verdict::kOrigin, Verdict::kInherited);
  EXPECT_LT(Verdict::kInherited, Verdict::kMasked);
}

}  // namespace
}  // namespace tdbg
