// Whole numbers that people type.
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>

namespace tdbg {

// The number; nullopt unless `text` is nothing but one, with or without a minus, that fits 64 bits.
inline std::optional<int64_t> WholeNumber(std::string_view text) {
  int64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || stop != end) return std::nullopt;
  return number;
}

}  // namespace tdbg
