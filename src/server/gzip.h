// Smaller answers for those who read gzip.
#pragma once

#include <string>
#include <string_view>

#include "server/answer.h"

namespace tdbg::server {

// Whether the header Accept-Encoding asks for gzip.
bool AcceptsGzip(std::string_view accept_encoding);

enum class Effort { kFast, kSmall };
std::string Gzip(std::string_view bytes, Effort effort);

// Whether gzip is worth its time: more than 1 KiB of a kind of text.
bool IsWorthGzip(const Answer& answer);

// The answer with `body`, which is what it had as gzip.
void SetGzipBody(Answer& answer, std::string body);

}  // namespace tdbg::server
