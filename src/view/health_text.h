// Health in a table or a line: the same words and colours everywhere.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "session/session.h"
#include "view/document.h"

namespace tdbg::view {

// The number with at most six digits.
std::string NumberText(double number);

// "f32[100,10]", "f32 of rank 2", "f32"; "" where nothing is known.
std::string TypeText(const store::Digest& digest);

// "[85,3]"; "" for a scalar.
std::string IndexText(const std::vector<int64_t>& index);

// "512", "1.50k", "3.00M": as tfdbg wrote sizes.
std::string SizeText(int64_t bytes);

// "12.345", milliseconds.
std::string MillisecondsText(int64_t ns);

Cell MaybeCell(const std::optional<double>& number);
Cell MaybeCell(const std::optional<int64_t>& number);
Cell TypeCell(const store::Digest& digest);
Cell ShapeCell(const store::Digest& digest);  // hidden columns: for programs

// "2 NaN, 1 −∞" in the colour of the worst; "" where all is finite; unknown where it cannot be
// told. The datum is the number of bad elements, or whether there are any.
Cell BadCell(const store::Digest& digest);

// The number of NaN and infinite elements, where it is known.
std::optional<int64_t> BadCount(const store::Digest& digest);

}  // namespace tdbg::view
