// How the types of messages.schema travel as JSON: what the generated code is made of.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/status.h"
#include "rpc/messages.h"

namespace tdbg::rpc {

using Json = nlohmann::ordered_json;

template <typename Enum>
struct EnumWord {
  Enum value;
  std::string_view text;
};

// How the values of an enum travel: the generated code has the list of each.
template <typename Enum>
constexpr bool kEnumWords = false;

void Put(Json& json, bool value);
void Put(Json& json, int64_t value);
void Put(Json& json, double value);  // "NaN", "Infinity" and "-Infinity" where JSON has no number
void Put(Json& json, const std::string& value);
void Put(Json& json, const Bytes& value);

// Null for a value that does not travel.
template <typename Enum>
  requires std::is_enum_v<Enum>
void Put(Json& json, Enum value) {
  for (const EnumWord<Enum>& word : kEnumWords<Enum>) {
    if (word.value == value) json = word.text;
  }
}

template <typename T>
void Put(Json& json, const std::vector<T>& values) {
  json = Json::array();
  for (const T& value : values) Put(json.emplace_back(), value);
}

template <typename T>
void Put(Json& json, const std::optional<T>& value) {
  if (value) Put(json, *value);
}

// A mistake says what was expected; TakeField says where.
Status Take(const Json& json, bool& value);
Status Take(const Json& json, int64_t& value);
Status Take(const Json& json, double& value);
Status Take(const Json& json, std::string& value);
Status Take(const Json& json, Bytes& value);
Status CheckObject(const Json& json);

template <typename Enum>
  requires std::is_enum_v<Enum>
Status Take(const Json& json, Enum& value) {
  std::string text;
  TDBG_RETURN_IF_ERROR(Take(json, text));
  std::string known;
  for (const EnumWord<Enum>& word : kEnumWords<Enum>) {
    if (word.text == text) {
      value = word.value;
      return Status::Ok();
    }
    known += (known.empty() ? "" : ", ") + std::string(word.text);
  }
  return InvalidArgument("'" + text + "' is none of " + known);
}

template <typename T>
Status Take(const Json& json, std::vector<T>& values) {
  if (!json.is_array()) return InvalidArgument("a list is expected");
  for (const Json& item : json) {
    T value{};
    TDBG_RETURN_IF_ERROR(Take(item, value));
    values.push_back(std::move(value));
  }
  return Status::Ok();
}

template <typename T>
Status Take(const Json& json, std::optional<T>& value) {
  if (json.is_null()) return Status::Ok();
  return Take(json, value.emplace());
}

namespace wire {
template <typename T>
constexpr bool kMayBeLeftOut = false;
template <typename T>
constexpr bool kMayBeLeftOut<std::optional<T>> = true;
template <typename T>
constexpr bool kMayBeLeftOut<std::vector<T>> = true;
}  // namespace wire

template <typename T>
Status TakeField(const Json& object, const char* name, T& value) {
  const auto found = object.find(name);
  if (found == object.end() || found->is_null()) {
    if (wire::kMayBeLeftOut<T>) return Status::Ok();
    return InvalidArgument(std::string(name) + " is missing");
  }
  const Status status = Take(*found, value);
  return status.ok() ? status : InvalidArgument(std::string(name) + ": " + status.message());
}

}  // namespace tdbg::rpc
