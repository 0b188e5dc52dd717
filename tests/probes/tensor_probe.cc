// Answers requests about tensors, so that Python tests can compare with numpy.
//
// A request is one line of nine fields with single blanks between them:
//   dtype shape precision threshold edge_items line_width suppress_small slice data
// shape is "2,3", slice and data are hexadecimal; "-" stands for an empty field. data holds the
// elements' bytes or, for dtypes without numbers, one text per element with commas between them.
// An answer is the line "ok SHAPE BYTES" and so many bytes of text, or the line "error MESSAGE".
#include <charconv>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "tensor/format.h"
#include "tensor/slice.h"

namespace {

using tdbg::Result;
using tdbg::tensor::DType;
using tdbg::tensor::FormatOptions;
using tdbg::tensor::Shape;
using tdbg::tensor::TensorView;

std::vector<std::string_view> Split(std::string_view text, char separator) {
  std::vector<std::string_view> fields;
  for (size_t end = text.find(separator); end != text.npos; end = text.find(separator)) {
    fields.push_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  fields.push_back(text);
  return fields;
}

int64_t Integer(std::string_view text, int base = 10) {
  int64_t value = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value, base);
  TDBG_CHECK(parsed.ec == std::errc() && parsed.ptr == text.data() + text.size());
  return value;
}

std::string FromHex(std::string_view hex) {
  if (hex == "-") return "";
  std::string bytes;
  for (size_t i = 0; i + 1 < hex.size(); i += 2) {
    bytes += static_cast<char>(Integer(hex.substr(i, 2), 16));
  }
  return bytes;
}

Shape ParseShape(std::string_view text) {
  std::vector<int64_t> dims;
  if (text != "-") {
    for (const std::string_view dim : Split(text, ',')) dims.push_back(Integer(dim));
  }
  return Shape(std::move(dims));
}

void Answer(const TensorView& whole, std::string_view slice_text, const FormatOptions& options) {
  const auto slice = tdbg::tensor::ParseSlice(slice_text);
  const Result<TensorView> part =
      slice.ok() ? ApplySlice(*slice, whole) : Result<TensorView>(slice.status());
  if (!part.ok()) {
    std::cout << "error " << part.status().message() << '\n';
    return;
  }
  const std::string text = FormatTensor(*part, options);
  std::cout << "ok " << part->shape.ToString() << ' ' << text.size() << '\n' << text;
}

void AnswerLine(std::string_view line) {
  const std::vector<std::string_view> fields = Split(line, ' ');
  TDBG_CHECK(fields.size() == 9);
  const std::optional<DType> dtype = tdbg::tensor::DTypeFromName(fields[0]);
  TDBG_CHECK(dtype.has_value());
  FormatOptions options;
  options.precision = static_cast<int>(Integer(fields[2]));
  options.threshold = Integer(fields[3]);
  options.edge_items = Integer(fields[4]);
  options.line_width = Integer(fields[5]);
  options.suppress_small = Integer(fields[6]) != 0;
  const std::string slice = FromHex(fields[7]);
  const Shape shape = ParseShape(fields[1]);

  if (!IsOpaque(*dtype)) {
    const std::string bytes = FromHex(fields[8]);
    Answer(TensorView::Contiguous(*dtype, shape, bytes.data()), slice, options);
    return;
  }
  std::vector<std::string> texts;
  for (const std::string_view hex : Split(fields[8], ',')) texts.push_back(FromHex(hex));
  const std::vector<std::string_view> elements(texts.begin(), texts.end());
  Answer(TensorView::Contiguous(*dtype, shape, elements.data()), slice, options);
}

}  // namespace

int main() {
  std::ios::sync_with_stdio(false);
  for (std::string line; std::getline(std::cin, line);) AnswerLine(line);
  return 0;
}
