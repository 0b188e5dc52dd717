#include "tensor/format_element.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <complex>

#include "tensor/element.h"
#include "tensor/format_float.h"
#include "tensor/format_text.h"
#include "tensor/number_environment.h"

namespace tdbg::tensor {
namespace {

FloatKind KindOf(DType dtype) {
  switch (dtype) {
    case DType::kF16:
      return FloatKind::kF16;
    case DType::kF32:
    case DType::kComplex64:
      return FloatKind::kF32;
    default:
      return FloatKind::kF64;
  }
}

// Whether numpy itself prints the type. The others come from ml_dtypes, which prints each element
// alone, in no common width.
bool IsNumpysOwn(DType dtype) {
  const DTypeInfo& info = Info(dtype);
  switch (info.cls) {
    case DTypeClass::kFloat:
      return info.bits >= 16 && dtype != DType::kBF16;
    case DTypeClass::kSigned:
    case DTypeClass::kUnsigned:
      return info.bits >= 8;
    default:
      return HasNumbers(dtype);
  }
}

std::string IntegerText(DType dtype, const std::byte* at) {
  return Info(dtype).cls == DTypeClass::kSigned ? std::to_string(ReadInt64(dtype, at))
                                                : std::to_string(ReadUint64(dtype, at));
}

// Six significant digits, as ml_dtypes prints them.
std::string NarrowFloatText(DType dtype, const std::byte* at) {
  const double value = ReadDouble(dtype, at);
  if (std::isnan(value)) return "nan";  // without the sign that to_chars would show
  char text[32];
  const auto written =
      std::to_chars(text, text + sizeof(text), value, std::chars_format::general, 6);
  return std::string(text, written.ptr);
}

std::string ComplexText(DType dtype, const std::byte* at) {
  const std::complex<double> value = ReadComplex(dtype, at);
  const FloatKind kind = KindOf(dtype);
  const std::string imaginary = FormatFloat(kind, value.imag(), "") + 'j';
  if (value.real() == 0 && !std::signbit(value.real())) return imaginary;
  const std::string real = FormatFloat(kind, value.real(), "");
  return '(' + real + (imaginary[0] == '-' ? "" : "+") + imaginary + ')';
}

// An element as it prints alone.
std::string PlainText(DType dtype, const std::byte* at) {
  switch (Info(dtype).cls) {
    case DTypeClass::kNone:
      return "?";
    case DTypeClass::kFloat:
      return IsNumpysOwn(dtype) ? FormatFloat(KindOf(dtype), ReadDouble(dtype, at), ".0")
                                : NarrowFloatText(dtype, at);
    case DTypeClass::kSigned:
    case DTypeClass::kUnsigned:
      return IntegerText(dtype, at);
    case DTypeClass::kBool:
      return ReadUint64(dtype, at) ? "True" : "False";
    case DTypeClass::kComplex:
      return ComplexText(dtype, at);
    case DTypeClass::kOpaque:
      break;
  }
  return dtype == DType::kString ? QuoteBytes(ReadText(at)) : EscapeControls(ReadText(at));
}

class PlainColumn : public ElementColumn {
 public:
  explicit PlainColumn(DType dtype) : dtype_(dtype) {}

  void Observe(const std::byte*) override {}
  void Settle() override {}
  void Append(const std::byte* at, std::string& out) const override {
    out += PlainText(dtype_, at);
  }

 private:
  const DType dtype_;
};

class RightAlignedColumn : public ElementColumn {
 public:
  RightAlignedColumn(DType dtype, size_t least_width) : dtype_(dtype), width_(least_width) {}

  void Observe(const std::byte* at) override {
    width_ = std::max(width_, PlainText(dtype_, at).size());
  }
  void Settle() override {}
  void Append(const std::byte* at, std::string& out) const override {
    const std::string text = PlainText(dtype_, at);
    out.append(width_ - text.size(), ' ');
    out += text;
  }

 private:
  const DType dtype_;
  size_t width_;
};

class RealColumn : public ElementColumn {
 public:
  RealColumn(DType dtype, const FormatOptions& options)
      : dtype_(dtype), column_(KindOf(dtype), options, /*plus=*/false) {}

  void Observe(const std::byte* at) override { column_.Observe(ReadDouble(dtype_, at)); }
  void Settle() override { column_.Settle(); }
  void Append(const std::byte* at, std::string& out) const override {
    column_.Append(ReadDouble(dtype_, at), out);
  }

 private:
  const DType dtype_;
  FloatColumn column_;
};

class ComplexColumn : public ElementColumn {
 public:
  ComplexColumn(DType dtype, const FormatOptions& options)
      : dtype_(dtype),
        real_(KindOf(dtype), options, /*plus=*/false),
        imaginary_(KindOf(dtype), options, /*plus=*/true) {}

  void Observe(const std::byte* at) override {
    const std::complex<double> value = ReadComplex(dtype_, at);
    real_.Observe(value.real());
    imaginary_.Observe(value.imag());
  }
  void Settle() override {
    real_.Settle();
    imaginary_.Settle();
  }
  void Append(const std::byte* at, std::string& out) const override {
    const std::complex<double> value = ReadComplex(dtype_, at);
    real_.Append(value.real(), out);
    imaginary_.Append(value.imag(), out);
    // The letter follows the last digit, before the blanks that fill the column.
    out.insert(out.find_last_not_of(' ') + 1, 1, 'j');
  }

 private:
  const DType dtype_;
  FloatColumn real_;
  FloatColumn imaginary_;
};

}  // namespace

std::string FormatElement(DType dtype, const std::byte* at) {
  const NumberEnvironment environment;
  return PlainText(dtype, at);
}

std::unique_ptr<ElementColumn> MakeElementColumn(DType dtype, const FormatOptions& options) {
  if (!IsNumpysOwn(dtype)) return std::make_unique<PlainColumn>(dtype);
  switch (Info(dtype).cls) {
    case DTypeClass::kFloat:
      return std::make_unique<RealColumn>(dtype, options);
    case DTypeClass::kComplex:
      return std::make_unique<ComplexColumn>(dtype, options);
    case DTypeClass::kBool:
      return std::make_unique<RightAlignedColumn>(dtype, std::string_view("False").size());
    default:
      return std::make_unique<RightAlignedColumn>(dtype, 0);
  }
}

}  // namespace tdbg::tensor
