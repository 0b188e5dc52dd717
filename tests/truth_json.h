// truth.json: what TensorFlow's own readers say of a recording.
#pragma once

#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "tensor/dtype.h"

namespace tdbg::tests {

using Truth = nlohmann::json;

inline Truth LoadTruth(const std::filesystem::path& file) {
  std::ifstream stream(file);
  return Truth::parse(stream);
}

// Non-finite numbers are the strings "NaN", "Infinity" and "-Infinity".
inline double TruthNumber(const Truth& number) {
  if (!number.is_string()) return number.get<double>();
  const std::string text = number.get<std::string>();
  if (text == "NaN") return std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  return text == "Infinity" ? infinity : -infinity;
}

// The same number, sign of zero included; NaN is NaN.
inline bool SameNumber(double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  return a == b && std::signbit(a) == std::signbit(b);
}

inline std::string BytesFromHex(std::string_view hex) {
  std::string bytes;
  for (size_t i = 0; i + 1 < hex.size(); i += 2) {
    bytes += static_cast<char>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16));
  }
  return bytes;
}

inline std::string BytesFromBase64(std::string_view text) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  uint32_t bits = 0;
  int have = 0;
  for (const char c : text) {
    const size_t digit = kDigits.find(c);
    if (digit == kDigits.npos) break;
    bits = bits << 6 | static_cast<uint32_t>(digit);
    have += 6;
    if (have < 8) continue;
    have -= 8;
    bytes += static_cast<char>(bits >> have & 0xff);
  }
  return bytes;
}

// "DT_HALF" to our type, through the names of TensorFlow's enumeration.
inline tensor::DType DTypeFromTruth(const std::string& name) {
  const std::string lower = [&] {
    std::string text = name.substr(name.find('_') + 1);
    for (char& c : text) c = static_cast<char>(std::tolower(c));
    return text;
  }();
  if (lower == "float") return tensor::DType::kF32;
  if (lower == "double") return tensor::DType::kF64;
  if (lower == "half") return tensor::DType::kF16;
  return tensor::DTypeFromName(lower).value_or(tensor::DType::kInvalid);
}

}  // namespace tdbg::tests
