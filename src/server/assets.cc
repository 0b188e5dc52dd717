#include "server/assets.h"

#include <algorithm>
#include <array>

#include "server/gzip.h"

namespace tdbg::server {
namespace {

std::string ContentType(std::string_view path) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 10> kTypes = {{
      {".html", "text/html; charset=utf-8"},
      {".js", "text/javascript; charset=utf-8"},
      {".css", "text/css; charset=utf-8"},
      {".json", "application/json"},
      {".svg", "image/svg+xml"},
      {".png", "image/png"},
      {".ico", "image/x-icon"},
      {".woff2", "font/woff2"},
      {".txt", "text/plain; charset=utf-8"},
      {".wasm", "application/wasm"},
  }};
  for (const auto& [ending, type] : kTypes) {
    if (path.ends_with(ending)) return std::string(type);
  }
  return "application/octet-stream";
}

}  // namespace

Answer Assets::Get(std::string_view path, bool gzip) {
  const std::string_view name = path == "/" ? "index.html" : path.substr(1);
  const auto file = std::ranges::find(files_, name, &EmbeddedFile::path);
  if (file == files_.end()) {
    if (path == "/") {
      return PlainPage(200,
                       "This tdbg was built without its page. <code>make build</code> builds "
                       "both; what it answers to programs is here all the same.");
    }
    return ErrorAnswer(404, "there is nothing at " + std::string(path));
  }
  Answer answer{.content_type = ContentType(name), .body = std::string(file->begin, file->end)};
  // Their names change with what is in them.
  if (name.starts_with("assets/")) answer.cache_control = "private, max-age=31536000, immutable";
  if (gzip && IsWorthGzip(answer)) {
    std::string& packed = packed_[file->path];
    if (packed.empty()) packed = Gzip(answer.body, Effort::kSmall);
    SetGzipBody(answer, packed);
  }
  return answer;
}

}  // namespace tdbg::server
