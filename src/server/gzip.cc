#include "server/gzip.h"

#include <algorithm>
#include <limits>

#include <zlib.h>

#include "base/check.h"

namespace tdbg::server {
namespace {

constexpr size_t kSmallestBytes = 1024;

std::string_view Trimmed(std::string_view text) {
  while (text.starts_with(' ') || text.starts_with('\t')) text.remove_prefix(1);
  while (text.ends_with(' ') || text.ends_with('\t')) text.remove_suffix(1);
  return text;
}

// ";q=0", ";q=0.0": known, but not wanted.
bool IsRefused(std::string_view weight) {
  return weight.starts_with("q=0") && weight.find_first_not_of("0.", 2) == std::string_view::npos;
}

}  // namespace

bool AcceptsGzip(std::string_view accept_encoding) {
  while (!accept_encoding.empty()) {
    const std::string_view item = accept_encoding.substr(0, accept_encoding.find(','));
    accept_encoding.remove_prefix(std::min(item.size() + 1, accept_encoding.size()));
    const std::string_view name = item.substr(0, item.find(';'));
    if (Trimmed(name) != "gzip") continue;
    return name.size() == item.size() || !IsRefused(Trimmed(item.substr(name.size() + 1)));
  }
  return false;
}

std::string Gzip(std::string_view bytes, Effort effort) {
  TDBG_CHECK(bytes.size() < std::numeric_limits<uInt>::max());
  constexpr int kGzipFormat = 16, kMemory = 8;
  z_stream stream{};
  const int level = effort == Effort::kFast ? Z_BEST_SPEED : Z_BEST_COMPRESSION;
  TDBG_CHECK(deflateInit2(&stream, level, Z_DEFLATED, MAX_WBITS + kGzipFormat, kMemory,
                          Z_DEFAULT_STRATEGY) == Z_OK);
  std::string packed(deflateBound(&stream, bytes.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  TDBG_CHECK(deflate(&stream, Z_FINISH) == Z_STREAM_END);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

bool IsWorthGzip(const Answer& answer) {
  const std::string_view type = answer.content_type;
  const bool text = type.starts_with("text/") || type.starts_with("application/json") ||
                    type.starts_with("image/svg");
  constexpr size_t kMost = size_t{1} << 30;
  return text && answer.body.size() > kSmallestBytes && answer.body.size() < kMost;
}

void SetGzipBody(Answer& answer, std::string body) {
  answer.body = std::move(body);
  answer.headers.emplace_back("Content-Encoding", "gzip");
  answer.headers.emplace_back("Vary", "Accept-Encoding");
}

}  // namespace tdbg::server
