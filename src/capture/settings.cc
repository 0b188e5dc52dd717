#include "capture/settings.h"

#include <cstdlib>

#include "base/printable.h"
#include "base/whole_number.h"

namespace tdbg::capture {
namespace {

Status Refused(std::string_view key, std::string_view value, std::string_view accepted) {
  return InvalidArgument(std::string(key) + ": '" + Printable(value.substr(0, 200)) +
                         "' is not understood; " + std::string(accepted));
}

Status SetMode(std::string_view value, Detail* mode) {
  std::string words;
  for (const Detail known : RecorderDetails()) {
    if (value == DetailName(known)) {
      *mode = known;
      return Status::Ok();
    }
    words += words.empty() ? "one of " : ", ";
    words += DetailName(known);
  }
  return Refused("mode", value, words + " is");
}

Status SetCount(std::string_view key, std::string_view value, int64_t* count) {
  const auto number = WholeNumber(value);
  if (!number || *number < 1) return Refused(key, value, "a whole number from 1 on is");
  *count = *number;
  return Status::Ok();
}

Status SetPattern(std::string_view key, std::string_view value, std::optional<Pattern>* pattern) {
  if (value.empty()) {
    pattern->reset();
    return Status::Ok();
  }
  Result<Pattern> parsed = Pattern::Parse(value);
  if (!parsed.ok()) return InvalidArgument(std::string(key) + ": " + parsed.status().message());
  *pattern = *std::move(parsed);
  return Status::Ok();
}

// "A:B", either of which may be left out.
Status SetSteps(std::string_view value, Settings* settings) {
  const size_t colon = value.find(':');
  const Status refused = Refused("steps", value, "'A:B' is, B not included, either left out");
  if (colon == std::string_view::npos) return refused;
  const std::string_view first = value.substr(0, colon);
  const std::string_view end = value.substr(colon + 1);
  const auto first_step = first.empty() ? Settings().first_step : WholeNumber(first);
  const auto end_step = end.empty() ? Settings().end_step : WholeNumber(end);
  if (!first_step || !end_step || *first_step > *end_step) return refused;
  settings->first_step = *first_step;
  settings->end_step = *end_step;
  return Status::Ok();
}

Status SetRetain(std::string_view value, Retention* retain) {
  if (value == "all") {
    *retain = {.kind = Retention::Kind::kAll, .last = 0};
    return Status::Ok();
  }
  const size_t blank = value.find(' ');
  const std::string_view word = value.substr(0, blank);
  const int64_t last =
      blank == std::string_view::npos ? 0 : WholeNumber(value.substr(blank + 1)).value_or(0);
  if ((word != "steps" && word != "events") || last < 1) {
    return Refused("retain", value, "'steps N', 'events N' or 'all' is");
  }
  retain->kind = word == "steps" ? Retention::Kind::kSteps : Retention::Kind::kEvents;
  retain->last = last;
  return Status::Ok();
}

// Bytes, or with K, M or G behind the number so many times 1024.
Status SetBytes(std::string_view value, uint64_t* bytes) {
  std::string_view digits = value;
  int shift = 0;
  if (!digits.empty()) {
    const size_t unit = std::string_view("KMG").find(digits.back());
    if (unit != std::string_view::npos) {
      shift = 10 * (static_cast<int>(unit) + 1);
      digits.remove_suffix(1);
    }
  }
  const auto number = WholeNumber(digits);
  if (!number || *number < 1 || *number > (std::numeric_limits<int64_t>::max() >> shift)) {
    return Refused("budget", value, "a number of bytes is, or one with K, M or G behind it");
  }
  *bytes = static_cast<uint64_t>(*number) << shift;
  return Status::Ok();
}

Status SetLimit(std::string_view key, std::string_view value, int64_t* limit) {
  if (value == "all") {
    *limit = std::numeric_limits<int64_t>::max();
    return Status::Ok();
  }
  const auto number = WholeNumber(value);
  if (!number || *number < 0) return Refused(key, value, "a whole number from 0 on or 'all' is");
  *limit = *number;
  return Status::Ok();
}

Status SetSwitch(std::string_view key, std::string_view value, bool* on) {
  if (value != "0" && value != "1") return Refused(key, value, "0 or 1 is");
  *on = value == "1";
  return Status::Ok();
}

constexpr const char* kKeys[] = {
    "mode",         "every",      "op_type",   "name",
    "dtype",        "graph",      "steps",     "stride",
    "retain",       "budget",     "stop",      "raise",
    "raise_frames", "raise_path", "framework", "framework_version",
    "worker",       "program",    "job",
};

}  // namespace

Status Settings::Set(std::string_view key, std::string_view value) {
  if (key == "mode") return SetMode(value, &mode);
  if (key == "every") return SetCount(key, value, &every);
  if (key == "op_type") return SetPattern(key, value, &op_type);
  if (key == "name") return SetPattern(key, value, &name);
  if (key == "dtype") return SetPattern(key, value, &dtype);
  if (key == "graph") return SetPattern(key, value, &graph);
  if (key == "steps") return SetSteps(value, this);
  if (key == "stride") return SetCount(key, value, &stride);
  if (key == "retain") return SetRetain(value, &retain);
  if (key == "budget") return SetBytes(value, &budget_bytes);
  if (key == "stop") return SetSwitch(key, value, &stop);
  if (key == "raise") return SetSwitch(key, value, &raise);
  if (key == "raise_frames") return SetLimit(key, value, &raise_frames);
  if (key == "raise_path") return SetLimit(key, value, &raise_path);
  std::string* text = key == "framework"           ? &framework
                      : key == "framework_version" ? &framework_version
                      : key == "worker"            ? &worker
                      : key == "program"           ? &program
                      : key == "job"               ? &job
                                                   : nullptr;
  if (text == nullptr) {
    std::string keys;
    for (const char* known : kKeys) keys += (keys.empty() ? "" : ", ") + std::string(known);
    return InvalidArgument("'" + Printable(key.substr(0, 200)) + "' is no setting; there are " +
                           keys);
  }
  *text = value;
  return Status::Ok();
}

Status Settings::ReadEnvironment() {
  Status first;
  for (const char* key : kKeys) {
    std::string variable = "TDBG_" + std::string(key);
    for (char& c : variable) {
      if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    }
    const char* value = std::getenv(variable.c_str());
    if (value == nullptr) continue;
    Status status = Set(key, value);
    if (!status.ok() && first.ok()) {
      first = InvalidArgument("in the environment, " + variable + ": " + status.message());
    }
  }
  return first;
}

}  // namespace tdbg::capture
