// The protobuf wire format, as protozero writes it.
#pragma once

#include <algorithm>
#include <string_view>

#define PROTOZERO_USE_VIEW std::string_view
#include <protozero/pbf_writer.hpp>

#include "base/glyph.h"

namespace tdbg::exporters::tfdbg2 {

using WireWriter = protozero::pbf_writer;

// A field of type string. Readers refuse the whole message for a byte in it that is no UTF-8.
inline void AddText(WireWriter& message, protozero::pbf_tag_type field, std::string_view text) {
  const bool ascii = std::all_of(text.begin(), text.end(), [](char c) { return c >= 0; });
  if (ascii) {
    message.add_string(field, text);
  } else {
    message.add_string(field, ValidUtf8(text));
  }
}

// The same, left out where it is empty, as proto3 does.
inline void PutText(WireWriter& message, protozero::pbf_tag_type field, std::string_view text) {
  if (!text.empty()) AddText(message, field, text);
}

}  // namespace tdbg::exporters::tfdbg2
