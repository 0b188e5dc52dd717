// Any bytes as a TFRecord file: the walk moves forward, stays inside, ends, and can be taken up
// again.
#include <cstring>
#include <vector>

#include "base/bytes.h"
#include "base/crc32c.h"
#include "fuzz/expectations.h"
#include "importers/tfrecord.h"

namespace tdbg::fuzz {
namespace {

using importers::TfRecordReader;
using Next = TfRecordReader::Next;

struct Walk {
  std::vector<uint64_t> records;  // where each frame that could be followed begins
  uint64_t end = 0;               // where a later reader would go on
  bool lost_framing = false;
};

Walk WalkThrough(std::string_view bytes, uint64_t offset) {
  Walk walk;
  TfRecordReader reader(bytes, offset);
  while (true) {
    const uint64_t before = reader.next_offset();
    const Next next = reader.Advance();
    TDBG_CHECK(reader.record_offset() == before);
    if (next == Next::kRecord || next == Next::kBadData) {
      TDBG_CHECK(reader.next_offset() == before + 16 + reader.data().size());
      TDBG_CHECK(reader.next_offset() <= bytes.size());
      TDBG_CHECK(reader.data().data() == bytes.data() + before + 12);
      const auto check =
          LoadLittleEndian<uint32_t>(bytes.data() + reader.next_offset() - sizeof(uint32_t));
      TDBG_CHECK((check == MaskCrc(Crc32cByTable(reader.data()))) == (next == Next::kRecord));
      walk.records.push_back(before);
      continue;
    }
    TDBG_CHECK(reader.next_offset() == before);
    if (next != Next::kBadLength) {
      TDBG_CHECK((next == Next::kEnd) == (before == bytes.size()));
      break;
    }
    walk.lost_framing = true;
    if (!reader.Resync()) {
      TDBG_CHECK(reader.next_offset() == before);
      break;
    }
    TDBG_CHECK(reader.next_offset() > before);
  }
  walk.end = reader.next_offset();
  return walk;
}

// A file read while it grows yields the records of the finished one.
void ExpectSameWhenGrowing(std::string_view bytes, const Walk& whole) {
  const Walk first = WalkThrough(bytes.substr(0, bytes.size() / 2), 0);
  if (first.lost_framing) return;
  Walk both = WalkThrough(bytes, first.end);
  both.records.insert(both.records.begin(), first.records.begin(), first.records.end());
  TDBG_CHECK(both.records == whole.records && both.end == whole.end);
}

// Makes every frame sound, as far as lengths that fit lead from one to the next.
void SealFrames(uint8_t* data, size_t size) {
  const char* const bytes = reinterpret_cast<const char*>(data);
  const auto seal = [&](size_t first, size_t length) {
    const uint32_t check = MaskCrc(Crc32cByTable({bytes + first, length}));
    std::memcpy(data + first + length, &check, sizeof(check));
  };
  for (size_t at = 0; size - at >= 16;) {
    seal(at, sizeof(uint64_t));
    const uint64_t length = LoadLittleEndian<uint64_t>(bytes + at);
    if (length > size - at - 16) return;
    seal(at + 12, length);
    at += 16 + length;
  }
}

}  // namespace
}  // namespace tdbg::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes = tdbg::fuzz::AsText(data, size);
  tdbg::fuzz::ExpectSameWhenGrowing(bytes, tdbg::fuzz::WalkThrough(bytes, 0));
  return 0;
}

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t most);

// Chance never finds a checksum: half of the mutants get theirs put right.
extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t most,
                                          unsigned int seed) {
  size = LLVMFuzzerMutate(data, size, most);
  if (seed % 2 == 0) tdbg::fuzz::SealFrames(data, size);
  return size;
}
