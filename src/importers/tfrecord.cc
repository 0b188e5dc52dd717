#include "importers/tfrecord.h"

#include <algorithm>

#include "base/bytes.h"
#include "base/crc32c.h"

namespace tdbg::importers {
namespace {

constexpr uint64_t kHeaderBytes = 12;  // length and its check
constexpr uint64_t kFooterBytes = 4;   // check of the data

}  // namespace

TfRecordReader::Next TfRecordReader::Advance() {
  record_ = next_;
  return ReadAt(next_);
}

// Data that fails its check does not make a place unfit: going on byte by byte behind such a header
// would check the same data again and again.
bool TfRecordReader::Resync() {
  const uint64_t damaged = next_;
  for (uint64_t at = damaged + 1; at + kHeaderBytes + kFooterBytes <= bytes_.size(); ++at) {
    at = BeforeNonZero(at);
    if (at + kHeaderBytes + kFooterBytes > bytes_.size()) break;
    const Next found = ReadAt(at);
    if (found == Next::kRecord || found == Next::kBadData) {
      next_ = at;
      return true;
    }
  }
  return false;
}

// Zeros are no header: the check of a length of 0 is not 0. A file may have gigabytes of them. The
// answer is the first place from `at` on whose header would not be all zeros.
uint64_t TfRecordReader::BeforeNonZero(uint64_t at) const {
  uint64_t next = at;
  constexpr uint64_t kWord = sizeof(uint64_t);
  while (next + kWord <= bytes_.size() && LoadLittleEndian<uint64_t>(bytes_.data() + next) == 0) {
    next += kWord;
  }
  return std::max(at, next < kHeaderBytes ? 0 : next - kHeaderBytes + 1);
}

TfRecordReader::Next TfRecordReader::ReadAt(uint64_t offset) {
  const uint64_t left = bytes_.size() - offset;
  if (left == 0) return Next::kEnd;
  if (left < kHeaderBytes) return Next::kTorn;
  const char* header = bytes_.data() + offset;
  if (MaskCrc(Crc32c({header, 8})) != LoadLittleEndian<uint32_t>(header + 8)) {
    return Next::kBadLength;
  }
  const uint64_t length = LoadLittleEndian<uint64_t>(header);
  if (left < kHeaderBytes + kFooterBytes || length > left - kHeaderBytes - kFooterBytes) {
    return Next::kTorn;
  }
  data_ = bytes_.substr(offset + kHeaderBytes, length);
  next_ = offset + kHeaderBytes + length + kFooterBytes;
  const uint32_t check = LoadLittleEndian<uint32_t>(data_.data() + length);
  return MaskCrc(Crc32c(data_)) == check ? Next::kRecord : Next::kBadData;
}

}  // namespace tdbg::importers
