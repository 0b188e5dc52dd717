#include "view/tensor_lines.h"

#include <cmath>
#include <string>

#include "tensor/each_element.h"
#include "tensor/element.h"

namespace tdbg::view {
namespace {

using tensor::DTypeClass;
using tensor::TensorView;

bool HasOrder(tensor::DType dtype) {
  return tensor::HasNumbers(dtype) && tensor::Info(dtype).cls != DTypeClass::kComplex;
}

Style StyleOf(tensor::DType dtype, const std::byte* at, const std::optional<Ranges>& marked) {
  const DTypeClass cls = tensor::Info(dtype).cls;
  if (cls == DTypeClass::kComplex) {
    const std::complex<double> number = tensor::ReadComplex(dtype, at);
    if (std::isnan(number.real()) || std::isnan(number.imag())) return Style::kNan;
    if (std::isinf(number.real())) return number.real() > 0 ? Style::kPosInf : Style::kNegInf;
    if (std::isinf(number.imag())) return number.imag() > 0 ? Style::kPosInf : Style::kNegInf;
    return Style::kPlain;
  }
  if (cls == DTypeClass::kOpaque || cls == DTypeClass::kNone) return Style::kPlain;
  const double number = tensor::ReadDouble(dtype, at);
  if (marked && marked->Holds(number)) return Style::kHighlight;
  if (std::isnan(number)) return Style::kNan;
  if (std::isinf(number)) return number > 0 ? Style::kPosInf : Style::kNegInf;
  return cls == DTypeClass::kFloat && number == 0 ? Style::kZero : Style::kPlain;
}

}  // namespace

std::vector<Line> TensorLines(const TensorView& view, const tensor::FormatOptions& options,
                              const std::optional<Ranges>& marked) {
  std::vector<tensor::ElementSpan> spans;
  const std::string text = tensor::FormatTensor(view, options, &spans);
  std::vector<Line> lines;
  size_t next = 0;
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    Line line;
    size_t done = begin;  // all before this is in a segment
    const auto add = [&](size_t until, Style style) {
      if (until > done) line.Add(text.substr(done, until - done), style);
      done = until;
    };
    for (; next < spans.size() && spans[next].begin < end; ++next) {
      const tensor::ElementSpan& span = spans[next];
      line.elements.push_back({span.element, span.begin - begin, span.end - begin});
      const Style style = StyleOf(view.dtype, span.at, marked);
      if (style == Style::kPlain) continue;
      add(span.begin, Style::kPlain);
      add(span.end, style);
    }
    add(end, Style::kPlain);
    lines.push_back(std::move(line));
    begin = end + 1;
  }
  return lines;
}

Result<int64_t> CountInRanges(const TensorView& view, const Ranges& ranges) {
  if (!HasOrder(view.dtype)) {
    return Unsupported("ranges need numbers with an order; these are of type " +
                       std::string(tensor::Info(view.dtype).name));
  }
  int64_t count = 0;
  tensor::ForEachElement(view, [&](const std::byte* at) {
    count += ranges.Holds(tensor::ReadDouble(view.dtype, at)) ? 1 : 0;
  });
  return count;
}

}  // namespace tdbg::view
