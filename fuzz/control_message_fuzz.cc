// Any bytes on the control channel, as either end may get them: each line is understood or refused
// in one line, and what was understood means the same when it is said again.
#include <string>

#include "control/message.h"
#include "fuzz/expectations.h"

namespace tdbg::fuzz {
namespace {

template <typename Message, typename Parse>
void SayAgain(const std::string& line, Parse parse) {
  const Result<Message> message = parse(line);
  if (!message.ok()) return ExpectOneLine(message.status());
  std::string again = ToLine(*message);
  TDBG_CHECK(again.find('\n') == again.size() - 1);
  again.pop_back();
  const Result<Message> same = parse(again);
  TDBG_CHECK(same.ok() && *same == *message);
}

void ReadAny(std::string_view bytes) {
  control::LineBuffer lines;
  std::string line;
  const size_t half = bytes.size() / 2;
  for (const std::string_view part : {bytes.substr(0, half), bytes.substr(half)}) {
    lines.Add(part);
    while (lines.Next(&line)) {
      TDBG_CHECK(line.find('\n') == line.npos);
      SayAgain<control::Report>(line, control::ParseReport);
      SayAgain<control::Command>(line, control::ParseCommand);
    }
  }
}

}  // namespace
}  // namespace tdbg::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  tdbg::fuzz::ReadAny(tdbg::fuzz::AsText(data, size));
  return 0;
}
