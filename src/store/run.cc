#include "store/run.h"

#include <algorithm>

namespace tdbg::store {

const char* FormatName(Format format) {
  switch (format) {
    case Format::kTfdbg1:
      return "tfdbg1";
    case Format::kTfdbg2:
      return "tfdbg2";
    case Format::kNative:
      return "native";
  }
  return "";
}

DeviceId Run::InternDevice(std::string_view name) {
  const StringId text = strings.Intern(name);
  const auto [it, added] = device_by_name.try_emplace(text);
  if (added) it->second = devices.Append(text);
  return it->second;
}

ThreadId Run::InternThread(uint32_t number) {
  const auto [it, added] = thread_by_number.try_emplace(number);
  if (added) it->second = threads.Append({number, {}});
  return it->second;
}

void Run::AddHost(std::string_view host) {
  if (!host.empty() && std::find(hosts.begin(), hosts.end(), host) == hosts.end()) {
    hosts.emplace_back(host);
  }
}

void Run::ExtendTime(int64_t time_ns) {
  if (time_ns == kNoTime) return;
  if (start_ns == kNoTime || time_ns < start_ns) start_ns = time_ns;
  if (end_ns == kNoTime || time_ns > end_ns) end_ns = time_ns;
}

bool Run::MayTellMoments(EventId event) const {
  switch (events.detail[event]) {
    case Detail::kFullTensor:
    case Detail::kNumericSummary:
    case Detail::kUnknown:
      return true;
    case Detail::kFullHealth:
      return format != Format::kTfdbg2;  // TensorFlow's counts elements and no more
    default:
      return false;
  }
}

size_t Run::NumSourceFiles() const {
  size_t count = 0;
  for (SourceFileId file : Ids<SourceFileId>(sources.size())) count += sources[file].path.valid();
  return count;
}

}  // namespace tdbg::store
