#include "importers/native/packed_segment.h"

#include <cstring>
#include <filesystem>
#include <fstream>
#include <random>

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/scratch_directory.h"
#include "format/checksum.h"
#include "format/trace_sketch.h"
#include "importers/native/pack_run.h"
#include "importers/native/record_columns.h"
#include "importers/trace_reader.h"

namespace tdbg::importers::native {
namespace {

namespace fs = std::filesystem;
using format::TraceSketch;

constexpr uint32_t kDeadPid = 0x7fffffff;  // above any that Linux gives out

// Records of every kind and length, with any content, and their checksums.
std::vector<std::byte> AnyRecords(size_t count) {
  std::mt19937_64 random(7);
  std::vector<std::byte> memory(format::kHeaderBytes + count * 3000);
  format::SegmentWriter writer(memory.data(), count * 3000 / format::kGranuleBytes);
  for (size_t i = 0; i < count; ++i) {
    std::byte bytes[2048];
    for (std::byte& byte : bytes) byte = static_cast<std::byte>(random() % 4 == 0 ? random() : 3);
    const size_t size = random() % 8 == 0 ? 8 + random() % 2000 : 32 * (1 + random() % 8);
    switch (random() % 3) {
      case 0:
        writer.AppendBytes(format::RecordKind::kTensorEvent, static_cast<uint8_t>(random() % 3),
                           std::span(bytes).first(size));
        break;
      case 1:
        writer.AppendBytes(static_cast<format::RecordKind>(2 + random() % 20),
                           static_cast<uint8_t>(random()), std::span(bytes).first(size));
        break;
      default:
        writer.Append(format::ValueRecord{{}, 0, size, 1, 1, {}}, std::span(bytes).first(size));
    }
  }
  memory.resize(writer.offset_bytes());
  memory.erase(memory.begin(), memory.begin() + format::kHeaderBytes);
  return memory;
}

TEST(RecordColumnsTest, AnyRecordsComeBackAsTheyWere) {
  const std::vector<std::byte> records = AnyRecords(2000);
  const auto columns = SplitRecords(records);
  ASSERT_TRUE(columns.has_value());
  EXPECT_EQ(JoinRecords(*columns, records.size()), records);
  EXPECT_FALSE(JoinRecords(*columns, records.size() - 1).has_value()) << "more than was said";
}

TEST(RecordColumnsTest, DamagedRecordsAreNotTouched) {
  std::vector<std::byte> records = AnyRecords(100);
  records[records.size() / 2] ^= std::byte{1};
  EXPECT_FALSE(SplitRecords(records).has_value());
}

// A packed segment whose header says what the test wants, with the checksum right.
class ClaimTest : public testing::Test {
 protected:
  ClaimTest() {
    std::vector<uint64_t> memory((format::kHeaderBytes + 64) / sizeof(uint64_t));
    auto* const bytes = reinterpret_cast<std::byte*>(memory.data());
    const format::SegmentHeader header = format::MakeHeader({}, 2);
    std::memcpy(bytes, &header, sizeof header);
    format::SegmentWriter writer(bytes, 2);
    for (int i = 0; i < 2; ++i) writer.Append(format::StepRecord{});
    writer.Seal();
    packed_ = *PackSegment({bytes, memory.size() * sizeof(uint64_t)});
  }

  template <typename T>
  void Claim(size_t at, T value) {
    std::memcpy(packed_.data() + at, &value, sizeof value);
    const uint64_t checksum = format::Checksum64(packed_.data(), kChecksumAt);
    std::memcpy(packed_.data() + kChecksumAt, &checksum, sizeof checksum);
  }

  Status Unpack() const {
    return UnpackBytes({reinterpret_cast<const char*>(packed_.data()), packed_.size()}).status();
  }

  static constexpr size_t kRecordBytesAt = 80, kChecksumAt = 104, kColumnBytesAt = 112 + 8;
  static constexpr uint64_t kHuge = uint64_t{3} << 30;

  std::vector<std::byte> packed_;
};

TEST_F(ClaimTest, TakesNoMemoryForWhatIsNotThere) {
  ASSERT_TRUE(Unpack().ok());
  rusage before, after;
  getrusage(RUSAGE_SELF, &before);
  Claim(kRecordBytesAt, kHuge);
  EXPECT_EQ(Unpack().code(), StatusCode::kCorrupt);
  Claim(kColumnBytesAt, kHuge);
  EXPECT_EQ(Unpack().code(), StatusCode::kCorrupt);
  Claim(kRecordBytesAt, uint64_t{15} << 20);
  Claim(kColumnBytesAt, uint64_t{15} << 20);
  EXPECT_EQ(Unpack().code(), StatusCode::kCorrupt);
  getrusage(RUSAGE_SELF, &after);
  EXPECT_LT(after.ru_maxrss - before.ru_maxrss, 10'000) << "KiB";
}

class PackTest : public testing::Test {
 protected:
  // A run of 3000 events on two threads, some with values.
  void Write(uint32_t pid, bool finish) {
    TraceSketch sketch(directory_.path(), pid, 1024);
    run_ = sketch.directory();
    sketch.Process();
    const uint32_t op = sketch.Op(sketch.Graph("f"), "a", "Add");
    const uint32_t shape = sketch.Shape({2});
    const uint32_t call = sketch.Execution(format::ExecutionKind::kFunctionCall, 0, "f", 1);
    for (int i = 0; i < 3000; ++i) {
      format::TensorEvent event;
      event.time_ns = 1000 * i;
      event.op = op;
      event.execution = call;
      event.shape = shape;
      event.dtype = tensor::DType::kF32;
      event.detail = Detail::kFullHealth;
      event.checked = format::Checked::kClean;
      tensor::Health health;
      health.elements = health.positive = 2;
      health.min = health.max = health.mean = i;
      if (i % 100 == 0) {
        const float elements[2] = {static_cast<float>(i), 1};
        event.detail = Detail::kFullTensor;
        event.value = sketch.Value(tensor::DType::kF32, shape, std::as_bytes(std::span(elements)));
      }
      sketch.Event(event, &health, static_cast<uint32_t>(i % 2));
    }
    if (finish) sketch.Finish();
  }

  // Everything a reader can say of the trace, as one text.
  std::string Told() {
    auto reader = TraceReader::Open(directory_.path());
    EXPECT_TRUE(reader.ok() && (*reader)->Update({}).ok());
    const store::Run& run = *(*reader)->trace().runs[0];
    std::string text;
    for (const store::EventId event : run.events.ids()) {
      const auto digest = run.values->ReadDigest(event);
      text += std::to_string(run.events.time_ns[event]) + " " + std::to_string(*digest->min) + "\n";
      if (run.events.detail[event] != Detail::kFullTensor) continue;
      const auto value = run.values->ReadValue(event);
      EXPECT_TRUE(value.ok()) << value.status().message();
      float first = -1;
      if (value.ok()) std::memcpy(&first, value->view().data, sizeof first);
      text += std::to_string(first) + "\n";
    }
    for (const auto& loss : (*reader)->trace().losses.losses()) text += loss.name + "\n";
    return text;
  }

  std::vector<std::string> Files() {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(run_)) names.push_back(entry.path().filename());
    std::sort(names.begin(), names.end());
    return names;
  }

  PackedRun Pack() {
    const auto runs = PackTrace(directory_.path());
    EXPECT_TRUE(runs.ok());
    return runs.ok() && !runs->empty() ? runs->front() : PackedRun();
  }

  ScratchDirectory directory_;
  std::string run_;
};

TEST_F(PackTest, APackedTraceReadsAsBefore) {
  Write(4711, true);
  const std::string before = Told();
  EXPECT_EQ(std::count(before.begin(), before.end(), '\n'), 3030);
  const PackedRun packed = Pack();
  EXPECT_EQ(packed.events, 3000);
  EXPECT_TRUE(packed.left.empty());
  EXPECT_LT(packed.event_bytes_after, packed.event_bytes_before / 4);
  for (const std::string& name : Files()) EXPECT_TRUE(name.ends_with(".packed")) << name;
  EXPECT_EQ(Told(), before);
  const PackedRun again = Pack();
  EXPECT_EQ(again.segments, 0);
  EXPECT_EQ(again.bytes_after, packed.bytes_after);
  EXPECT_EQ(Told(), before);
}

TEST_F(PackTest, ARunThatMayStillGrowIsLeftAlone) {
  Write(static_cast<uint32_t>(getpid()), false);
  const auto files = Files();
  EXPECT_NE(Pack().alive, "");
  EXPECT_EQ(Files(), files);
}

TEST_F(PackTest, ARunWhoseProcessWasKilledIsPacked) {
  Write(kDeadPid, false);
  const std::string before = Told();
  EXPECT_EQ(Pack().alive, "");
  EXPECT_EQ(Told(), before);
}

// Wherever a packer dies: the unfinished file is there, the packed one beside the plain one, or
// only the packed one.
TEST_F(PackTest, DyingWhilePackingLosesNothing) {
  Write(4711, true);
  const std::string before = Told();
  const fs::path plain = fs::path(run_) / "events-0-0.tdbg";
  const fs::path copy = directory_.PathOf("copy");
  fs::copy(plain, copy);
  std::ofstream(plain.string() + ".packed.unfinished") << "half";
  EXPECT_EQ(Told(), before);
  Pack();
  fs::copy(copy, plain);
  EXPECT_EQ(Told(), before) << "both are there";
  Pack();
  EXPECT_FALSE(fs::exists(plain));
  EXPECT_EQ(Told(), before);
}

TEST_F(PackTest, ADamagedPackedSegmentIsALossAndNoMore) {
  Write(4711, true);
  Pack();
  const std::string path = run_ + "/events-1-0.tdbg.packed";
  const auto size = fs::file_size(path);
  for (const uint64_t at : {uint64_t{3}, uint64_t{90}, size / 2, size - 1}) {
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    file.seekg(static_cast<std::streamoff>(at));
    const int byte = file.get();
    file.seekp(static_cast<std::streamoff>(at));
    file.put(static_cast<char>(byte ^ 0x20));
    file.close();
    EXPECT_NE(Told().find("unreadable_segment"), std::string::npos) << at;
    std::fstream mended(path, std::ios::in | std::ios::out | std::ios::binary);
    mended.seekp(static_cast<std::streamoff>(at));
    mended.put(static_cast<char>(byte));
  }
  EXPECT_EQ(Told().find("unreadable_segment"), std::string::npos);
}

TEST_F(PackTest, ADamagedSegmentStaysAsItIs) {
  Write(4711, true);
  {
    std::fstream file(run_ + "/events-0-0.tdbg", std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(5000);
    file.put('!');
  }
  const std::string before = Told();
  EXPECT_NE(before.find("damaged_record"), std::string::npos);
  const PackedRun packed = Pack();
  ASSERT_EQ(packed.left.size(), 1u);
  EXPECT_EQ(packed.left[0], "events-0-0.tdbg: it is damaged");
  EXPECT_EQ(Told(), before);
}

TEST_F(PackTest, WhatIsNoTraceIsRefused) {
  EXPECT_EQ(PackTrace(directory_.path()).status().code(), StatusCode::kInvalidArgument);
  EXPECT_FALSE(PackTrace(directory_.PathOf("nowhere")).ok());
}

}  // namespace
}  // namespace tdbg::importers::native
