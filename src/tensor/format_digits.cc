#include "tensor/format_digits.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>

#include "base/check.h"

namespace tdbg::tensor {
namespace {

Digits Zero() {
  Digits zero;
  zero.text[0] = '0';
  zero.size = 1;
  return zero;
}

// From the digits of an integer times 10^last_place.
Digits FromInteger(uint64_t integer, int last_place) {
  if (integer == 0) return Zero();
  while (integer % 10 == 0) {
    integer /= 10;
    ++last_place;
  }
  Digits digits;
  char* const begin = digits.text.data();
  digits.size = static_cast<int>(std::to_chars(begin, begin + 20, integer).ptr - begin);
  digits.exponent = last_place + digits.size - 1;
  return digits;
}

bool IsPowerOfTwo(double value) {
  int exponent = 0;
  return std::frexp(value, &exponent) == 0.5;
}

// From "d.ddde-xx".
Digits FromScientific(const char* begin, const char* end) {
  const char* const mark = std::find(begin, end, 'e');
  const char* exponent = mark + 1;
  if (*exponent == '+') ++exponent;
  Digits digits;
  std::from_chars(exponent, end, digits.exponent);
  for (const char* c = begin; c != mark; ++c) {
    if (*c != '.') digits.text[static_cast<size_t>(digits.size++)] = *c;
  }
  while (digits.size > 1 && digits.text[static_cast<size_t>(digits.size - 1)] == '0') --digits.size;
  return digits;
}

// A float16 and the middles between it and its neighbours are integers in units of 2^-25, and 128
// bits hold them times every power of ten that is needed here.
Digits ShortestF16(double value) {
  constexpr int kUnit = 25;
  const auto units = static_cast<int64_t>(std::ldexp(value, kUnit));
  const auto leading_bit = static_cast<int64_t>(std::bit_floor(static_cast<uint64_t>(units)));
  const int64_t room_above = std::max<int64_t>(1, leading_bit >> 11);
  const bool gap_below_is_half = units == leading_bit && room_above > 1;
  const int64_t room_below = gap_below_is_half ? room_above / 2 : room_above;
  // A middle is read back as the neighbour with the even mantissa.
  const bool takes_middles = (units / (2 * room_above)) % 2 == 0;
  const auto fits = [&](__int128 distance, __int128 room) {
    return distance < room || (takes_middles && distance == room);
  };

  // Tries the two decimal numbers next to the value that end at `place`, for lower and lower
  // places.
  __int128 numerator = 1;
  __int128 denominator = (__int128{1} << kUnit) * 10000;
  for (int place = 4;; --place) {
    const __int128 scaled = units * numerator;
    const auto down = static_cast<uint64_t>(scaled / denominator);
    const __int128 to_down = scaled % denominator;
    const __int128 to_up = denominator - to_down;
    const bool down_fits = fits(to_down, room_below * numerator);
    const bool up_fits = fits(to_up, room_above * numerator);
    const bool down_is_nearer = to_down < to_up || (to_down == to_up && down % 2 == 0);
    if (down_fits && (down_is_nearer || !up_fits)) return FromInteger(down, place);
    if (up_fits) return FromInteger(down + 1, place);
    if (place > 0) {
      denominator /= 10;
    } else {
      numerator *= 10;
    }
  }
}

}  // namespace

Digits ShortestDigits(FloatKind kind, double value) {
  value = std::abs(value);
  TDBG_DCHECK(std::isfinite(value));
  if (value == 0) return Zero();
  if (kind == FloatKind::kF16) return ShortestF16(value);
  char text[32];
  const auto written =
      kind == FloatKind::kF32
          ? std::to_chars(text, text + sizeof(text), static_cast<float>(value),
                          std::chars_format::scientific)
          : std::to_chars(text, text + sizeof(text), value, std::chars_format::scientific);
  return FromScientific(text, written.ptr);
}

Digits FillScientific(const Digits& shortest, double value, int fraction) {
  if (shortest.ScientificFraction() == fraction) return shortest;
  value = std::abs(value);
  char text[32];
  const auto written =
      std::to_chars(text, text + sizeof(text), value, std::chars_format::scientific, fraction);
  // Below a power of two numbers lie closer, so what rounding gives may lead to its neighbour,
  // though it has more digits than the shortest. Of all powers, this happens to a few doubles.
  if (shortest.ScientificFraction() < fraction && IsPowerOfTwo(value)) {
    double read = 0;
    std::from_chars(text, written.ptr, read);
    if (read == std::nextafter(value, 0.0)) return shortest;
  }
  return FromScientific(text, written.ptr);
}

Digits RoundScientific(const Digits& shortest, double value, int fraction) {
  if (shortest.ScientificFraction() <= fraction) return shortest;
  return FillScientific(shortest, value, fraction);
}

Digits RoundPositional(const Digits& shortest, double value, int fraction) {
  if (shortest.PositionalFraction() <= fraction) return shortest;
  const int kept = shortest.exponent + 1 + fraction;
  if (kept > 0) return RoundScientific(shortest, value, kept - 1);
  if (kept < 0) return Zero();
  // No digit is kept, but rounding up makes a 1 in the last place.
  char text[400];
  const auto written =
      std::to_chars(text, text + sizeof(text), std::abs(value), std::chars_format::fixed, fraction);
  return FromInteger(written.ptr[-1] == '1', -fraction);
}

}  // namespace tdbg::tensor
