// One TFRecord frame, written: length, its check, data, its check.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/crc32c.h"

namespace tdbg {

inline void AppendTfRecord(std::string_view data, std::string& out) {
  const auto append = [&](const auto& number) {
    out.append(reinterpret_cast<const char*>(&number), sizeof(number));
  };
  const uint64_t length = data.size();
  append(length);
  append(MaskCrc(Crc32c({reinterpret_cast<const char*>(&length), sizeof(length)})));
  out += data;
  append(MaskCrc(Crc32c(data)));
}

inline std::string TfRecordFrame(std::string_view data) {
  std::string frame;
  AppendTfRecord(data, frame);
  return frame;
}

}  // namespace tdbg
