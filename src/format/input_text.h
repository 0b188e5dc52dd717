// How an adapter writes an op's input: "producer", "producer:1", or "^producer" for control.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/whole_number.h"
#include "format/records.h"

namespace tdbg::format {

struct InputText {
  std::string_view name;
  int32_t slot = 0;  // OpInput::kControl
};

// Names may hold colons themselves: only a number behind the last one is a slot.
inline InputText ParseInputText(std::string_view text) {
  if (text.starts_with('^')) return {text.substr(1), OpInput::kControl};
  const size_t colon = text.rfind(':');
  if (colon == text.npos) return {text, 0};
  const auto slot = WholeNumber(text.substr(colon + 1));
  if (!slot || *slot < 0 || *slot > INT32_MAX) return {text, 0};
  return {text.substr(0, colon), static_cast<int32_t>(*slot)};
}

}  // namespace tdbg::format
