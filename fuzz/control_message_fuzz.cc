// Any bytes on the control channel, as either end may get them: each line is understood or refused
// in one line, and what was understood means the same when it is said again.
#include <string>

#include "control/message.h"
#include "fuzz/expectations.h"

namespace tdbg::fuzz {
namespace {

// A hello of another version says no more than that.
bool IsWhole(const control::Report& report) { return report.version == control::kProtocolVersion; }
bool IsWhole(const control::Request&) { return true; }

template <typename Message>
const Message* Told(const std::optional<Message>& message) {
  return message ? &*message : nullptr;
}
const control::Request* Told(const control::Request& request) { return &request; }

template <typename Parse>
void SayAgain(const std::string& line, Parse parse) {
  const auto parsed = parse(line);
  if (!parsed.ok()) return ExpectOneLine(parsed.status());
  const auto* const message = Told(*parsed);
  if (message == nullptr || !IsWhole(*message)) return;
  std::string again = ToLine(*message);
  TDBG_CHECK(again.find('\n') == again.size() - 1);
  again.pop_back();
  const auto same = parse(again);
  TDBG_CHECK(same.ok() && Told(*same) != nullptr && *Told(*same) == *message);
}

void ReadAny(std::string_view bytes) {
  control::LineBuffer lines;
  std::string line;
  const size_t half = bytes.size() / 2;
  for (const std::string_view part : {bytes.substr(0, half), bytes.substr(half)}) {
    lines.Add(part);
    while (lines.Next(&line)) {
      TDBG_CHECK(line.find('\n') == line.npos);
      SayAgain(line, control::ParseReport);
      SayAgain(line, control::ParseRequest);
    }
  }
}

}  // namespace
}  // namespace tdbg::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  tdbg::fuzz::ReadAny(tdbg::fuzz::AsText(data, size));
  return 0;
}
