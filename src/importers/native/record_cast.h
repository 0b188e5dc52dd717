// From the bytes of a record to its struct.
#pragma once

#include <cstring>
#include <optional>
#include <span>
#include <string_view>

#include "format/segment_reader.h"

namespace tdbg::importers::native {

// In place: segments are mapped at page boundaries and records begin at granules. nullptr if the
// record is too short for its kind.
template <typename Record>
const Record* CastRecord(std::span<const std::byte> record) {
  static_assert(alignof(Record) <= 8);
  return record.size() < sizeof(Record) ? nullptr : reinterpret_cast<const Record*>(record.data());
}

// The struct alone, for long records, which are read where they lie: somebody may write to the
// file.
template <typename Record>
std::optional<Record> CopyRecord(std::span<const std::byte> record) {
  if (record.size() < sizeof(Record)) return std::nullopt;
  Record copy;
  std::memcpy(&copy, record.data(), sizeof copy);
  return copy;
}

// `size` bytes behind the struct; false if the record has not that many.
template <typename Record>
bool TailOf(std::span<const std::byte> record, uint64_t size, std::string_view& tail) {
  const uint64_t room = record.size() - sizeof(Record);
  if (size > room) return false;
  tail = {reinterpret_cast<const char*>(record.data()) + sizeof(Record), static_cast<size_t>(size)};
  return true;
}

}  // namespace tdbg::importers::native
