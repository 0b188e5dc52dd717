#include "bench/tfrecord_writer.h"

#include <array>
#include <utility>

namespace tdbg::bench {
namespace {

constexpr size_t kFlushBytes = size_t{1} << 20;

constexpr std::array<uint32_t, 256> MakeCrcTable() {
  std::array<uint32_t, 256> table{};
  for (uint32_t i = 0; i < 256; ++i) {
    uint32_t crc = i;
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1) != 0 ? 0x82F63B78u : 0u);
    table[i] = crc;
  }
  return table;
}
constexpr std::array<uint32_t, 256> kCrcTable = MakeCrcTable();

uint32_t MaskedCrc32c(std::string_view data) {
  uint32_t crc = 0xFFFFFFFFu;
  for (const char c : data) crc = (crc >> 8) ^ kCrcTable[(crc ^ static_cast<uint8_t>(c)) & 0xFF];
  crc = ~crc;
  return ((crc >> 15) | (crc << 17)) + 0xA282EAD8u;
}

template <typename T>
void AppendLittleEndian(T value, std::string* out) {
  for (size_t i = 0; i < sizeof(T); ++i) out->push_back(static_cast<char>(value >> (8 * i)));
}

}  // namespace

TfRecordWriter::TfRecordWriter(std::string path)
    : path_(std::move(path)), file_(std::fopen(path_.c_str(), "wb")), failed_(file_ == nullptr) {}

TfRecordWriter::~TfRecordWriter() {
  if (file_ != nullptr) std::fclose(file_);
}

void TfRecordWriter::Append(std::string_view data) {
  std::string length;
  AppendLittleEndian<uint64_t>(data.size(), &length);
  buffer_ += length;
  AppendLittleEndian(MaskedCrc32c(length), &buffer_);
  buffer_ += data;
  AppendLittleEndian(MaskedCrc32c(data), &buffer_);
  bytes_ += data.size() + 16;
  if (buffer_.size() >= kFlushBytes) Flush();
}

void TfRecordWriter::Flush() {
  if (!failed_) failed_ = std::fwrite(buffer_.data(), 1, buffer_.size(), file_) != buffer_.size();
  buffer_.clear();
}

Status TfRecordWriter::Close() {
  Flush();
  if (file_ != nullptr && std::fclose(std::exchange(file_, nullptr)) != 0) failed_ = true;
  return failed_ ? Unreadable("cannot write " + path_) : Status::Ok();
}

}  // namespace tdbg::bench
