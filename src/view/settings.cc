#include "view/settings.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "base/check.h"
#include "base/near_names.h"
#include "base/whole_number.h"

namespace tdbg::view {
namespace {

constexpr std::string_view kOn[] = {"1", "true", "t", "yes", "y", "on"};
constexpr std::string_view kOff[] = {"0", "false", "f", "no", "n", "off"};

template <size_t n>
bool IsOneOf(std::string_view word, const std::string_view (&words)[n]) {
  return std::find(words, words + n, word) != words + n;
}

}  // namespace

Settings::Settings()
    : entries_{
          {"graph_recursion_depth", "levels that li -r and lo -r go down", false, 20, 1, 100000},
          {"mouse_mode", "clicks follow links in the full-screen view", true, 1, 0, 1},
          {"pager", "answers longer than the screen are shown page by page", true, 1, 0, 1},
          {"threshold", "elements up to which a tensor is printed whole", false, 2000, 0,
           INT64_MAX},
          {"edge_items", "elements shown at each end of a shortened axis", false, 3, 1, 1000000},
          {"precision", "digits behind the point, at most", false, 8, 0, 20},
          {"eval_memory", "MiB that the arrays of an expression may take", false, 4096, 1,
           int64_t{1} << 30},
          {"eval_work", "billions of multiplications that its matrix products may take", false, 100,
           1, 1'000'000'000},
      } {}

Settings::Entry* Settings::Find(std::string_view key) {
  const auto it = std::find_if(entries_.begin(), entries_.end(),
                               [&](const Entry& entry) { return entry.key == key; });
  return it == entries_.end() ? nullptr : &*it;
}

int64_t Settings::Get(std::string_view key) const {
  const auto it = std::find_if(entries_.begin(), entries_.end(),
                               [&](const Entry& entry) { return entry.key == key; });
  TDBG_CHECK(it != entries_.end());
  return it->value;
}

std::string Settings::ValueText(const Entry& entry) {
  if (entry.is_switch) return entry.value != 0 ? "on" : "off";
  return std::to_string(entry.value);
}

Status Settings::Set(std::string_view key, std::string_view value) {
  Entry* const entry = Find(key);
  if (entry == nullptr) {
    std::vector<std::string_view> keys;
    std::string list;
    for (const Entry& known : entries_) {
      keys.push_back(known.key);
      list += (list.empty() ? "" : ", ") + std::string(known.key);
    }
    return NotFound("there is no setting " + std::string(key) + "; the settings are " + list +
                    DidYouMean(key, keys));
  }
  if (entry->is_switch) {
    if (!IsOneOf(value, kOn) && !IsOneOf(value, kOff)) {
      return InvalidArgument(std::string(key) + " is on or off, not '" + std::string(value) + "'");
    }
    entry->value = IsOneOf(value, kOn) ? 1 : 0;
    return Status::Ok();
  }
  const std::optional<int64_t> number = WholeNumber(value);
  if (!number || *number < entry->least || *number > entry->most) {
    return InvalidArgument(std::string(key) + " is a whole number from " +
                           std::to_string(entry->least) + " to " + std::to_string(entry->most) +
                           ", not '" + std::string(value) + "'");
  }
  entry->value = *number;
  return Status::Ok();
}

std::string Settings::Save() const {
  nlohmann::ordered_json json;
  for (const Entry& entry : entries_) {
    if (entry.is_switch) {
      json[std::string(entry.key)] = entry.value != 0;
    } else {
      json[std::string(entry.key)] = entry.value;
    }
  }
  return json.dump(2) + "\n";
}

void Settings::Load(std::string_view json) {
  const auto parsed = nlohmann::json::parse(json, nullptr, /*allow_exceptions=*/false);
  if (!parsed.is_object()) return;
  for (const auto& [key, value] : parsed.items()) {
    const std::string text = value.is_string() ? std::string() : value.dump();
    // An entry that no longer fits keeps its default.
    if (Find(key) != nullptr && !text.empty()) static_cast<void>(Set(key, text).ok());
  }
}

}  // namespace tdbg::view
