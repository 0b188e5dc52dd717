#include "importers/tfrecord.h"

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

bool TfRecordReader::Resync() {
  for (uint64_t at = next_ + 1; at + kHeaderBytes + kFooterBytes <= bytes_.size(); ++at) {
    const uint64_t before = next_;
    if (ReadAt(at) == Next::kRecord) {
      next_ = at;
      return true;
    }
    next_ = before;
  }
  return false;
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
