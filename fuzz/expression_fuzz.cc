// Any text as an expression over a few tensors: it comes to something, or is refused in three
// lines.
#include <cstring>
#include <vector>

#include "expr/evaluate.h"
#include "fuzz/expectations.h"
#include "tensor/format.h"

namespace tdbg::fuzz {
namespace {

using expr::Outcome;
using tensor::DType;
using tensor::Shape;
using tensor::Value;

Result<Value> Tensor(std::string_view name) {
  const auto elements = [](DType dtype, Shape shape) {
    const auto bytes = static_cast<size_t>(*shape.NumElements() * tensor::Info(dtype).bytes);
    std::vector<std::byte> data(bytes);
    for (size_t i = 0; i < bytes; ++i) data[i] = static_cast<std::byte>(i * 37 + 60);
    return Value::Own(dtype, std::move(shape), std::move(data));
  };
  if (name == "x") return elements(DType::kF32, {2, 3});
  if (name == "d") return elements(DType::kF64, {5});
  if (name == "i") return elements(DType::kI32, {3, 2});
  if (name == "u") return elements(DType::kU64, {});
  if (name == "h") return elements(DType::kF16, {2, 1, 2});
  if (name == "b") return elements(DType::kBF16, {4});
  if (name == "n") return elements(DType::kI4, {4});
  if (name == "c") return elements(DType::kComplex64, {2, 2});
  if (name == "z") return elements(DType::kF32, {0, 3});
  if (name == "s") return Value::OfTexts(DType::kString, {2}, {"a", "b"});
  return NotFound("there is no such tensor");
}

void ExpectReadable(const Outcome& outcome) {
  if (const auto* value = std::get_if<Value>(&outcome.is)) {
    TDBG_CHECK(value->view().num_elements() <= int64_t{1} << 28);
    TDBG_CHECK(!tensor::FormatTensor(value->view()).empty());
  } else if (const auto* items = std::get_if<std::vector<Outcome>>(&outcome.is)) {
    for (const Outcome& item : *items) ExpectReadable(item);
  }
}

// The message, the text, the caret, each one line.
void ExpectUnderlined(const Status& status) {
  std::string_view rest = status.message();
  for (int line = 0; line < 2; ++line) {
    const size_t end = rest.find('\n');
    TDBG_CHECK(end != std::string_view::npos);
    ExpectOneLine(rest.substr(0, end));
    rest.remove_prefix(end + 1);
  }
  ExpectOneLine(rest);
  TDBG_CHECK(rest.find('^') != std::string_view::npos);
}

void EvaluateAny(std::string_view text) {
  // Large arrays are legal, and slow to fuzz with: numbers have one digit.
  constexpr size_t kLongest = 200;
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const auto goes_on = [&](char c) { return is_digit(c) || c == '_' || (c | 0x20) >= 'a'; };
  for (size_t i = 1; i < text.size(); ++i) {
    if (is_digit(text[i - 1]) && goes_on(text[i])) return;
  }
  if (text.size() > kLongest || text.find("**") != text.npos || text.find("<<") != text.npos) {
    return;
  }
  const Result<Outcome> outcome = expr::Evaluate(text, {Tensor, nullptr});
  if (!outcome.ok()) return ExpectUnderlined(outcome.status());
  ExpectReadable(*outcome);
}

}  // namespace
}  // namespace tdbg::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  tdbg::fuzz::EvaluateAny(tdbg::fuzz::AsText(data, size));
  return 0;
}
