#include "importers/native/packed_segment.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <new>

#include <unistd.h>
#include <zstd.h>

#include "base/mapped_file.h"
#include "format/checksum.h"
#include "importers/native/record_columns.h"

namespace tdbg::importers::native {
namespace {

using format::kGranuleBytes;
using format::kHeaderBytes;
using format::SegmentHeader;
using format::SegmentKind;

constexpr char kMagic[8] = {'t', 'd', 'b', 'g', 'p', 'a', 'c', '\n'};
constexpr uint32_t kPackedVersion = 1;
constexpr int kLevel = 9;  // of zstd: beyond it, events hardly become smaller

// How the records are stored: all in one column, or one for each kind of byte.
enum class Method : uint32_t { kWhole = 0, kColumns = 1 };

struct PackedHeader {
  char magic[8];
  uint32_t version;
  uint32_t method;
  SegmentHeader segment;
  uint64_t record_bytes;
  uint64_t record_checksum;
  uint32_t columns;
  uint32_t zero;
  uint64_t checksum;  // of all the bytes above
};
static_assert(sizeof(PackedHeader) == 112);

// Stands before each column that is not empty; columns without a header are empty.
struct ColumnHeader {
  uint32_t column;
  uint32_t zero;
  uint64_t bytes;
  uint64_t packed_bytes;
};
static_assert(sizeof(ColumnHeader) == 24);

Status Damaged() { return Corrupt("the packed segment is damaged"); }

// How many bytes of records a file of that size may unpack to: a few bytes could ask for the memory
// of the whole machine. Segments of events are at most 8 MiB long, and become ten times smaller;
// one huge value of zeros may become much smaller.
uint64_t MostRecordBytes(Method method, uint64_t packed_bytes) {
  constexpr uint64_t kMiB = uint64_t{1} << 20;
  return method == Method::kColumns ? std::max(16 * kMiB, 64 * packed_bytes)
                                    : std::max(64 * kMiB, 1024 * packed_bytes);
}

// Whether so few packed bytes can hold so many: a block of zstd takes 4 bytes and holds up to 128
// KiB.
bool CanHold(const void* packed, uint64_t packed_bytes, uint64_t bytes) {
  return bytes / 32768 <= packed_bytes && ZSTD_getFrameContentSize(packed, packed_bytes) == bytes;
}

// Page-aligned, as a mapping would be.
class UnpackedBytes : public SegmentBytes {
 public:
  explicit UnpackedBytes(size_t size)
      : size_(size),
        data_(static_cast<std::byte*>(::operator new(size, std::align_val_t(kHeaderBytes)))) {}
  ~UnpackedBytes() override { ::operator delete(data_, std::align_val_t(kHeaderBytes)); }
  UnpackedBytes(const UnpackedBytes&) = delete;
  UnpackedBytes& operator=(const UnpackedBytes&) = delete;

  std::span<const std::byte> bytes() const override { return {data_, size_}; }
  bool is_packed() const override { return true; }
  std::optional<uint64_t> ChangedAt() const override { return std::nullopt; }
  std::byte* data() { return data_; }

 private:
  size_t size_;
  std::byte* data_;
};

void AppendBytes(std::vector<std::byte>& out, const void* bytes, size_t size) {
  const auto* first = static_cast<const std::byte*>(bytes);
  out.insert(out.end(), first, first + size);
}

Status AppendColumn(std::vector<std::byte>& out, uint32_t column, std::span<const uint8_t> bytes) {
  std::vector<std::byte> packed(ZSTD_compressBound(bytes.size()));
  const size_t size =
      ZSTD_compress(packed.data(), packed.size(), bytes.data(), bytes.size(), kLevel);
  if (ZSTD_isError(size) != 0) return Unsupported(ZSTD_getErrorName(size));
  const ColumnHeader header = {column, 0, bytes.size(), size};
  AppendBytes(out, &header, sizeof header);
  AppendBytes(out, packed.data(), size);
  return Status::Ok();
}

Result<PackedHeader> ReadHeader(std::string_view packed) {
  PackedHeader header;
  if (packed.size() < sizeof header) return Damaged();
  std::memcpy(&header, packed.data(), sizeof header);
  if (std::memcmp(header.magic, kMagic, sizeof kMagic) != 0) {
    return Corrupt("not a packed segment of a tdbg trace");
  }
  if (header.version > kPackedVersion) return Unsupported("packed by a newer tdbg");
  if (header.checksum != format::Checksum64(&header, offsetof(PackedHeader, checksum))) {
    return Damaged();
  }
  TDBG_RETURN_IF_ERROR(CheckHeader(header.segment));
  return header;
}

Result<Columns> ReadColumns(std::string_view packed, uint32_t count, uint64_t most_bytes) {
  constexpr uint32_t kMostColumns = 4096;
  if (count > kMostColumns) return Damaged();
  Columns columns(count);
  uint64_t left = most_bytes;
  while (!packed.empty()) {
    ColumnHeader header;
    if (packed.size() < sizeof header) return Damaged();
    std::memcpy(&header, packed.data(), sizeof header);
    packed.remove_prefix(sizeof header);
    if (header.column >= count || header.packed_bytes > packed.size() || header.bytes > left ||
        !columns[header.column].empty()) {
      return Damaged();
    }
    if (!CanHold(packed.data(), header.packed_bytes, header.bytes)) return Damaged();
    left -= header.bytes;
    std::vector<uint8_t>& column = columns[header.column];
    column.resize(header.bytes);
    const size_t size = ZSTD_decompress(column.data(), column.size(), packed.data(),
                                        static_cast<size_t>(header.packed_bytes));
    if (ZSTD_isError(size) != 0 || size != header.bytes) return Damaged();
    packed.remove_prefix(static_cast<size_t>(header.packed_bytes));
  }
  return columns;
}

std::span<const std::byte> CommittedRecords(std::span<const std::byte> segment) {
  format::SegmentReader reader(segment);
  while (reader.Next()) {
  }
  return segment.subspan(kHeaderBytes, reader.offset_bytes() - kHeaderBytes);
}

Result<std::vector<std::byte>> JoinedRecords(const PackedHeader& header, std::string_view packed) {
  if (header.method > static_cast<uint32_t>(Method::kColumns)) return Damaged();
  if (header.record_bytes > MostRecordBytes(static_cast<Method>(header.method), packed.size())) {
    return Corrupt("the packed segment claims to hold " + std::to_string(header.record_bytes) +
                   " bytes, more than any of its size does");
  }
  // Each byte of a record but its head comes from one byte of a column.
  TDBG_ASSIGN_OR_RETURN(Columns columns,
                        ReadColumns(packed, header.columns, header.record_bytes + kHeaderBytes));
  std::vector<std::byte> records;
  if (header.method == static_cast<uint32_t>(Method::kColumns)) {
    auto joined = JoinRecords(columns, header.record_bytes);
    if (!joined) return Damaged();
    records = *std::move(joined);
  } else if (header.method == static_cast<uint32_t>(Method::kWhole) && columns.size() == 1) {
    const auto bytes = std::as_bytes(std::span(columns[0]));
    records.assign(bytes.begin(), bytes.end());
  } else {
    return Damaged();
  }
  if (records.size() != header.record_bytes ||
      format::Checksum64(records.data(), records.size()) != header.record_checksum) {
    return Damaged();
  }
  return records;
}

}  // namespace

Result<std::vector<std::byte>> PackSegment(std::span<const std::byte> segment) {
  PackedHeader header = {};
  std::memcpy(&header.segment, segment.data(), sizeof header.segment);
  const std::span<const std::byte> records = CommittedRecords(segment);
  const auto kind = static_cast<SegmentKind>(header.segment.kind);
  if (segment.size() < format::StatedBytes(header.segment)) {
    return Corrupt("its end was cut off");
  }
  auto columns = SplitRecords(records);
  if (!columns) return Corrupt("it is damaged");
  header.method = static_cast<uint32_t>(Method::kColumns);
  if (kind != SegmentKind::kEvents) {
    const auto* bytes = reinterpret_cast<const uint8_t*>(records.data());
    columns = Columns{{bytes, bytes + records.size()}};
    header.method = static_cast<uint32_t>(Method::kWhole);
  }
  std::memcpy(header.magic, kMagic, sizeof kMagic);
  header.version = kPackedVersion;
  header.record_bytes = records.size();
  header.record_checksum = format::Checksum64(records.data(), records.size());
  header.columns = static_cast<uint32_t>(columns->size());
  header.checksum = format::Checksum64(&header, offsetof(PackedHeader, checksum));
  std::vector<std::byte> packed;
  AppendBytes(packed, &header, sizeof header);
  for (uint32_t i = 0; i < columns->size(); ++i) {
    if ((*columns)[i].empty()) continue;
    TDBG_RETURN_IF_ERROR(AppendColumn(packed, i, (*columns)[i]));
  }
  const uint64_t column_bytes = packed.size() - sizeof header;
  if (records.size() > MostRecordBytes(static_cast<Method>(header.method), column_bytes)) {
    return Unsupported("it would become so small that nobody would unpack it");
  }
  return packed;
}

Result<std::shared_ptr<const SegmentBytes>> UnpackSegment(const std::string& path) {
  TDBG_ASSIGN_OR_RETURN(const MappedFile file, MappedFile::Open(path));
  return UnpackBytes(file.bytes());
}

Result<std::shared_ptr<const SegmentBytes>> UnpackBytes(std::string_view packed) {
  TDBG_ASSIGN_OR_RETURN(const PackedHeader header, ReadHeader(packed));
  packed.remove_prefix(sizeof header);
  TDBG_ASSIGN_OR_RETURN(const std::vector<std::byte> records, JoinedRecords(header, packed));
  auto bytes = std::make_shared<UnpackedBytes>(kHeaderBytes + records.size());
  std::memset(bytes->data(), 0, kHeaderBytes);
  std::memcpy(bytes->data(), &header.segment, sizeof header.segment);
  if (!records.empty()) std::memcpy(bytes->data() + kHeaderBytes, records.data(), records.size());
  return std::shared_ptr<const SegmentBytes>(std::move(bytes));
}

Status CheckPackedFile(int fd, uint64_t size_bytes) {
  char start[sizeof(PackedHeader)];
  const ssize_t got = pread(fd, start, sizeof start, 0);
  TDBG_ASSIGN_OR_RETURN(const PackedHeader header,
                        ReadHeader({start, got < 0 ? 0 : static_cast<size_t>(got)}));
  uint64_t at = sizeof header;
  uint64_t held = 0;
  while (at < size_bytes) {
    ColumnHeader column;
    if (pread(fd, &column, sizeof column, static_cast<off_t>(at)) != sizeof column ||
        column.packed_bytes > size_bytes - at - sizeof column) {
      return Damaged();
    }
    at += sizeof column + column.packed_bytes;
    held += column.bytes;
  }
  return held == 0 && header.record_bytes != 0 ? Damaged() : Status::Ok();
}

}  // namespace tdbg::importers::native
