// Sound native traces with some fields changed, checksums right again: what a fuzzer that flips
// bits never gets past. For fuzzers that ask questions of them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tdbg::fuzz {

// The segments of one run, in memory.
struct SegmentImage {
  std::string file_name;
  std::vector<uint64_t> words;         // of the whole file
  std::vector<uint64_t> record_begin;  // offsets in bytes

  std::byte* bytes() { return reinterpret_cast<std::byte*>(words.data()); }
  size_t size() const { return words.size() * sizeof(uint64_t); }
};
using RunImage = std::vector<SegmentImage>;

// A run with one of every kind of record: graphs with a loop, a call and gradients, eager ops,
// values, incidents with operands, readings, sources, layers; two threads and three steps.
const RunImage& SoundRun();

// Takes edits of 4 bytes (record, place, what, argument) off the front of `input`, up to the first
// that is all zeros, and makes them.
RunImage EditedRun(std::string_view& input);

// Writes the run below `trace`, in place of what was there.
void WriteRun(RunImage& run, const std::string& trace);

}  // namespace tdbg::fuzz
