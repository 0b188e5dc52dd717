// One TFRecord frame, written: the other side of tfrecord.h, for tests and fuzzers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/crc32c.h"

namespace tdbg::importers {

inline std::string TfRecordFrame(std::string_view data) {
  const auto bytes_of = [](const auto& number) {
    return std::string(reinterpret_cast<const char*>(&number), sizeof(number));
  };
  const std::string length = bytes_of(uint64_t{data.size()});
  std::string frame = length + bytes_of(MaskCrc(Crc32cByTable(length)));
  frame += data;
  return frame + bytes_of(MaskCrc(Crc32cByTable(data)));
}

}  // namespace tdbg::importers
