#include "tensor/format_text.h"

namespace tdbg::tensor {
namespace {

bool IsControl(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte < 0x20 || byte == 0x7f;
}

void AppendHex(char c, std::string& out) {
  constexpr char kHex[] = "0123456789abcdef";
  const auto byte = static_cast<unsigned char>(c);
  out += "\\x";
  out += kHex[byte >> 4];
  out += kHex[byte & 15];
}

}  // namespace

std::string QuoteBytes(std::string_view bytes) {
  const bool has_single = bytes.find('\'') != std::string_view::npos;
  const bool has_double = bytes.find('"') != std::string_view::npos;
  const char quote = has_single && !has_double ? '"' : '\'';
  std::string out = {'b', quote};
  for (const char c : bytes) {
    if (c == quote || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\t') {
      out += "\\t";
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\r') {
      out += "\\r";
    } else if (IsControl(c) || static_cast<unsigned char>(c) >= 0x80) {
      AppendHex(c, out);
    } else {
      out += c;
    }
  }
  out += quote;
  return out;
}

std::string EscapeControls(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (IsControl(c)) {
      AppendHex(c, out);
    } else {
      out += c;
    }
  }
  return out;
}

}  // namespace tdbg::tensor
