#include "store/run.h"

#include <gtest/gtest.h>

namespace tdbg::store {
namespace {

TEST(Run, SpansWhatWasRecorded) {
  store::Run run(Format::kTfdbg2);
  run.ExtendTime(kNoTime);
  EXPECT_EQ(run.start_ns, kNoTime);
  for (const int64_t time : {50, 20, 70, -5}) run.ExtendTime(time);
  run.ExtendTime(kNoTime);
  EXPECT_EQ(run.start_ns, -5);
  EXPECT_EQ(run.end_ns, 70);
}

TEST(Run, KnowsEachDeviceAndHostOnce) {
  store::Run run(Format::kTfdbg2);
  const DeviceId cpu = run.InternDevice("CPU:0");
  EXPECT_EQ(run.InternDevice("CPU:0"), cpu);
  EXPECT_NE(run.InternDevice("CPU:1"), cpu);
  EXPECT_EQ(run.DeviceName(cpu), "CPU:0");
  EXPECT_EQ(run.DeviceName(DeviceId()), "");
  for (const char* host : {"a", "b", "a", ""}) run.AddHost(host);
  EXPECT_EQ(run.hosts, (std::vector<std::string>{"a", "b"}));
}

TEST(Run, DamagedSourceFilesKeepTheirPlaceButDoNotCount) {
  store::Run run(Format::kTfdbg2);
  run.sources.Append({run.strings.Intern("/a.py"), {}, 3});
  run.sources.Append({});
  EXPECT_EQ(run.NumSourceFiles(), 1u);
}

TEST(TensorEventTable, GivesRowsBack) {
  store::Run run(Format::kTfdbg2);
  TensorEvent event;
  event.time_ns = 5;
  event.slot = 2;
  event.detail = Detail::kShape;
  event.badness = Badness::kBad;
  event.payload = {7, 8, 9};
  run.events.Append(TensorEvent());
  const TensorEvent row = run.events.Row(run.events.Append(event));
  EXPECT_EQ(row.time_ns, 5);
  EXPECT_EQ(row.slot, 2);
  EXPECT_EQ(row.detail, Detail::kShape);
  EXPECT_EQ(row.badness, Badness::kBad);
  EXPECT_EQ(row.payload.offset, 7u);
  EXPECT_EQ(row.payload.size, 8u);
  EXPECT_EQ(row.payload.file, 9u);
}

}  // namespace
}  // namespace tdbg::store
