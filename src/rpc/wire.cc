#include "rpc/wire.h"

#include <cmath>

namespace tdbg::rpc {
namespace {

constexpr int64_t kLargestExact = int64_t{1} << 53;
constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

std::string Base64(std::string_view bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (size_t i = 0; i < bytes.size(); i += 3) {
    const size_t left = std::min<size_t>(3, bytes.size() - i);
    uint32_t word = 0;
    for (size_t k = 0; k < 3; ++k) {
      word = word << 8 | (k < left ? static_cast<unsigned char>(bytes[i + k]) : 0);
    }
    for (size_t k = 0; k < 4; ++k) {
      text += k <= left ? kDigits[word >> (18 - 6 * k) & 63] : '=';
    }
  }
  return text;
}

}  // namespace

void Put(Json& json, bool value) { json = value; }

void Put(Json& json, int64_t value) { json = value; }

void Put(Json& json, double value) {
  if (std::isfinite(value)) {
    json = value;
  } else {
    json = std::isnan(value) ? "NaN" : value > 0 ? "Infinity" : "-Infinity";
  }
}

void Put(Json& json, const std::string& value) { json = value; }

void Put(Json& json, const Bytes& value) { json = Base64(value.data); }

Status Take(const Json& json, bool& value) {
  if (!json.is_boolean()) return InvalidArgument("true or false is expected");
  value = json.get<bool>();
  return Status::Ok();
}

Status Take(const Json& json, int64_t& value) {
  if (json.is_number_integer()) {
    value = json.get<int64_t>();
    if (value >= -kLargestExact && value <= kLargestExact) return Status::Ok();
  }
  return InvalidArgument("a whole number within 53 bits is expected");
}

Status Take(const Json& json, double& value) {
  if (!json.is_number()) return InvalidArgument("a number is expected");
  value = json.get<double>();
  return Status::Ok();
}

Status Take(const Json& json, std::string& value) {
  if (!json.is_string()) return InvalidArgument("a text is expected");
  value = json.get<std::string>();
  return Status::Ok();
}

// Bytes are sent to clients, never by them.
Status Take(const Json&, Bytes&) {
  return InvalidArgument("bytes are sent by tdbg alone, never to it");
}

Status CheckObject(const Json& json) {
  return json.is_object() ? Status::Ok() : InvalidArgument("an object is expected");
}

}  // namespace tdbg::rpc
