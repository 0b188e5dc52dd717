// Every file of a small trace, cut at every byte: all records are there, or a loss says that some
// are not; and never is there more than there was.
#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/scratch_directory.h"
#include "format/trace_sketch.h"
#include "importers/native/native_importer.h"
#include "importers/native/pack_run.h"

namespace tdbg::importers::native {
namespace {

using format::TraceSketch;

constexpr uint32_t kNobody = 40'000'000;  // no process has such a number

struct Counted {
  size_t events = 0;
  int64_t records = 0;
  size_t ops = 0;
  size_t values = 0;
  std::vector<store::Loss> losses;

  bool Has(std::string_view name) const {
    return std::ranges::any_of(losses, [&](const auto& loss) { return loss.name == name; });
  }
};

Counted Read(const std::string& path) {
  store::Trace trace;
  NativeImporter importer(path, "", trace);
  EXPECT_TRUE(importer.Update(nullptr).ok());
  Counted counted;
  counted.losses = trace.losses.losses();
  for (const auto& run : trace.runs) {
    counted.events += run->events.size();
    counted.records += run->records;
    counted.ops += run->graphs.num_ops();
    for (const store::EventId event : run->events.ids()) {
      counted.values += run->values->ReadValue(event).ok();
    }
  }
  return counted;
}

// Three files; `sealed`: the recording has come to its end.
std::string WriteTrace(const ScratchDirectory& directory, bool sealed) {
  TraceSketch sketch(directory.path(), kNobody, 40);
  sketch.Process();
  const uint32_t graph = sketch.Graph("f");
  const uint32_t op = sketch.Op(graph, "x", "Log", {"a", "b"});
  const uint32_t shape = sketch.Shape({2});
  const float elements[] = {1, 2};
  for (int64_t i = 0; i < 12; ++i) {
    format::TensorEvent event;
    event.time_ns = i;
    event.op = op;
    event.shape = shape;
    event.dtype = tensor::DType::kF32;
    event.detail = i < 3 ? Detail::kFullTensor : Detail::kCurtHealth;
    event.checked = format::Checked::kClean;
    if (i < 3) event.value = sketch.Value(event.dtype, shape, std::as_bytes(std::span(elements)));
    sketch.Event(event, nullptr);
  }
  if (sealed) sketch.Finish();
  return sketch.directory();
}

std::vector<std::string> FilesOf(const std::string& directory) {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(directory)) {
    files.push_back(entry.path().string());
  }
  return files;
}

std::string Contents(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// Cuts the file shorter and shorter, and puts it back.
void CutEverywhere(const std::string& trace, const std::string& file, const Counted& whole) {
  const std::string contents = Contents(file);
  for (size_t size = contents.size(); size-- > 0;) {
    ASSERT_EQ(truncate(file.c_str(), static_cast<off_t>(size)), 0);
    const Counted cut = Read(trace);
    SCOPED_TRACE(file + " cut to " + std::to_string(size) + " of " +
                 std::to_string(contents.size()));
    const bool all = cut.events == whole.events && cut.records == whole.records &&
                     cut.ops == whole.ops && cut.values == whole.values;
    ASSERT_TRUE(all || !cut.losses.empty());
    ASSERT_LE(cut.events, whole.events);
    ASSERT_LE(cut.records, whole.records);
    ASSERT_LE(cut.values, whole.values);
  }
  std::ofstream(file, std::ios::binary) << contents;
}

class SegmentCut : public testing::TestWithParam<bool> {
 protected:
  const ScratchDirectory directory_;
};

TEST_P(SegmentCut, AtEachByte) {
  const std::string run = WriteTrace(directory_, GetParam());
  const Counted whole = Read(directory_.path());
  EXPECT_EQ(whole.events, 12u);
  EXPECT_EQ(whole.values, 3u);
  EXPECT_TRUE(whole.losses.empty());
  const auto files = FilesOf(run);
  ASSERT_GE(files.size(), 3u);
  for (const std::string& file : files) CutEverywhere(directory_.path(), file, whole);
}

TEST_P(SegmentCut, AtEachByteOfPackedOnes) {
  const std::string run = WriteTrace(directory_, GetParam());
  ASSERT_TRUE(PackTrace(directory_.path()).ok());
  const Counted whole = Read(directory_.path());
  EXPECT_EQ(whole.events, 12u);
  EXPECT_EQ(whole.values, 3u);
  EXPECT_TRUE(whole.losses.empty());
  for (const std::string& file : FilesOf(run)) {
    ASSERT_TRUE(file.ends_with(".packed"));
    CutEverywhere(directory_.path(), file, whole);
  }
}

INSTANTIATE_TEST_SUITE_P(Ended, SegmentCut, testing::Bool());

class SegmentEnd : public testing::Test {
 protected:
  std::string Path(const char* file) const { return run_ + "/" + file; }

  const ScratchDirectory directory_;
  const std::string run_ = WriteTrace(directory_, true);
};

TEST_F(SegmentEnd, ACutTellsHowManyRecordsAreGone) {
  ASSERT_EQ(truncate(Path("events-0-0.tdbg").c_str(), format::kHeaderBytes + 32), 0);
  const Counted cut = Read(directory_.path());
  ASSERT_TRUE(cut.Has("cut_segment"));
  EXPECT_EQ(cut.losses[0].offset, static_cast<int64_t>(format::kHeaderBytes + 32));
  EXPECT_GT(cut.losses[0].count, 5);
  EXPECT_NE(cut.losses[0].text.find(" and 0 of 12 records"), std::string::npos)
      << cut.losses[0].text;
}

TEST_F(SegmentEnd, ACutValueIsALossBeforeAnybodyAsksForIt) {
  ASSERT_EQ(truncate(Path("values-0-0.tdbg").c_str(), format::kHeaderBytes), 0);
  EXPECT_TRUE(Read(directory_.path()).Has("cut_segment"));
}

TEST_F(SegmentEnd, ACountThatIsNotRightIsALoss) {
  const int fd = open(Path("events-0-0.tdbg").c_str(), O_RDWR);
  const uint64_t more = 100;
  ASSERT_EQ(pwrite(fd, &more, sizeof more, format::kRecordCountOffset), 8);
  close(fd);
  EXPECT_TRUE(Read(directory_.path()).Has("miscounted_segment"));
}

// As recorders before the count wrote it.
TEST_F(SegmentEnd, ASegmentWithoutACountIsAsGood) {
  for (const std::string& file : FilesOf(run_)) {
    const int fd = open(file.c_str(), O_RDWR);
    const uint64_t none = 0;
    ASSERT_EQ(pwrite(fd, &none, sizeof none, format::kRecordCountOffset), 8);
    close(fd);
  }
  const Counted read = Read(directory_.path());
  EXPECT_EQ(read.events, 12u);
  EXPECT_TRUE(read.losses.empty());
  ASSERT_EQ(truncate(Path("events-0-0.tdbg").c_str(), format::kHeaderBytes + 32), 0);
  EXPECT_TRUE(Read(directory_.path()).Has("cut_segment"));
}

// A recorder gives back the end of a sealed segment that it never used.
TEST_F(SegmentEnd, WhatWasNeverUsedIsNotMissed) {
  const std::string path = Path("values-0-0.tdbg");
  const std::string contents = Contents(path);
  format::SegmentHeader header;
  std::memcpy(&header, contents.data(), sizeof header);
  ASSERT_NE(header.sealed, 0u);
  ASSERT_LT(format::StatedBytes(header), contents.size());
  ASSERT_EQ(truncate(path.c_str(), static_cast<off_t>(format::StatedBytes(header))), 0);
  EXPECT_TRUE(Read(directory_.path()).losses.empty());
}

TEST_F(SegmentEnd, ACutSegmentIsNotPacked) {
  ASSERT_EQ(truncate(Path("events-0-0.tdbg").c_str(), format::kHeaderBytes + 32), 0);
  const auto packed = PackTrace(directory_.path());
  ASSERT_TRUE(packed.ok());
  ASSERT_EQ(packed->front().left.size(), 1u);
  EXPECT_TRUE(Read(directory_.path()).Has("cut_segment"));
}

// Cut, copied over and deleted while somebody follows.
TEST_F(SegmentEnd, AFollowerSurvivesWhateverIsDoneToTheFiles) {
  KeepMappingsReadable();
  store::Trace trace;
  NativeImporter importer(directory_.path(), "", trace);
  ASSERT_TRUE(importer.Update(nullptr).ok());
  const auto has = [&](std::string_view name) {
    return std::ranges::any_of(trace.losses.losses(),
                               [&](const auto& loss) { return loss.name == name; });
  };
  const store::Run& run = *trace.runs[0];
  const auto ask = [&] {
    for (const store::EventId event : run.events.ids()) {
      static_cast<void>(run.values->ReadDigest(event).ok());
      static_cast<void>(run.values->ReadValue(event).ok());
    }
  };
  for (const std::string& file : FilesOf(run_)) ASSERT_EQ(truncate(file.c_str(), 0), 0);
  ask();
  ASSERT_TRUE(importer.Update(nullptr).ok());
  EXPECT_TRUE(has("changed_file"));
  EXPECT_EQ(run.events.size(), 12u);
  for (const std::string& file : FilesOf(run_)) {
    std::ofstream(file, std::ios::binary) << std::string(1 << 16, '\x5a');
  }
  ask();
  ASSERT_TRUE(importer.Update(nullptr).ok());
  EXPECT_TRUE(has("changed_file"));
  for (const std::string& file : FilesOf(run_)) unlink(file.c_str());
  ask();
  ASSERT_TRUE(importer.Update(nullptr).ok());
  EXPECT_EQ(run.events.size(), 12u);
}

}  // namespace
}  // namespace tdbg::importers::native
