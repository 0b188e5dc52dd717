// The records of a segment turned into columns of bytes that compress well, and back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace tdbg::importers::native {

// Every column is one kind of byte: the low byte of all ops, the exponents of all minima, … Words
// are stored as differences to the record they most resemble: the last event of the same output,
// else the last record of the same kind; times as differences to the record before.
using Columns = std::vector<std::vector<uint8_t>>;

// `records` are all the committed granules of a segment. nullopt if they are not one sound record
// after the other: then they are not touched.
std::optional<Columns> SplitRecords(std::span<const std::byte> records);

// The inverse, checksums included. nullopt if the columns do not fit together or would make more
// than `most_bytes`.
std::optional<std::vector<std::byte>> JoinRecords(const Columns& columns, uint64_t most_bytes);

}  // namespace tdbg::importers::native
