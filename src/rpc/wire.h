// How the types of messages.schema travel as JSON: what the generated code is made of.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/status.h"
#include "rpc/messages.h"

namespace tdbg::rpc {

using Json = nlohmann::ordered_json;

void Put(Json& json, bool value);
void Put(Json& json, int64_t value);
void Put(Json& json, double value);  // "NaN", "Infinity" and "-Infinity" where JSON has no number
void Put(Json& json, const std::string& value);
void Put(Json& json, const Bytes& value);

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

// The position of the text among `words`, as an enum.
template <typename Enum, size_t N>
Status TakeWord(const Json& json, const std::string_view (&words)[N], Enum& value) {
  std::string text;
  TDBG_RETURN_IF_ERROR(Take(json, text));
  std::string known;
  for (size_t i = 0; i < N; ++i) {
    if (words[i] == text) {
      value = static_cast<Enum>(i);
      return Status::Ok();
    }
    known += (i == 0 ? "" : ", ") + std::string(words[i]);
  }
  return InvalidArgument("'" + text + "' is none of " + known);
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
