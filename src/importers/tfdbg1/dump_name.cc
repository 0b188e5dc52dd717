#include "importers/tfdbg1/dump_name.h"

#include <algorithm>
#include <charconv>
#include <limits>

#include "frameworks/tensorflow/debug_ops.h"

namespace tdbg::importers::tfdbg1 {
namespace {

constexpr int64_t kMaxInt32 = std::numeric_limits<int32_t>::max();

// Cuts what follows the last `separator` off `text`; nullopt if there is none.
std::optional<std::string_view> CutLast(std::string_view& text, char separator) {
  const size_t at = text.rfind(separator);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view tail = text.substr(at + 1);
  text = text.substr(0, at);
  return tail;
}

// Cuts _MICROSECONDS[-n] off `text`.
bool CutTime(std::string_view& text, DumpName& name) {
  auto moment = CutLast(text, '_');
  if (!moment) return false;
  if (moment->find('-') != std::string_view::npos) {
    const auto suffix = ParseDecimal(*CutLast(*moment, '-'), kMaxInt32);
    if (!suffix || *suffix == 0) return false;
    name.suffix = static_cast<int32_t>(*suffix);
  }
  const auto time_us = ParseDecimal(*moment, kMaxTimeUs);
  if (!time_us) return false;
  name.time_us = *time_us;
  return true;
}

bool SetSlot(std::optional<std::string_view> digits, DumpName& name) {
  const auto slot = digits ? ParseDecimal(*digits, kMaxInt32) : std::nullopt;
  if (!slot) return false;
  name.slot = static_cast<int32_t>(*slot);
  return true;
}

bool IsOpType(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  });
}

}  // namespace

std::optional<int64_t> ParseDecimal(std::string_view digits, int64_t max) {
  if (digits.empty() || (digits.size() > 1 && digits.front() == '0')) return std::nullopt;
  if (digits.front() == '-') return std::nullopt;
  int64_t value = 0;
  const char* const end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, value);
  if (error != std::errc() || stop != end || value > max) return std::nullopt;
  return value;
}

std::optional<DumpName> ParseDumpName(std::string_view text) {
  DumpName name;
  if (!CutTime(text, name)) return std::nullopt;
  const auto debug_op = CutLast(text, '_');
  if (!debug_op || !IsOpType(*debug_op)) return std::nullopt;
  name.debug_op = *debug_op;
  if (!SetSlot(CutLast(text, '_'), name)) return std::nullopt;
  name.leaf = text;
  return name;
}

std::optional<DumpName> ParseIoDumpName(std::string_view text) {
  DumpName name;
  if (!CutTime(text, name) || !SetSlot(CutLast(text, ':'), name)) return std::nullopt;
  const auto direction = CutLast(text, ':');
  if (direction == "in") {
    name.io = Io::kInput;
  } else if (direction == "out") {
    name.io = Io::kOutput;
  } else {
    return std::nullopt;
  }
  name.debug_op = frameworks::tensorflow::kDebugIdentityV3;  // the only op that writes such files
  name.leaf = text;
  return name;
}

}  // namespace tdbg::importers::tfdbg1
