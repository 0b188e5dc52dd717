// The protobuf wire format, as protozero reads it, with its exceptions caught at the edge.
#pragma once

#include <string_view>

#define PROTOZERO_USE_VIEW std::string_view
#include <protozero/pbf_reader.hpp>

#include "base/status.h"

namespace tdbg::importers::tfproto {

using Wire = protozero::pbf_reader;

// Wire-level types, short enough for switch labels: `case Field(1, kFixed64):`.
inline constexpr auto kVarint = protozero::pbf_wire_type::varint;
inline constexpr auto kFixed64 = protozero::pbf_wire_type::fixed64;
inline constexpr auto kBytes = protozero::pbf_wire_type::length_delimited;
inline constexpr auto kFixed32 = protozero::pbf_wire_type::fixed32;

constexpr uint32_t Field(uint32_t number, protozero::pbf_wire_type type) {
  return protozero::tag_and_type(number, type);
}

// Instead of get_bool(), which reads behind the end where the value is missing.
inline bool ReadBool(Wire& message) { return message.get_uint64() != 0; }

// Runs `read`, which may throw on malformed bytes, and says `what` was malformed if it did.
template <typename Read>
Status ReadWire(std::string_view what, Read read) {
  try {
    read();
    return Status::Ok();
  } catch (const protozero::exception&) {
    return Corrupt(std::string(what) + " is not a readable protocol buffer");
  }
}

}  // namespace tdbg::importers::tfproto
