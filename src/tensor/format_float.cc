#include "tensor/format_float.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace tdbg::tensor {
namespace {

// numpy compares in the type of the array: this is 1e-4 rounded to it.
double SmallestPositional(FloatKind kind) {
  switch (kind) {
    case FloatKind::kF16:
      return 0x1.a38p-14;
    case FloatKind::kF32:
      return double{1e-4f};
    case FloatKind::kF64:
      break;
  }
  return 1e-4;
}

// A column with a number from here on is scientific.
double LargestPositional(FloatKind kind) {
  switch (kind) {
    case FloatKind::kF16:
      return 1e3;
    case FloatKind::kF32:
      return 1e6;
    case FloatKind::kF64:
      break;
  }
  return 1e8;
}

// The quotient, too, is rounded to the type before it is compared.
bool SpansMoreThanThousand(FloatKind kind, double smallest, double largest) {
  if (kind == FloatKind::kF64) return largest / smallest > 1000;
  const float quotient = static_cast<float>(largest) / static_cast<float>(smallest);
  // 1000.25 is half way from 1000 to the next float16, and ties go to 1000.
  return quotient > (kind == FloatKind::kF16 ? 1000.25f : 1000.0f);
}

int CharactersBeforePoint(const Digits& digits) { return std::max(digits.exponent, 0) + 1; }

int ExponentDigits(const Digits& digits) { return std::abs(digits.exponent) < 100 ? 2 : 3; }

void AppendPositional(const Digits& digits, std::string& out) {
  const std::string_view all = digits.view();
  if (digits.exponent < 0) {
    out += "0.";
    out.append(static_cast<size_t>(-digits.exponent - 1), '0');
    out += all;
    return;
  }
  const auto whole = static_cast<size_t>(digits.exponent) + 1;
  out += all.substr(0, whole);
  if (all.size() < whole) out.append(whole - all.size(), '0');
  out += '.';
  if (all.size() > whole) out += all.substr(whole);
}

void AppendExponent(int exponent, int least_digits, std::string& out) {
  const std::string digits = std::to_string(std::abs(exponent));
  out += exponent < 0 ? "e-" : "e+";
  out.append(static_cast<size_t>(std::max(0, least_digits - static_cast<int>(digits.size()))), '0');
  out += digits;
}

std::string_view NonFiniteText(double value, bool plus) {
  if (std::isnan(value)) return plus ? "+nan" : "nan";
  if (value < 0) return "-inf";
  return plus ? "+inf" : "inf";
}

}  // namespace

std::string FormatFloat(FloatKind kind, double value, std::string_view whole) {
  if (!std::isfinite(value)) return std::string(NonFiniteText(value, false));
  const double magnitude = std::abs(value);
  // A double alone stays positional for longer than in a column.
  const double end = kind == FloatKind::kF64 ? 1e16 : LargestPositional(kind);
  const Digits digits = ShortestDigits(kind, value);
  std::string text = std::signbit(value) ? "-" : "";
  if (magnitude == 0 || (magnitude >= 1e-4 && magnitude < end)) {
    AppendPositional(digits, text);
    if (text.back() == '.') {
      text.pop_back();
      text += whole;
    }
    return text;
  }
  text += digits.view()[0];
  if (digits.size > 1) text.append(".").append(digits.view().substr(1));
  AppendExponent(digits.exponent, 2, text);
  return text;
}

FloatColumn::FloatColumn(FloatKind kind, const FormatOptions& options, bool plus)
    : kind_(kind),
      precision_(std::max(options.precision, 0)),
      suppress_small_(options.suppress_small),
      plus_(plus) {}

bool FloatColumn::HasSign(double value) const { return plus_ || std::signbit(value); }

void FloatColumn::Observe(double value) {
  if (!std::isfinite(value)) {
    saw_non_finite_ = true;
    saw_negative_infinity_ |= std::isinf(value) && value < 0;
    return;
  }
  const double magnitude = std::abs(value);
  if (magnitude > 0) {
    largest_ = std::max(largest_, magnitude);
    smallest_ = smallest_ == 0 ? magnitude : std::min(smallest_, magnitude);
  }
  const int sign = HasSign(value) ? 1 : 0;
  const Digits shortest = ShortestDigits(kind_, value);

  const Digits scientific = RoundScientific(shortest, value, precision_);
  scientific_.before = std::max(scientific_.before, sign + 1);
  scientific_.behind = std::max(scientific_.behind, scientific.ScientificFraction());
  exponent_digits_ = std::max(exponent_digits_, ExponentDigits(scientific));

  const Digits positional = RoundPositional(shortest, value, precision_);
  positional_.before = std::max(positional_.before, sign + CharactersBeforePoint(positional));
  positional_.behind = std::max(positional_.behind, positional.PositionalFraction());
}

bool FloatColumn::NeedsScientific() const {
  if (smallest_ == 0) return false;
  if (largest_ >= LargestPositional(kind_)) return true;
  return !suppress_small_ && (smallest_ < SmallestPositional(kind_) ||
                              SpansMoreThanThousand(kind_, smallest_, largest_));
}

void FloatColumn::Settle() {
  is_scientific_ = NeedsScientific();
  widths_ = positional_;
  if (is_scientific_) {
    constexpr int kLetterAndSign = 2;
    widths_ = {scientific_.before, scientific_.behind + kLetterAndSign + exponent_digits_};
  }
  if (saw_non_finite_) {
    const int longest = saw_negative_infinity_ || plus_ ? 4 : 3;
    widths_.before = std::max(widths_.before, longest - 1 - widths_.behind);
  }
}

void FloatColumn::Append(double value, std::string& out) const {
  const auto width = static_cast<size_t>(widths_.before + 1 + widths_.behind);
  if (!std::isfinite(value)) {
    const std::string_view text = NonFiniteText(value, plus_);
    out.append(width - text.size(), ' ');
    out += text;
    return;
  }
  const Digits shortest = ShortestDigits(kind_, value);
  const Digits digits = is_scientific_ ? FillScientific(shortest, value, scientific_.behind)
                                       : RoundPositional(shortest, value, precision_);
  const int before =
      (HasSign(value) ? 1 : 0) + (is_scientific_ ? 1 : CharactersBeforePoint(digits));
  const size_t start = out.size();
  out.append(static_cast<size_t>(widths_.before - before), ' ');
  if (HasSign(value)) out += std::signbit(value) ? '-' : '+';
  if (is_scientific_) {
    AppendScientific(digits, out);
  } else {
    AppendPositional(digits, out);
  }
  out.append(width - (out.size() - start), ' ');
}

void FloatColumn::AppendScientific(const Digits& digits, std::string& out) const {
  out += digits.view()[0];
  out += '.';
  out += digits.view().substr(1);
  out.append(static_cast<size_t>(scientific_.behind - digits.ScientificFraction()), '0');
  AppendExponent(digits.exponent, exponent_digits_, out);
}

}  // namespace tdbg::tensor
