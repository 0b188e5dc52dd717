#include "server/url.h"

#include <algorithm>
#include <optional>

namespace tdbg::server {
namespace {

std::optional<int> HexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return std::nullopt;
}

enum class Plus { kIsPlus, kIsBlank };  // in a path, in a query

std::optional<std::string> Decoded(std::string_view text, Plus plus) {
  std::string decoded;
  decoded.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%') {
      if (i + 2 >= text.size()) return std::nullopt;
      const auto high = HexDigit(text[i + 1]), low = HexDigit(text[i + 2]);
      if (!high || !low) return std::nullopt;
      decoded += static_cast<char>(*high * 16 + *low);
      i += 2;
    } else {
      decoded += text[i] == '+' && plus == Plus::kIsBlank ? ' ' : text[i];
    }
  }
  return decoded;
}

// The text up to `separator`, which are both taken from the front of `rest`.
std::string_view TakeUntil(char separator, std::string_view& rest) {
  const std::string_view part = rest.substr(0, rest.find(separator));
  rest.remove_prefix(std::min(part.size() + 1, rest.size()));
  return part;
}

bool IsPlain(std::string_view path) {
  return std::ranges::none_of(path, [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < ' ' || byte == 0x7f || c == '\\';
  });
}

bool Climbs(std::string_view path) {
  path.remove_prefix(1);
  while (!path.empty()) {
    const std::string_view part = TakeUntil('/', path);
    if (part.empty() || part == "." || part == "..") return true;
  }
  return false;
}

}  // namespace

Result<Target> ParseTarget(std::string_view target) {
  if (!target.starts_with('/')) return InvalidArgument("a path begins with /");
  const std::string_view path = TakeUntil('?', target);
  Target parsed{.query = std::string(target)};
  const auto decoded = Decoded(path, Plus::kIsPlus);
  if (!decoded) return InvalidArgument("% in a path is followed by two hexadecimal digits");
  parsed.path = *decoded;
  if (!IsPlain(parsed.path)) {
    return InvalidArgument("a path has no control characters and no backslash");
  }
  if (Climbs(parsed.path)) return InvalidArgument("a path has no empty parts, no . and no ..");
  while (!target.empty()) {
    std::string_view value = TakeUntil('&', target);
    if (value.empty()) continue;
    auto name = Decoded(TakeUntil('=', value), Plus::kIsBlank);
    auto text = Decoded(value, Plus::kIsBlank);
    if (!name || !text) {
      return InvalidArgument("% in a parameter is followed by two hexadecimal digits");
    }
    parsed.parameters.emplace(*std::move(name), *std::move(text));
  }
  return parsed;
}

std::string QueryWithout(std::string_view query, std::string_view name) {
  std::string kept;
  while (!query.empty()) {
    const std::string_view parameter = TakeUntil('&', query);
    if (Decoded(parameter.substr(0, parameter.find('=')), Plus::kIsBlank) == name) continue;
    if (!kept.empty()) kept += '&';
    kept += parameter;
  }
  return kept;
}

}  // namespace tdbg::server
