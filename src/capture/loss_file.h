// A run's loss page in its folder: made and mapped before anything else is recorded.
#pragma once

#include <string>

#include "base/status.h"
#include "format/loss_page.h"

namespace tdbg::capture {

// Lives as long as the process.
class LossFile {
 public:
  // `path` must not exist. The error says why there can be none; then nothing is left of it.
  static Result<LossFile> Create(const std::string& path, const format::LossPage& page);

  // Takes neither memory, a descriptor nor place on the disk. Whatever somebody does to the file,
  // nothing happens to the program; false if the page could not be written.
  bool Write(const format::LossPage& page) const;

 private:
  explicit LossFile(void* mapping) : mapping_(mapping) {}

  void* mapping_;
};

}  // namespace tdbg::capture
