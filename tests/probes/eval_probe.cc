// Evaluates expressions, so that Python tests can compare with numpy.
//
// Requests are lines: "tensor NAME DTYPE SHAPE DATA" makes a tensor known, "eval TEXT" asks. SHAPE
// is "2,3", or "-" for a scalar; DATA and TEXT are hexadecimal, "-" where empty. The answer to
// "eval" is one of the lines "array DTYPE SHAPE DATA", "text TEXT", "error TEXT", or "tuple N" and
// N more answers.
#include <charconv>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "expr/evaluate.h"

namespace {

using tdbg::Result;
using tdbg::expr::Outcome;
using tdbg::tensor::Shape;
using tdbg::tensor::Value;

std::string FromHex(std::string_view hex) {
  if (hex == "-") return "";
  std::string bytes;
  for (size_t i = 0; i + 1 < hex.size(); i += 2) {
    unsigned byte = 0;
    const auto parsed = std::from_chars(hex.data() + i, hex.data() + i + 2, byte, 16);
    TDBG_CHECK(parsed.ptr == hex.data() + i + 2);
    bytes += static_cast<char>(byte);
  }
  return bytes;
}

std::string ToHex(std::string_view bytes) {
  constexpr char kHex[] = "0123456789abcdef";
  if (bytes.empty()) return "-";
  std::string hex;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    hex += kHex[byte >> 4];
    hex += kHex[byte & 15];
  }
  return hex;
}

Shape ParseShape(const std::string& text) {
  std::vector<int64_t> dims;
  std::istringstream in(text == "-" ? "" : text);
  for (std::string dim; std::getline(in, dim, ',');) dims.push_back(std::stoll(dim));
  return Shape(std::move(dims));
}

std::string ShapeText(const Shape& shape) {
  std::string text;
  for (const int64_t dim : shape.dims()) text += (text.empty() ? "" : ",") + std::to_string(dim);
  return text.empty() ? "-" : text;
}

void Print(const Outcome& outcome) {
  if (const auto* value = std::get_if<Value>(&outcome.is)) {
    const auto& info = tdbg::tensor::Info(value->dtype());
    const auto bytes = static_cast<size_t>(value->view().num_elements() * info.bytes);
    const std::string_view data(reinterpret_cast<const char*>(value->view().data), bytes);
    std::cout << "array " << info.name << ' ' << ShapeText(value->shape()) << ' ' << ToHex(data)
              << '\n';
  } else if (const auto* text = std::get_if<std::string>(&outcome.is)) {
    std::cout << "text " << ToHex(*text) << '\n';
  } else {
    const auto& items = std::get<std::vector<Outcome>>(outcome.is);
    std::cout << "tuple " << items.size() << '\n';
    for (const Outcome& item : items) Print(item);
  }
}

}  // namespace

int main() {
  std::ios::sync_with_stdio(false);
  std::map<std::string, Value, std::less<>> tensors;
  tdbg::expr::Environment environment;
  environment.tensor = [&](std::string_view name) -> Result<Value> {
    const auto it = tensors.find(name);
    if (it == tensors.end()) return tdbg::NotFound("no such tensor");
    return it->second;
  };
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream in(line);
    std::string kind, name, dtype, shape, data;
    in >> kind;
    if (kind == "tensor") {
      in >> name >> dtype >> shape >> data;
      const std::string bytes = FromHex(data);
      const auto* begin = reinterpret_cast<const std::byte*>(bytes.data());
      tensors[name] = Value::Own(*tdbg::tensor::DTypeFromName(dtype), ParseShape(shape),
                                 {begin, begin + bytes.size()});
      continue;
    }
    in >> data;
    const Result<Outcome> outcome = tdbg::expr::Evaluate(FromHex(data), environment);
    if (outcome.ok()) {
      Print(*outcome);
    } else {
      std::cout << "error " << ToHex(outcome.status().message()) << '\n';
    }
  }
  return 0;
}
