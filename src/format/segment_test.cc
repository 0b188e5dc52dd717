// Writer and reader together: what is committed is read, in order, whatever happens around it.
#include <atomic>
#include <fstream>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "base/scratch_directory.h"
#include "format/mapped_segment.h"
#include "format/records.h"
#include "format/segment_reader.h"
#include "format/segment_writer.h"
#include "format/trace_layout.h"

namespace tdbg::format {
namespace {

constexpr SegmentIdentity kIdentity = {SegmentKind::kEvents, 4711, 123, 5, 6};

class SegmentTest : public testing::Test {
 protected:
  SegmentFile Create(uint64_t granules) {
    auto file = SegmentFile::Create(path_, kIdentity, granules);
    EXPECT_TRUE(file.ok()) << file.status().message();
    return file.ok() ? *std::move(file) : SegmentFile();
  }

  static bool AppendStep(SegmentWriter& writer, int64_t step) {
    return writer.Append(StepRecord{{}, 1, step, 2, 0});
  }

  static std::vector<int64_t> Steps(SegmentReader& reader) {
    std::vector<int64_t> steps;
    while (const auto record = reader.Next()) {
      if (record->kind != RecordKind::kStep) continue;
      steps.push_back(reinterpret_cast<const StepRecord*>(record->bytes.data())->step);
    }
    return steps;
  }

  void Flip(uint64_t offset) {
    std::fstream file(path_, std::ios::in | std::ios::out | std::ios::binary);
    file.seekg(static_cast<std::streamoff>(offset));
    const int byte = file.get();
    file.seekp(static_cast<std::streamoff>(offset));
    file.put(static_cast<char>(byte ^ 0x10));
  }

  ScratchDirectory directory_;
  std::string path_ = directory_.PathOf("segment");
};

TEST_F(SegmentTest, TheFileIsThereWholeBeforeAnythingIsWritten) {
  const SegmentFile file = Create(1000);
  struct stat info;
  ASSERT_EQ(stat(path_.c_str(), &info), 0);
  EXPECT_EQ(info.st_size, 4096 + 1000 * 32);
  EXPECT_GE(info.st_blocks * 512, info.st_size);
  EXPECT_EQ(info.st_mode & 0777, 0600u);
  const auto mapped = MappedSegment::Open(path_);
  ASSERT_TRUE(mapped.ok());
  const SegmentIdentity identity = IdentityOf(mapped->header());
  EXPECT_EQ(identity.kind, SegmentKind::kEvents);
  EXPECT_EQ(identity.pid, 4711u);
  EXPECT_EQ(identity.start_ns, 123);
  EXPECT_EQ(identity.thread, 5u);
  EXPECT_EQ(identity.sequence, 6u);
}

TEST_F(SegmentTest, AnExistingFileIsNotTouched) {
  directory_.Append("segment", "mine");
  EXPECT_FALSE(SegmentFile::Create(path_, kIdentity, 10).ok());
  std::string text;
  std::ifstream(path_) >> text;
  EXPECT_EQ(text, "mine");
}

TEST_F(SegmentTest, GrowsAndIsFollowed) {
  const SegmentFile file = Create(4);
  SegmentWriter writer(file);
  const auto mapped = MappedSegment::Open(path_);
  ASSERT_TRUE(mapped.ok());
  SegmentReader reader(mapped->bytes());
  EXPECT_FALSE(reader.Next().has_value());
  AppendStep(writer, 1);
  EXPECT_EQ(Steps(reader), std::vector<int64_t>{1});
  AppendStep(writer, 2);
  AppendStep(writer, 3);
  EXPECT_EQ(Steps(reader), (std::vector<int64_t>{2, 3}));
  EXPECT_FALSE(reader.finished());
  EXPECT_TRUE(AppendStep(writer, 4));
  EXPECT_FALSE(AppendStep(writer, 5)) << "it is full";
  writer.Seal();
  EXPECT_EQ(Steps(reader), std::vector<int64_t>{4});
  EXPECT_TRUE(reader.finished());
  EXPECT_EQ(reader.damage().count, 0u);
}

TEST_F(SegmentTest, WhatIsReservedAndNotCommittedIsNotThere) {
  const SegmentFile file = Create(10);
  SegmentWriter writer(file);
  AppendStep(writer, 1);
  std::byte* const record = writer.Reserve(2);
  ASSERT_NE(record, nullptr);
  std::memset(record + 8, 0xff, 56);
  SegmentReader reader({file.bytes(), kHeaderBytes + 320});
  EXPECT_EQ(Steps(reader), std::vector<int64_t>{1});
  AppendStep(writer, 2);
  EXPECT_EQ(Steps(reader), std::vector<int64_t>{2});
}

TEST_F(SegmentTest, LongRecordsOfAnySize) {
  const SegmentFile file = Create(400'000);
  SegmentWriter writer(file);
  const std::vector<std::byte> elements(10'000'000, std::byte{7});
  ValueRecord value = {};
  for (const size_t size : {size_t{0}, size_t{33}, elements.size()}) {
    value.size = size;
    const uint64_t offset = writer.offset_bytes();
    ASSERT_TRUE(writer.Append(value, std::span(elements).first(size)));
    const auto record = ReadRecord({file.bytes(), kHeaderBytes + 400'000 * kGranuleBytes}, offset);
    ASSERT_TRUE(record.has_value());
    EXPECT_EQ(record->bytes.size(), GranulesFor(sizeof value + size) * kGranuleBytes);
    EXPECT_EQ(reinterpret_cast<const ValueRecord*>(record->bytes.data())->size, size);
  }
  const std::vector<std::byte> text(3'000'000);
  EXPECT_FALSE(writer.Append(StringRecord{{}, 1, 3'000'000}, text)) << "not a long record";
}

TEST_F(SegmentTest, AFlippedBitCostsOneRecord) {
  SegmentFile file = Create(100);
  SegmentWriter writer(file);
  for (int64_t step = 0; step < 50; ++step) AppendStep(writer, step);
  writer.Seal();
  // In the payload, the checksum, the kind, and the length of different records.
  uint64_t at = kHeaderBytes + 3 * kGranuleBytes;
  for (const uint64_t inside : {20, 5, 0, 2}) {
    Flip(at + inside);
    at += 10 * kGranuleBytes;
  }
  const auto mapped = MappedSegment::Open(path_);
  SegmentReader reader(mapped->bytes());
  const std::vector<int64_t> steps = Steps(reader);
  EXPECT_EQ(steps.size(), 46u);
  EXPECT_EQ(steps[3], 4);
  EXPECT_EQ(steps.back(), 49);
  EXPECT_EQ(reader.damage().count, 4u);
  EXPECT_EQ(reader.damage().first_offset_bytes, kHeaderBytes + 3 * kGranuleBytes);
  EXPECT_TRUE(reader.finished());
}

TEST_F(SegmentTest, LostPagesAreCountedWhereTheSegmentIsSealed) {
  const SegmentFile file = Create(1000);
  SegmentWriter writer(file);
  for (int64_t step = 0; step < 500; ++step) AppendStep(writer, step);
  std::memset(file.bytes() + kHeaderBytes + 100 * kGranuleBytes, 0, 4096);
  SegmentReader open({file.bytes(), kHeaderBytes + 32'000});
  EXPECT_EQ(Steps(open).size(), 100u) << "zeros are the end of what is committed";
  writer.Seal();
  EXPECT_EQ(Steps(open).size(), 400u - 128u);
  EXPECT_EQ(open.damage().count, 1u);
}

TEST_F(SegmentTest, ATornTailIsWaitedFor) {
  const SegmentFile file = Create(10);
  SegmentWriter writer(file);
  AppendStep(writer, 1);
  std::byte* const second = file.bytes() + writer.offset_bytes();
  AppendStep(writer, 2);
  second[20] ^= std::byte{1};
  SegmentReader reader({file.bytes(), kHeaderBytes + 320});
  EXPECT_EQ(Steps(reader), std::vector<int64_t>{1});
  EXPECT_EQ(reader.damage().count, 1u);
  AppendStep(writer, 3);
  EXPECT_EQ(Steps(reader), std::vector<int64_t>{3});
  EXPECT_EQ(reader.damage().count, 1u);
}

TEST_F(SegmentTest, AFileCutShortIsReadAsFarAsItGoes) {
  {
    const SegmentFile file = Create(100);
    SegmentWriter writer(file);
    for (int64_t step = 0; step < 50; ++step) AppendStep(writer, step);
    writer.Seal();
  }
  ASSERT_EQ(truncate(path_.c_str(), 4096 + 10 * 32 + 7), 0);
  const auto mapped = MappedSegment::Open(path_);
  ASSERT_TRUE(mapped.ok());
  SegmentReader reader(mapped->bytes());
  EXPECT_EQ(Steps(reader).size(), 10u);
  ASSERT_EQ(truncate(path_.c_str(), 4095), 0);
  EXPECT_FALSE(MappedSegment::Open(path_).ok());
}

TEST_F(SegmentTest, AFileWithoutAHeaderIsNotBegun) {
  directory_.Append("segment", "");
  EXPECT_EQ(MappedSegment::Open(path_).status().code(), StatusCode::kNotFound);
  directory_.Append("segment", std::string(8192, '\0'));
  EXPECT_EQ(MappedSegment::Open(path_).status().code(), StatusCode::kNotFound);
  directory_.Remove("segment");
  directory_.Append("segment", "short");
  EXPECT_EQ(MappedSegment::Open(path_).status().code(), StatusCode::kCorrupt);
}

TEST_F(SegmentTest, HeadersOfOthersAreRefusedInWords) {
  SegmentHeader header = MakeHeader(kIdentity, 10);
  EXPECT_TRUE(CheckHeader(header).ok());
  header.capacity_granules = 11;
  EXPECT_EQ(CheckHeader(header).code(), StatusCode::kCorrupt);
  header = MakeHeader(kIdentity, 10);
  header.version = kContractVersion + 1;
  EXPECT_EQ(CheckHeader(header).code(), StatusCode::kUnsupported);
  header.magic[0] = 'T';
  EXPECT_EQ(CheckHeader(header).message(), "not a segment of a tdbg trace");
}

// Any bytes behind a sound header: the reader ends, and soon.
TEST_F(SegmentTest, GarbageIsNoTrap) {
  constexpr uint64_t kGranules = 1 << 15;
  std::vector<uint64_t> memory((kHeaderBytes + kGranules * kGranuleBytes) / 8);
  const SegmentHeader header = MakeHeader(kIdentity, kGranules);
  std::memcpy(memory.data(), &header, sizeof header);
  uint64_t random = 88172645463325252;
  for (size_t i = kHeaderBytes / 8; i < memory.size(); ++i) {
    random ^= random << 13;
    random ^= random >> 7;
    random ^= random << 17;
    memory[i] = random;
  }
  SegmentReader reader(std::as_bytes(std::span(memory)));
  EXPECT_TRUE(Steps(reader).empty());
  EXPECT_EQ(reader.damage().count, 1u);
}

// What TSan is for: one thread commits while another reads the same bytes.
TEST_F(SegmentTest, AReaderMayReadWhileTheWriterWrites) {
  constexpr int64_t kSteps = 50'000;
  const SegmentFile file = Create(kSteps);
  std::thread writing([&] {
    SegmentWriter writer(file);
    for (int64_t step = 0; step < kSteps; ++step) AppendStep(writer, step);
    writer.Seal();
  });
  SegmentReader reader({file.bytes(), kHeaderBytes + kSteps * kGranuleBytes});
  int64_t expected = 0;
  while (!reader.finished()) {
    for (const int64_t step : Steps(reader)) EXPECT_EQ(step, expected++);
  }
  writing.join();
  EXPECT_EQ(expected, kSteps);
  EXPECT_EQ(reader.damage().count, 0u);
}

TEST(TraceLayoutTest, NamesAreReadBack) {
  EXPECT_TRUE(IsRunDirectoryName(RunDirectoryName(4711, 1'794'761'818'000'000'000)));
  for (const char* other :
       {"run-", "run-1", "run-1-", "run--1", "run-a-1", "run_1-2", "run-1-2-3"}) {
    EXPECT_FALSE(IsRunDirectoryName(other)) << other;
  }
  EXPECT_EQ(SegmentFileName(SegmentKind::kValues, 3, 12), "values-3-12.tdbg");
  for (const SegmentKind kind : {SegmentKind::kMeta, SegmentKind::kEvents, SegmentKind::kValues}) {
    for (const bool packed : {false, true}) {
      const SegmentName name = {kind, 4'000'000'000, 7, packed};
      EXPECT_EQ(ParseSegmentFileName(SegmentFileName(name)), name);
    }
  }
  for (const char* other : {"meta.tdbg", "events-1-2", "events-01-2.tdbg", "events-1-2.tdbg.tmp",
                            "others-1-2.tdbg", "events-1-99999999999.tdbg", ".tdbg", "-.tdbg"}) {
    EXPECT_EQ(ParseSegmentFileName(other), std::nullopt) << other;
  }
}

}  // namespace
}  // namespace tdbg::format
