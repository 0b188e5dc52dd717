#include "importers/native/loss_reader.h"

#include <algorithm>
#include <cerrno>
#include <ctime>
#include <optional>
#include <span>

#include <fcntl.h>
#include <unistd.h>

#include "base/directory.h"
#include "base/printable.h"
#include "format/job_ledger.h"
#include "format/loss_page.h"
#include "vocabulary/recorder_loss.h"

namespace tdbg::importers::native {
namespace {

using format::LossPage;
using format::LossPageEntry;
using format::RecorderState;

struct PageOnDisk {
  bool exists = false;
  std::optional<LossPage> page;
};

PageOnDisk ReadPage(const std::string& path) {
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return {.exists = errno != ENOENT && errno != ENOTDIR, .page = std::nullopt};
  PageOnDisk read = {.exists = true, .page = std::nullopt};
  // One that is being written may be torn for a moment.
  for (int tries = 0; tries < 5 && !read.page; ++tries) {
    const timespec half_ms = {.tv_sec = 0, .tv_nsec = 500'000};
    if (tries > 0) nanosleep(&half_ms, nullptr);
    std::byte bytes[sizeof(LossPage) + 1];
    const ssize_t count = pread(fd, bytes, sizeof bytes, 0);
    if (count > 0) read.page = format::ReadLossPage({bytes, static_cast<size_t>(count)});
  }
  close(fd);
  return read;
}

int64_t AsCount(uint64_t count) {
  return static_cast<int64_t>(std::min<uint64_t>(count, INT64_MAX / 2));
}

std::string SentenceOf(std::string_view name) {
  const LossWords* const words = FindLossWords(name);
  // What an adapter counts has a sentence for a name.
  return words != nullptr ? words->text : Printable(name);
}

std::string UnrecordedText(const format::UnrecordedProcesses& processes) {
  const std::string who =
      processes.count == 1
          ? "a process could not record: "
          : std::to_string(processes.count) + " processes could not record, the first since: ";
  return who + Printable(processes.why);
}

}  // namespace

bool IsLossPageName(std::string_view name) { return name.starts_with(format::kLossPageName); }

std::string LedgerFile(std::string_view job) { return format::JobLedgerName(job); }
bool IsLedgerFile(std::string_view name) { return format::IsJobLedgerName(name); }

void ReadLosses(const std::string& directory, const std::string& shown_prefix, bool expected,
                store::Run& run, store::LossLog& losses) {
  const PageOnDisk read = ReadPage(directory + "/" + format::kLossPageName);
  const std::string shown_page = shown_prefix + format::kLossPageName;
  losses.Remove("unreadable_losses", shown_page);
  if (!read.page) {
    if (!read.exists && !expected) return;
    losses.Add("unreadable_losses", shown_page, -1,
               read.exists ? "the page on which the recorder says what it lost is damaged"
                           : "the page on which the recorder says what it lost is not there");
    return;
  }
  const LossPage& page = *read.page;
  if (run.job.empty()) run.job = format::FieldText(page.job);
  if (page.state == static_cast<uint8_t>(RecorderState::kEndedEarly)) {
    losses.Remove("capture_ended_early", shown_prefix);
    losses.Add("capture_ended_early", shown_prefix, -1,
               "recording ended early: " + Printable(format::FieldText(page.why)));
  }
  for (const LossPageEntry& entry : std::span(page.entries).first(page.entry_count)) {
    const std::string_view name = format::FieldText(entry.name);
    if (name.empty() || entry.count == 0) continue;
    const std::string shown_name = Printable(name);
    losses.Remove(shown_name, shown_prefix);
    losses.Add(shown_name, shown_prefix, -1, SentenceOf(name), AsCount(entry.count),
               (entry.flags & LossPageEntry::kHidesBirths) != 0 ? store::Hides::kBirths
                                                                : store::Hides::kNothing);
  }
}

void ReadLedger(const std::string& path, const std::string& shown, store::LossLog& losses) {
  losses.RemoveFile(shown);
  const auto unrecorded = format::ReadJobLedger(path);
  if (!unrecorded.ok()) {
    losses.Add("unreadable_ledger", shown, -1, unrecorded.status().message());
  } else if (unrecorded->count > 0) {
    losses.Add("unrecorded_process", shown, -1, UnrecordedText(*unrecorded),
               AsCount(unrecorded->count));
  }
}

std::string WhyNothingRecorded(const std::string& directory) {
  const auto entries = ListDirectory(directory);
  if (!entries.ok()) return "";
  for (const DirectoryEntry& entry : *entries) {
    if (entry.is_directory || !format::IsJobLedgerName(entry.name)) continue;
    const auto unrecorded = format::ReadJobLedger(directory + "/" + entry.name);
    if (unrecorded.ok() && unrecorded->count > 0) return UnrecordedText(*unrecorded);
  }
  return "";
}

}  // namespace tdbg::importers::native
