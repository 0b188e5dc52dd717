#include "control/message.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <utility>

#include "base/printable.h"
#include "base/whole_number.h"

namespace tdbg::control {
namespace {

constexpr std::array<std::string_view, 4> kReasons = {"birth", "error", "hold", "end"};

// Paths may hold anything: newlines would end the line early.
std::string Escaped(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '%') {
      escaped += "%25";
    } else if (c == '\n') {
      escaped += "%0A";
    } else {
      escaped += c;
    }
  }
  return escaped;
}

std::string Unescaped(std::string_view text) {
  std::string plain;
  for (size_t i = 0; i < text.size(); ++i) {
    const std::string_view code = text.substr(i, 3);
    if (code == "%25" || code == "%0A") {
      plain += code == "%25" ? '%' : '\n';
      i += 2;
    } else {
      plain += text[i];
    }
  }
  return plain;
}

class Words {
 public:
  explicit Words(std::string_view line) : rest_(line) {}

  std::string_view Next() {
    const size_t blank = rest_.find(' ');
    const std::string_view word = rest_.substr(0, blank);
    rest_.remove_prefix(blank == rest_.npos ? rest_.size() : blank + 1);
    return word;
  }
  std::string_view Rest() { return std::exchange(rest_, {}); }

  // False, once and for all, if one was no number.
  void Number(int64_t* number) {
    const auto value = WholeNumber(Next());
    ok_ &= value.has_value();
    *number = value.value_or(0);
  }
  void Refuse() { ok_ = false; }
  bool ok() const { return ok_ && rest_.empty(); }

 private:
  std::string_view rest_;
  bool ok_ = true;
};

Status NotUnderstood(std::string_view line) {
  return Corrupt("control channel: '" + Printable(line.substr(0, 100)) + "' is not understood");
}

std::string Joined(std::string_view word, std::initializer_list<int64_t> numbers) {
  std::string line(word);
  for (const int64_t number : numbers) line += " " + std::to_string(number);
  return line;
}

std::string JoinedWords(const std::vector<std::string>& words) {
  std::string joined;
  for (const std::string& word : words) joined += (joined.empty() ? "" : ",") + word;
  return joined.empty() ? "-" : joined;
}

std::vector<std::string> SplitWords(std::string_view joined) {
  std::vector<std::string> words;
  while (!joined.empty() && joined != "-") {
    const size_t comma = std::min(joined.find(','), joined.size());
    words.emplace_back(joined.substr(0, comma));
    joined.remove_prefix(std::min(comma + 1, joined.size()));
  }
  return words;
}

void ReadHello(Words& words, Report& report) {
  words.Number(&report.version);
  words.Number(&report.pid);
  const std::string_view rest = words.Rest();
  if (report.version != kProtocolVersion) return;
  const size_t blank = rest.find(' ');
  if (blank == rest.npos || blank + 1 == rest.size()) {
    words.Refuse();
    return;
  }
  report.capabilities = SplitWords(rest.substr(0, blank));
  report.run_directory = Unescaped(rest.substr(blank + 1));
}

void ReadHeld(Words& words, Report& report) {
  words.Number(&report.stop);
  const auto known = std::find(kReasons.begin(), kReasons.end(), words.Next());
  if (known == kReasons.end()) {
    words.Refuse();
    return;
  }
  report.reason = static_cast<HoldReason>(known - kReasons.begin());
  words.Number(&report.execution);
  words.Number(&report.op);
  words.Number(&report.slot);
  words.Number(&report.time_ns);
}

void ReadAnswer(Words& words, Report& report) {
  words.Number(&report.request);
  const std::string_view verdict = words.Next();
  if (verdict == "refused") {
    report.refusal = Unescaped(words.Rest());
    if (report.refusal.empty()) words.Refuse();
  } else if (verdict != "ok") {
    words.Refuse();
  }
}

}  // namespace

std::string ToLine(const Report& report) {
  using Kind = Report::Kind;
  switch (report.kind) {
    case Kind::kHello:
      return Joined("hello", {report.version, report.pid}) + " " +
             JoinedWords(report.capabilities) + " " + Escaped(report.run_directory) + "\n";
    case Kind::kBirth:
      return Joined("birth", {report.execution, report.op, report.slot, report.time_ns}) + "\n";
    case Kind::kError:
      return Joined("error", {report.execution, report.op, report.time_ns}) + "\n";
    case Kind::kHeld:
      return Joined("held", {report.stop}) + " " +
             Joined(kReasons[static_cast<size_t>(report.reason)],
                    {report.execution, report.op, report.slot, report.time_ns}) +
             "\n";
    case Kind::kResumed:
      return Joined("resumed", {report.stop}) + "\n";
    case Kind::kSettled:
      return Joined("settled", {report.execution, report.step}) + "\n";
    case Kind::kStep:
      return Joined("step", {report.step}) + "\n";
    case Kind::kAnswer:
      return Joined("answer", {report.request}) +
             (report.refusal.empty() ? " ok" : " refused " + Escaped(report.refusal)) + "\n";
    case Kind::kBye:
      break;
  }
  return "bye\n";
}

std::string ToLine(const Request& request) {
  const Command& command = request.command;
  std::string line = std::to_string(request.number) + " ";
  switch (command.kind) {
    case Command::Kind::kGo:
      line += Joined("go", {command.stop});
      break;
    case Command::Kind::kHold:
      line += "hold";
      break;
    case Command::Kind::kHoldEnd:
      line += Joined("hold_end", {command.execution});
      break;
    case Command::Kind::kStop:
      line += command.on ? "stop 1" : "stop 0";
      break;
    case Command::Kind::kDetach:
      line += "detach";
      break;
  }
  return line + "\n";
}

Result<std::optional<Report>> ParseReport(std::string_view line) {
  using Kind = Report::Kind;
  Words words(line);
  const std::string_view word = words.Next();
  Report report;
  if (word == "hello") {
    report.kind = Kind::kHello;
    ReadHello(words, report);
  } else if (word == "birth") {
    report.kind = Kind::kBirth;
    words.Number(&report.execution);
    words.Number(&report.op);
    words.Number(&report.slot);
    words.Number(&report.time_ns);
  } else if (word == "error") {
    report.kind = Kind::kError;
    words.Number(&report.execution);
    words.Number(&report.op);
    words.Number(&report.time_ns);
  } else if (word == "held") {
    report.kind = Kind::kHeld;
    ReadHeld(words, report);
  } else if (word == "resumed") {
    report.kind = Kind::kResumed;
    words.Number(&report.stop);
  } else if (word == "settled") {
    report.kind = Kind::kSettled;
    words.Number(&report.execution);
    words.Number(&report.step);
  } else if (word == "step") {
    report.kind = Kind::kStep;
    words.Number(&report.step);
  } else if (word == "answer") {
    report.kind = Kind::kAnswer;
    ReadAnswer(words, report);
  } else if (word == "bye") {
    report.kind = Kind::kBye;
  } else {
    return std::optional<Report>();
  }
  if (!words.ok()) return NotUnderstood(line);
  return std::optional(std::move(report));
}

Result<Request> ParseRequest(std::string_view line) {
  using Kind = Command::Kind;
  Words words(line);
  Request request;
  words.Number(&request.number);
  Command& command = request.command;
  const std::string_view word = words.Next();
  if (word == "go") {
    command.kind = Kind::kGo;
    words.Number(&command.stop);
  } else if (word == "hold") {
    command.kind = Kind::kHold;
  } else if (word == "hold_end") {
    command.kind = Kind::kHoldEnd;
    words.Number(&command.execution);
  } else if (word == "stop") {
    command.kind = Kind::kStop;
    const std::string_view on = words.Next();
    if (on != "0" && on != "1") words.Refuse();
    command.on = on == "1";
  } else if (word == "detach") {
    command.kind = Kind::kDetach;
  } else {
    words.Refuse();
  }
  if (!words.ok()) return NotUnderstood(line);
  return request;
}

int64_t NumberOf(std::string_view request) {
  int64_t number = 0;
  Words(request).Number(&number);
  return number;
}

bool LineBuffer::Next(std::string* line) {
  const size_t end = bytes_.find('\n');
  if (end == std::string::npos) return false;
  *line = bytes_.substr(0, end);
  bytes_.erase(0, end + 1);
  return true;
}

}  // namespace tdbg::control
