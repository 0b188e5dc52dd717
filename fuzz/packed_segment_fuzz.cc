// A packed segment with any fields, checksums right again, and any columns: it is refused or
// unpacks to what its records are, and never takes more memory than a file of its size may.
//
// The first byte chooses: edits of a sound file, or columns to be joined.
#include <algorithm>
#include <cstring>
#include <vector>

#include "base/bytes.h"
#include "format/checksum.h"
#include "format/segment_reader.h"
#include "fuzz/expectations.h"
#include "fuzz/native_edits.h"
#include "importers/native/packed_segment.h"
#include "importers/native/record_columns.h"

namespace tdbg::fuzz {
namespace {

using importers::native::Columns;

constexpr size_t kHeaderBytes = 112;
constexpr size_t kSegmentHeaderAt = 16;

const std::vector<std::vector<std::byte>>& SoundFiles() {
  static const auto files = [] {
    std::vector<std::vector<std::byte>> packed;
    for (SegmentImage segment : SoundRun()) {
      auto one = importers::native::PackSegment({segment.bytes(), segment.size()});
      TDBG_CHECK(one.ok());
      packed.push_back(*std::move(one));
    }
    return packed;
  }();
  return files;
}

template <typename T>
void Put(std::vector<std::byte>& bytes, size_t at, T value) {
  if (at + sizeof value <= bytes.size()) std::memcpy(bytes.data() + at, &value, sizeof value);
}

// Each edit: 2 bytes where, 1 byte how, 1 byte what.
std::vector<std::byte> EditedFile(std::string_view input) {
  const auto which = static_cast<uint8_t>(input[0]) / 2 % SoundFiles().size();
  std::vector<std::byte> file = SoundFiles()[which];
  for (input.remove_prefix(1); input.size() >= 4; input.remove_prefix(4)) {
    const size_t place = LoadLittleEndian<uint16_t>(input.data());
    const auto what = static_cast<uint8_t>(input[3]);
    // Half of the edits are of the two headers.
    const size_t at = (place & 1) != 0 ? place % (kHeaderBytes + 24) : place % file.size();
    switch (static_cast<uint8_t>(input[2]) % 5) {
      case 0:
        Put(file, at, what);
        break;
      case 1:
        Put(file, at & ~size_t{7}, uint64_t{1} << (what % 64));
        break;
      case 2:
        Put(file, at & ~size_t{7}, uint64_t{what} * 32);
        break;
      case 3:
        Put(file, at & ~size_t{3}, uint32_t{what});
        break;
      case 4:
        file.resize(std::max<size_t>(at, 1));
        break;
    }
  }
  if (file.size() < kHeaderBytes) return file;
  format::SegmentHeader segment;
  std::memcpy(&segment, file.data() + kSegmentHeaderAt, sizeof segment);
  segment.checksum = format::Checksum64(&segment, offsetof(format::SegmentHeader, checksum));
  Put(file, kSegmentHeaderAt, segment);
  Put(file, kHeaderBytes - 8, format::Checksum64(file.data(), kHeaderBytes - 8));
  return file;
}

void Unpack(std::string_view input) {
  const std::vector<std::byte> file = EditedFile(input);
  const auto unpacked =
      importers::native::UnpackBytes({reinterpret_cast<const char*>(file.data()), file.size()});
  if (!unpacked.ok()) return ExpectOneLine(unpacked.status());
  TDBG_CHECK((*unpacked)->bytes().size() <= (size_t{65} << 20));
  format::SegmentReader reader((*unpacked)->bytes());
  while (reader.Next()) {
  }
}

// {1 byte column, 1 byte length, bytes} …
void Join(std::string_view input) {
  Columns columns(importers::native::SplitRecords({})->size());
  for (input.remove_prefix(1); input.size() >= 2;) {
    auto& column = columns[static_cast<uint8_t>(input[0]) % columns.size()];
    const std::string_view bytes = input.substr(2, static_cast<uint8_t>(input[1]));
    column.insert(column.end(), bytes.begin(), bytes.end());
    input.remove_prefix(std::min(input.size(), 2 + bytes.size()));
  }
  constexpr uint64_t kMost = 1 << 20;
  const auto joined = importers::native::JoinRecords(columns, kMost);
  if (!joined) return;
  TDBG_CHECK(joined->size() <= kMost);
  std::span<const std::byte> rest(*joined);
  while (!rest.empty()) {
    const auto record = format::SoundRecord(rest);
    if (record.empty()) break;  // of kind 0, or one that states another length
    rest = rest.subspan(record.size());
  }
}

}  // namespace
}  // namespace tdbg::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view input = tdbg::fuzz::AsText(data, size);
  if (input.empty()) return 0;
  (input[0] & 1) != 0 ? tdbg::fuzz::Join(input) : tdbg::fuzz::Unpack(input);
  return 0;
}
