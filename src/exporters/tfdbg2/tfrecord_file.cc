#include "exporters/tfdbg2/tfrecord_file.h"

#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>

#include "base/tfrecord_frame.h"

namespace tdbg::exporters::tfdbg2 {

TfRecordFile::TfRecordFile(std::string path) : path_(std::move(path)) {
  // It holds what the program computed: for its user alone.
  const int fd = open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  file_ = fd < 0 ? nullptr : fdopen(fd, "wb");
  if (file_ == nullptr) error_ = errno;
}

TfRecordFile::~TfRecordFile() {
  Write();
  if (file_ != nullptr) std::fclose(file_);
}

void TfRecordFile::Append(std::string_view record) {
  constexpr size_t kMuch = size_t{1} << 20;
  const size_t before = buffer_.size();
  AppendTfRecord(record, buffer_);
  bytes_ += buffer_.size() - before;
  if (buffer_.size() >= kMuch) Write();
}

void TfRecordFile::Write() {
  if (error_ == 0 && std::fwrite(buffer_.data(), 1, buffer_.size(), file_) != buffer_.size()) {
    error_ = errno;
  }
  buffer_.clear();
}

Status TfRecordFile::Flush() {
  Write();
  if (error_ == 0 && std::fflush(file_) != 0) error_ = errno;
  return error_ == 0 ? Status::Ok()
                     : Unreadable("cannot write " + path_ + ": " + std::strerror(error_));
}

}  // namespace tdbg::exporters::tfdbg2
