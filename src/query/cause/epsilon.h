// A small number that the program adds to keep off 0, and that rounding takes away again.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "tensor/dtype.h"

namespace tdbg::query {

// Says so of a number that the source line `text` adds to 1 and that is too small for the type
// (1 + 1e-10 is 1 in f32), or that is 0 in the type. nullopt where the line has none.
std::optional<std::string> LostToOne(std::string_view text, tensor::DType dtype);
std::optional<std::string> LostToZero(std::string_view text, tensor::DType dtype);

// Says so of a number that the line takes from 1: "1 - 1e-8" is 1 in f32.
std::optional<std::string> LostFromOne(std::string_view text, tensor::DType dtype);

// A line of a program in which names stand for the numbers that they are given, once and for all,
// in its source: "1 - EPSILON" becomes "1 - 1e-8".
std::string WithNumbers(std::string_view line, std::span<const std::string> source);

// Whether the line takes something from 1: "1.0 - x".
bool TakesFromOne(std::string_view text);

}  // namespace tdbg::query
