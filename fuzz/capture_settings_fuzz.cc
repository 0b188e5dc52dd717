// Any pair of words as a setting of the capture library ("key\nvalue"), patterns above all: taken,
// or refused in one line; and a pattern that was taken matches in time linear in the text.
#include "capture/pattern.h"
#include "capture/settings.h"
#include "fuzz/expectations.h"

namespace tdbg::fuzz {
namespace {

void SetAny(std::string_view text) {
  const size_t newline = text.find('\n');
  const std::string_view key = text.substr(0, newline);
  const std::string_view value = newline == text.npos ? text : text.substr(newline + 1);
  capture::Settings settings;
  if (const Status status = settings.Set(key, value); !status.ok()) ExpectOneLine(status);
  TDBG_CHECK(settings.every >= 1 && settings.stride >= 1 && settings.budget_bytes >= 1);
  TDBG_CHECK(settings.first_step <= settings.end_step);

  const auto pattern = capture::Pattern::Parse(value);
  if (!pattern.ok()) return ExpectOneLine(pattern.status());
  const std::string again(2000, value.empty() ? 'a' : value[0]);
  for (const std::string_view subject : {std::string_view(), value, key, std::string_view(again)}) {
    const bool once = pattern->Matches(subject);
    TDBG_CHECK(pattern->Matches(subject) == once);
  }
}

}  // namespace
}  // namespace tdbg::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size > 1000) return 0;
  tdbg::fuzz::SetAny(tdbg::fuzz::AsText(data, size));
  return 0;
}
