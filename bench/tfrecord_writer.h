// Writes TFRecord files: length, its checksum, data, its checksum. Keeps a large buffer, because
// the benchmarks write millions of small records. Reports nothing until Close: the first failed
// write is remembered and returned there.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

#include "base/status.h"

namespace tdbg::bench {

class TfRecordWriter {
 public:
  // Replaces the file if there is one.
  explicit TfRecordWriter(std::string path);
  ~TfRecordWriter();
  TfRecordWriter(const TfRecordWriter&) = delete;
  TfRecordWriter& operator=(const TfRecordWriter&) = delete;

  void Append(std::string_view data);
  Status Close();

  uint64_t bytes() const { return bytes_; }

 private:
  void Flush();

  std::string path_;
  std::FILE* file_ = nullptr;
  std::string buffer_;
  uint64_t bytes_ = 0;
  bool failed_ = false;
};

}  // namespace tdbg::bench
