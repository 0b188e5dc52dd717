#include "exporters/native/segment_stream.h"

#include <vector>

#include <gtest/gtest.h>

#include "base/scratch_directory.h"
#include "format/mapped_segment.h"
#include "format/segment_reader.h"
#include "format/trace_layout.h"

namespace tdbg::exporters::native {
namespace {

constexpr format::SegmentIdentity kIdentity = {
    .kind = format::SegmentKind::kValues, .pid = 7, .start_ns = 9, .thread = 3, .sequence = 0};

std::vector<std::byte> Bytes(size_t size, int value) {
  return std::vector<std::byte>(size, static_cast<std::byte>(value));
}

format::ValueRecord ValueOf(const std::vector<std::byte>& bytes) {
  format::ValueRecord record = {};
  record.size = bytes.size();
  return record;
}

TEST(SegmentStream, GoesOnInTheNextFileAndFindsEverythingAgain) {
  ScratchDirectory directory;
  std::vector<format::ValueRef> places;
  {
    SegmentStream stream(directory.path(), kIdentity);
    for (int i = 0; i < 5; ++i) {
      const auto bytes = Bytes(30'000, i);
      stream.Append(ValueOf(bytes), bytes);
      places.push_back(stream.last());
    }
    stream.Seal();
    ASSERT_TRUE(stream.status().ok()) << stream.status().message();
  }
  EXPECT_EQ(places.front().sequence, 0u);
  EXPECT_GT(places.back().sequence, 0u);
  for (int i = 0; i < 5; ++i) {
    const format::ValueRef& place = places[static_cast<size_t>(i)];
    const auto segment = format::MappedSegment::Open(directory.PathOf(
        format::SegmentFileName(format::SegmentKind::kValues, place.thread, place.sequence)));
    ASSERT_TRUE(segment.ok());
    const auto record = format::ReadRecord(segment->bytes(), place.offset_bytes);
    ASSERT_TRUE(record);
    EXPECT_EQ(record->bytes[sizeof(format::ValueRecord)], static_cast<std::byte>(i));
    format::SegmentReader reader(segment->bytes());
    while (reader.Next()) {
    }
    EXPECT_TRUE(reader.finished());
  }
}

TEST(SegmentStream, ARecordLargerThanASegmentGetsOneOfItsOwn) {
  ScratchDirectory directory;
  SegmentStream stream(directory.path(), kIdentity);
  const auto bytes = Bytes(20 << 20, 1);
  stream.Append(ValueOf(bytes), bytes);
  EXPECT_TRUE(stream.status().ok());
}

TEST(SegmentStream, WhatTheSystemRefusesIsRemembered) {
  ScratchDirectory directory;
  SegmentStream stream(directory.PathOf("absent"), kIdentity);
  stream.Append(format::EndOfRunRecord{});
  EXPECT_FALSE(stream.status().ok());
  EXPECT_NE(stream.status().message().find("absent"), std::string::npos);
}

}  // namespace
}  // namespace tdbg::exporters::native
