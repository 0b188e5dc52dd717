#include "importers/tfdbg1/dump_layout.h"

#include <gtest/gtest.h>

namespace tdbg::importers::tfdbg1 {
namespace {

std::vector<DirectoryEntry> Directories(const std::vector<std::string>& names) {
  std::vector<DirectoryEntry> entries;
  for (const std::string& name : names) entries.push_back({name, true});
  return entries;
}

TEST(DumpLayout, RecognisesRoots) {
  EXPECT_TRUE(LooksLikeTfdbg1(Directories({"other", "_tfdbg_device_,job_a"})));
  EXPECT_TRUE(IsDumpRoot({{"_tfdbg_fetches_info_"}}));
  EXPECT_TRUE(IsSessionRoot(Directories({"run_1794729974728839_0"})));
  EXPECT_FALSE(IsSessionRoot({{"run_1794729974728839_0"}}));  // a file of that name
  EXPECT_FALSE(LooksLikeTfdbg1(
      Directories({"run_1794729974728839", "run_x_0", "run_12_0", "runs", "run__"})));
  EXPECT_FALSE(LooksLikeTfdbg1({}));
}

TEST(DumpLayout, ReadsFileNames) {
  const auto metadata =
      ParseMetadataName("_tfdbg_core_metadata_sessionrun00000000000012_1794729974698132");
  ASSERT_TRUE(metadata);
  EXPECT_EQ(metadata->session_run_index, 12);
  EXPECT_EQ(metadata->time_us, 1794729974698132);
  EXPECT_EQ(ParseMetadataName("_tfdbg_core_metadata_sessionrun00000000000000_5")->session_run_index,
            0);
  EXPECT_FALSE(ParseMetadataName("_tfdbg_core_metadata_sessionrun0000000000001x_5"));
  EXPECT_FALSE(ParseMetadataName("_tfdbg_core_metadata_sessionrun00000000000001"));
  EXPECT_EQ(ParseGraphTime("_tfdbg_graph_hash1644748369021124383_1794729974694089"),
            1794729974694089);
  EXPECT_FALSE(ParseGraphTime("_tfdbg_graph_hash1644748369021124383"));
  EXPECT_FALSE(ParseGraphTime("graph_5"));
}

TEST(DumpLayout, MangledDevices) {
  const std::string cpu = "/job:localhost/replica:0/task:0/device:CPU:0";
  EXPECT_EQ(MangleDevice(cpu), "_tfdbg_device_,job_localhost,replica_0,task_0,device_CPU_0");
  EXPECT_EQ(UnmangleDevice(MangleDevice(cpu)), cpu);
  EXPECT_EQ(UnmangleDevice("_tfdbg_device_,job_a,cpu_0"), "/job:a/cpu:0");
  EXPECT_EQ(UnmangleDevice("_tfdbg_device_"), "");
}

TEST(ResolveNodePath, FollowsTheFileSystem) {
  EXPECT_EQ(ResolveNodePath("dev", "b"), "dev/b");
  EXPECT_EQ(ResolveNodePath("dev", "a/b"), "dev/a/b");
  EXPECT_EQ(ResolveNodePath("dev", "x//y"), "dev/x/y");
  EXPECT_EQ(ResolveNodePath("dev", "scope/"), "dev/scope/");
  EXPECT_EQ(ResolveNodePath("dev", "q/../r"), "dev/r");
  EXPECT_EQ(ResolveNodePath("dev", "q/../../z"), "z");
  EXPECT_EQ(ResolveNodePath("dev", "../other/z"), "other/z");
  EXPECT_EQ(ResolveNodePath("dev", "../../z"), std::nullopt);
  EXPECT_EQ(ResolveNodePath("dev", "q/.."), "dev/q/..");  // only a leaf, not a step up
}

}  // namespace
}  // namespace tdbg::importers::tfdbg1
