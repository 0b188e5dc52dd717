#include "format/job_ledger.h"

#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <span>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include "format/checksum.h"
#include "format/file_size_limit.h"
#include "format/loss_page.h"

namespace tdbg::format {
namespace {

constexpr char kLedgerMagic[8] = {'t', 'd', 'b', 'g', 'j', 'o', 'b', '\n'};
constexpr uint32_t kLedgerVersion = 1;
constexpr std::string_view kLedgerPrefix = "job-", kLedgerSuffix = ".tdbg";
constexpr size_t kLedgerDigits = 16;

// As it lies on disk.
struct Ledger {
  char magic[8];
  uint32_t version;
  uint32_t zero;
  uint64_t checksum;  // of what follows
  uint64_t bytes_taken;
  uint64_t unrecorded;
  char job[64];
  char why[408];
};
static_assert(sizeof(Ledger) == 512);

uint64_t LedgerChecksum(const Ledger& ledger) {
  constexpr size_t kFrom = offsetof(Ledger, bytes_taken);
  return Checksum64(&ledger.bytes_taken, sizeof ledger - kFrom);
}

bool IsSound(const Ledger& ledger) {
  return std::memcmp(ledger.magic, kLedgerMagic, sizeof kLedgerMagic) == 0 &&
         ledger.version == kLedgerVersion && ledger.checksum == LedgerChecksum(ledger);
}

Status LedgerRefused(const std::string& path, int error) {
  return Unreadable("cannot write " + path + ": " + std::strerror(error));
}

void SleepHalfMs() {
  const timespec half_ms = {.tv_sec = 0, .tv_nsec = 500'000};
  nanosleep(&half_ms, nullptr);
}

// The open file, locked among processes. A process that was stopped while it had the lock must not
// hold up the others: after a while they go on without it, and the sum may then be a little off.
class LockedLedger {
 public:
  explicit LockedLedger(const std::string& path, int flags) {
    if (LargestFile() < sizeof(Ledger)) {
      error_ = EFBIG;
      return;
    }
    fd_ = open(path.c_str(), flags | O_CLOEXEC, 0600);
    if (fd_ < 0) {
      error_ = errno;
      return;
    }
    constexpr int kTries = 100;
    for (int i = 0; i < kTries && flock(fd_, LOCK_EX | LOCK_NB) != 0; ++i) SleepHalfMs();
  }
  ~LockedLedger() {
    if (fd_ < 0) return;
    // Told, since a fork may just have made another owner of the descriptor.
    flock(fd_, LOCK_UN);
    close(fd_);
  }
  LockedLedger(const LockedLedger&) = delete;
  LockedLedger& operator=(const LockedLedger&) = delete;

  int error() const { return error_; }

  // False if there is no sound one, and then error() may say more.
  bool Read(Ledger& ledger) const {
    return pread(fd_, &ledger, sizeof ledger, 0) == static_cast<ssize_t>(sizeof ledger) &&
           IsSound(ledger);
  }
  bool Write(Ledger& ledger) {
    ledger.checksum = LedgerChecksum(ledger);
    if (pwrite(fd_, &ledger, sizeof ledger, 0) == static_cast<ssize_t>(sizeof ledger)) return true;
    error_ = errno != 0 ? errno : ENOSPC;
    return false;
  }

 private:
  int fd_ = -1;
  int error_ = 0;
};

}  // namespace

std::string JobLedgerName(std::string_view job) {
  char digits[kLedgerDigits + 1];
  std::snprintf(digits, sizeof digits, "%016llx",
                static_cast<unsigned long long>(Checksum64(job.data(), job.size())));
  return std::string(kLedgerPrefix) + digits + std::string(kLedgerSuffix);
}

bool IsJobLedgerName(std::string_view name) {
  if (!name.starts_with(kLedgerPrefix) || !name.ends_with(kLedgerSuffix)) return false;
  name.remove_prefix(kLedgerPrefix.size());
  name.remove_suffix(kLedgerSuffix.size());
  return name.size() == kLedgerDigits &&
         name.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

Result<UnrecordedProcesses> ReadJobLedger(const std::string& path) {
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return Unreadable("cannot read " + path + ": " + std::strerror(errno));
  Ledger ledger;
  // One that is being written may be torn for a moment.
  bool sound = false;
  for (int tries = 0; tries < 5 && !sound; ++tries) {
    if (tries > 0) SleepHalfMs();
    sound = pread(fd, &ledger, sizeof ledger, 0) == static_cast<ssize_t>(sizeof ledger) &&
            IsSound(ledger);
  }
  close(fd);
  if (!sound) return Corrupt("it is damaged, or was written by a newer tdbg");
  return UnrecordedProcesses{.job = std::string(FieldText(ledger.job)),
                             .count = ledger.unrecorded,
                             .why = std::string(FieldText(ledger.why))};
}

Result<JobLedger> JobLedger::Open(const std::string& trace_directory, std::string_view job) {
  JobLedger ledger(trace_directory + "/" + JobLedgerName(job));
  LockedLedger file(ledger.path_, O_RDWR | O_CREAT);
  Ledger image = {};
  if (file.error() == 0 && !file.Read(image)) {
    image = {};
    std::memcpy(image.magic, kLedgerMagic, sizeof kLedgerMagic);
    image.version = kLedgerVersion;
    SetField(image.job, job);
    static_cast<void>(file.Write(image));
  }
  if (file.error() != 0) return LedgerRefused(ledger.path_, file.error());
  return ledger;
}

Result<uint64_t> JobLedger::Take(uint64_t bytes, uint64_t limit) {
  if (path_.empty()) return uint64_t{0};
  LockedLedger file(path_, O_RDWR);
  Ledger image;
  if (file.error() != 0) return LedgerRefused(path_, file.error());
  if (!file.Read(image)) return Corrupt(path_ + " is damaged");
  const uint64_t sum = image.bytes_taken + bytes;
  if (sum > limit) return sum - limit;
  image.bytes_taken = sum;
  if (!file.Write(image)) return LedgerRefused(path_, file.error());
  return uint64_t{0};
}

void JobLedger::GiveBack(uint64_t bytes) {
  if (path_.empty() || bytes == 0) return;
  LockedLedger file(path_, O_RDWR);
  Ledger image;
  if (file.error() != 0 || !file.Read(image)) return;
  image.bytes_taken -= bytes < image.bytes_taken ? bytes : image.bytes_taken;
  static_cast<void>(file.Write(image));
}

void JobLedger::CountUnrecorded(std::string_view why) {
  if (path_.empty()) return;
  LockedLedger file(path_, O_RDWR);
  Ledger image;
  if (file.error() != 0 || !file.Read(image)) return;
  if (image.unrecorded++ == 0) SetField(image.why, why);
  static_cast<void>(file.Write(image));
}

}  // namespace tdbg::format
