#include "control/message.h"

#include <array>
#include <initializer_list>
#include <utility>

#include "base/printable.h"
#include "base/whole_number.h"

namespace tdbg::control {
namespace {

constexpr std::array<std::string_view, 3> kReasons = {"birth", "error", "hold"};

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

}  // namespace

std::string ToLine(const Report& report) {
  using Kind = Report::Kind;
  switch (report.kind) {
    case Kind::kHello:
      return Joined("hello", {report.version, report.pid}) + " " + Escaped(report.run_directory) +
             "\n";
    case Kind::kBirth:
      return Joined("birth", {report.execution, report.op, report.slot, report.time_ns}) + "\n";
    case Kind::kError:
      return Joined("error", {report.execution, report.op, report.time_ns}) + "\n";
    case Kind::kHeld:
      return "held " + std::string(kReasons[static_cast<size_t>(report.reason)]) + "\n";
    case Kind::kSettled:
      return Joined("settled", {report.execution, report.step}) + "\n";
    case Kind::kStep:
      return Joined("step", {report.step}) + "\n";
    case Kind::kBye:
      break;
  }
  return "bye\n";
}

std::string ToLine(const Command& command) {
  switch (command.kind) {
    case Command::Kind::kGo:
      return "go\n";
    case Command::Kind::kHold:
      return "hold\n";
    case Command::Kind::kDetach:
      return "detach\n";
    case Command::Kind::kStop:
      break;
  }
  return command.on ? "stop 1\n" : "stop 0\n";
}

Result<Report> ParseReport(std::string_view line) {
  using Kind = Report::Kind;
  Words words(line);
  const std::string_view word = words.Next();
  Report report;
  if (word == "hello") {
    report.kind = Kind::kHello;
    words.Number(&report.version);
    words.Number(&report.pid);
    report.run_directory = Unescaped(words.Rest());
    if (report.run_directory.empty()) words.Refuse();
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
    const std::string_view reason = words.Next();
    size_t known = 0;
    while (known < kReasons.size() && kReasons[known] != reason) ++known;
    if (known == kReasons.size()) return NotUnderstood(line);
    report.reason = static_cast<HoldReason>(known);
  } else if (word == "settled") {
    report.kind = Kind::kSettled;
    words.Number(&report.execution);
    words.Number(&report.step);
  } else if (word == "step") {
    report.kind = Kind::kStep;
    words.Number(&report.step);
  } else if (word == "bye") {
    report.kind = Kind::kBye;
  } else {
    words.Refuse();
  }
  if (!words.ok()) return NotUnderstood(line);
  return report;
}

Result<Command> ParseCommand(std::string_view line) {
  using Kind = Command::Kind;
  if (line == "go") return Command{.kind = Kind::kGo};
  if (line == "hold") return Command{.kind = Kind::kHold};
  if (line == "detach") return Command{.kind = Kind::kDetach};
  if (line == "stop 0") return Command{.kind = Kind::kStop, .on = false};
  if (line == "stop 1") return Command{.kind = Kind::kStop, .on = true};
  return NotUnderstood(line);
}

bool LineBuffer::Next(std::string* line) {
  const size_t end = bytes_.find('\n');
  if (end == std::string::npos) return false;
  *line = bytes_.substr(0, end);
  bytes_.erase(0, end + 1);
  return true;
}

}  // namespace tdbg::control
