// What TensorFlow wrote of each op into the graph file of a dump, beside its inputs.
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "fixture_path.h"
#include "session/session.h"

namespace tdbg::tests {
namespace {

// "key=text key=text", or why there is none.
std::string Attributes(const store::Run& run, std::string_view op) {
  const auto attributes =
      run.values->ReadAttributes(run.graphs.FindOp(store::GraphId(0), run.strings.Find(op)));
  if (!attributes.ok()) return attributes.status().message();
  std::string text;
  for (const auto& [key, value] : *attributes)
    text += (text.empty() ? "" : " ") + key + "=" + value;
  return text;
}

TEST(Tfdbg1Attributes, OfEveryKindThatTheFixtureHas) {
  const auto session = session::Session::Open(OwnFixture("tfdbg1_basic") / "dump", {});
  ASSERT_TRUE(session.ok());
  const store::Run& run = (*session)->runs().front().run();
  EXPECT_EQ(Attributes(run, "layer/shifted/y"),
            "_XlaHasReferenceVars=false dtype=float32 value=float32[2,2] [[1. 2.] [3. 4.]]");
  EXPECT_EQ(Attributes(run, "loop/Less/y"),
            "_XlaHasReferenceVars=false dtype=int32 value=int32[] 3");
  EXPECT_EQ(Attributes(run, "loop/Enter"),
            "T=int32 _XlaHasReferenceVars=false frame_name='loop/while_context' is_constant=false "
            "parallel_iterations=1");
  EXPECT_EQ(Attributes(run, "loop/Switch"),
            "T=int32 _XlaHasReferenceVars=false _class=['loc:@loop/Merge']");
  EXPECT_EQ(Attributes(run, "words"),
            "T=int32 _XlaHasReferenceVars=false fill='' precision=-1 scientific=false "
            "shortest=false width=-1");
  EXPECT_EQ(Attributes(run, "halves"),
            "DstT=float16 SrcT=float32 Truncate=false _XlaHasReferenceVars=false");
}

TEST(Tfdbg1Attributes, ALogdirRecordsNone) {
  const auto session = session::Session::Open(OwnFixture("mnist_nan") / "dump", {});
  ASSERT_TRUE(session.ok());
  const auto attributes = (*session)->runs().front().run().values->ReadAttributes(store::OpId(0));
  EXPECT_EQ(attributes.status().code(), StatusCode::kUnsupported);
}

}  // namespace
}  // namespace tdbg::tests
