#include "bench/tfrecord_writer.h"

#include <utility>

#include "base/crc32c.h"

namespace tdbg::bench {
namespace {

constexpr size_t kFlushBytes = size_t{1} << 20;

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
  AppendLittleEndian(MaskCrc(Crc32c(length)), &buffer_);
  buffer_ += data;
  AppendLittleEndian(MaskCrc(Crc32c(data)), &buffer_);
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
