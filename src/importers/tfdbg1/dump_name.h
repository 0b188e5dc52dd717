// Names of tensor files: which output of which node, seen by which debug op, at what moment.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace tdbg::importers::tfdbg1 {

// Files below node-io-dump/ are named after the node whose input or output they show.
enum class Io : uint8_t { kNone, kInput, kOutput };

// Views point into the name parsed.
struct DumpName {
  std::string_view leaf;  // what follows the last '/' of the node's name, maybe nothing; for a file
                          // of node-io-dump/ the whole name with '-' in place of '/'
  std::string_view debug_op;
  int64_t time_us = 0;
  int32_t suffix = 0;  // the -n of files that share a microsecond, in order of writing; 0 for none
  int32_t slot = 0;    // for Io::kInput the number of the input, not the producer's output
  Io io = Io::kNone;
};

// LEAF_SLOT_DEBUGOP_MICROSECONDS[-n], read from the right because leaves hold anything. nullopt for
// what is no such name.
std::optional<DumpName> ParseDumpName(std::string_view name);

// NODE:in:INDEX_MICROSECONDS[-n] or NODE:out:….
std::optional<DumpName> ParseIoDumpName(std::string_view name);

// A number as the writer prints it: digits only, no leading zero, at most `max`.
std::optional<int64_t> ParseDecimal(std::string_view digits, int64_t max);

// Moments up to this many microseconds fit our clock of nanoseconds.
inline constexpr int64_t kMaxTimeUs = INT64_MAX / 1000;

}  // namespace tdbg::importers::tfdbg1
