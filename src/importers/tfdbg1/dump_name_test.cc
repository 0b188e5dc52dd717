#include "importers/tfdbg1/dump_name.h"

#include <gtest/gtest.h>

namespace tdbg::importers::tfdbg1 {
namespace {

TEST(ParseDumpName, ReadsFromTheRight) {
  const auto name = ParseDumpName("a_0_DebugIdentity_123_2_DebugNanCount_1794729974698482");
  ASSERT_TRUE(name);
  EXPECT_EQ(name->leaf, "a_0_DebugIdentity_123");
  EXPECT_EQ(name->slot, 2);
  EXPECT_EQ(name->debug_op, "DebugNanCount");
  EXPECT_EQ(name->time_us, 1794729974698482);
  EXPECT_EQ(name->suffix, 0);
  EXPECT_EQ(name->io, Io::kNone);
}

TEST(ParseDumpName, TakesTheNumberOfFilesThatShareAMicrosecond) {
  const auto name = ParseDumpName("while-x_0_DebugIdentity_17-12");
  ASSERT_TRUE(name);
  EXPECT_EQ(name->leaf, "while-x");
  EXPECT_EQ(name->time_us, 17);
  EXPECT_EQ(name->suffix, 12);
}

TEST(ParseDumpName, TakesOddLeaves) {
  EXPECT_EQ(ParseDumpName("_arg_p_0_0_0_DebugIdentity_5")->leaf, "_arg_p_0_0");
  EXPECT_EQ(ParseDumpName("with>gt.x-y_0_DebugIdentity_5")->leaf, "with>gt.x-y");
  EXPECT_EQ(ParseDumpName("_0_DebugIdentity_5")->leaf, "");  // of a node called "scope/"
}

TEST(ParseDumpName, RefusesWhatNoWriterWrites) {
  for (const char* name : {
           "", "a", "a_0_DebugIdentity", "0_DebugIdentity_5", "a_0_DebugIdentity_", "a_0__5",
           "a_x_DebugIdentity_5", "a_-1_DebugIdentity_5", "a_00_DebugIdentity_5",
           "a_0_DebugIdentity_05", "a_0_DebugIdentity_5-", "a_0_DebugIdentity_5-0",
           "a_0_DebugIdentity_5-1-2", "a_0_Debug Identity_5", "a_0_DebugIdentity_5.tmp",
           "a_0_DebugIdentity_9999999999999999999", "a_99999999999_DebugIdentity_5",
           "a_0_DebugIdentity_9223372036854775807",  // more microseconds than we have nanoseconds
       }) {
    EXPECT_FALSE(ParseDumpName(name)) << name;
  }
}

TEST(ParseIoDumpName, TellsInputsFromOutputs) {
  const auto input = ParseIoDumpName("sc-b:in:1_1794761884728729");
  ASSERT_TRUE(input);
  EXPECT_EQ(input->leaf, "sc-b");
  EXPECT_EQ(input->io, Io::kInput);
  EXPECT_EQ(input->slot, 1);
  EXPECT_EQ(input->time_us, 1794761884728729);
  EXPECT_EQ(input->debug_op, "DebugIdentityV3");
  const auto output = ParseIoDumpName("b_0:out:0_5-3");
  ASSERT_TRUE(output);
  EXPECT_EQ(output->leaf, "b_0");
  EXPECT_EQ(output->io, Io::kOutput);
  EXPECT_EQ(output->suffix, 3);
}

TEST(ParseIoDumpName, RefusesOtherNames) {
  for (const char* name :
       {"", "b:in:0", "b:both:0_5", "b:in:x_5", "in:0_5", "b_0_DebugIdentity_5"}) {
    EXPECT_FALSE(ParseIoDumpName(name)) << name;
  }
}

}  // namespace
}  // namespace tdbg::importers::tfdbg1
