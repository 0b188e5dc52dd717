#include "format/segment_header.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "format/checksum.h"

namespace tdbg::format {
namespace {

constexpr char kMagic[8] = {'t', 'd', 'b', 'g', 's', 'e', 'g', '\n'};

uint64_t HeaderChecksum(const SegmentHeader& header) {
  return Checksum64(&header, offsetof(SegmentHeader, checksum));
}

}  // namespace

SegmentHeader MakeHeader(const SegmentIdentity& identity, uint64_t capacity_granules) {
  SegmentHeader header = {};
  std::memcpy(header.magic, kMagic, sizeof kMagic);
  header.version = kContractVersion;
  header.kind = static_cast<uint8_t>(identity.kind);
  header.pid = identity.pid;
  header.thread = identity.thread;
  header.start_ns = identity.start_ns;
  header.sequence = identity.sequence;
  header.capacity_granules = capacity_granules;
  header.checksum = HeaderChecksum(header);
  return header;
}

Status CheckHeader(const SegmentHeader& header) {
  if (std::memcmp(header.magic, kMagic, sizeof kMagic) != 0) {
    return Corrupt("not a segment of a tdbg trace");
  }
  if (header.version > kContractVersion) {
    return Unsupported("written by a newer tdbg (format " + std::to_string(header.version) +
                       "; this one reads up to " + std::to_string(kContractVersion) + ")");
  }
  if (header.checksum != HeaderChecksum(header)) return Corrupt("the header is damaged");
  if (header.kind < static_cast<uint8_t>(SegmentKind::kMeta) ||
      header.kind > static_cast<uint8_t>(SegmentKind::kValues)) {
    return Corrupt("a segment of unknown kind " + std::to_string(header.kind));
  }
  return Status::Ok();
}

uint64_t StatedBytes(const SegmentHeader& header) {
  const uint64_t granules = header.sealed == 0 ? header.capacity_granules : header.sealed - 1;
  constexpr uint64_t kMost = UINT64_MAX / kGranuleBytes - kHeaderBytes;
  return kHeaderBytes + std::min(granules, kMost) * kGranuleBytes;
}

SegmentIdentity IdentityOf(const SegmentHeader& header) {
  return {static_cast<SegmentKind>(header.kind), header.pid, header.start_ns, header.thread,
          header.sequence};
}

}  // namespace tdbg::format
