// A TFRecord file that grows at its end. Buffered: records reach the disk at Flush, or when there
// are many of them.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

#include "base/status.h"

namespace tdbg::exporters::tfdbg2 {

class TfRecordFile {
 public:
  // Makes the file, which must not be there yet.
  explicit TfRecordFile(std::string path);
  ~TfRecordFile();
  TfRecordFile(const TfRecordFile&) = delete;
  TfRecordFile& operator=(const TfRecordFile&) = delete;

  void Append(std::string_view record);

  // Hands everything to the system. The first thing that went wrong since the file was made is
  // told by this call and every later one.
  Status Flush();

  uint64_t bytes() const { return bytes_; }

 private:
  void Write();

  std::string path_;
  std::FILE* file_;
  int error_ = 0;  // errno of the first failure
  std::string buffer_;
  uint64_t bytes_ = 0;
};

}  // namespace tdbg::exporters::tfdbg2
