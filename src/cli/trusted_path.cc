#include "cli/trusted_path.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

#include <sys/stat.h>
#include <unistd.h>

namespace tdbg::cli {
namespace {

Status CheckOne(const std::string& path, bool is_above) {
  struct stat facts;
  if (lstat(path.c_str(), &facts) != 0) {
    return Unreadable("cannot look at " + path + ": " + std::strerror(errno));
  }
  if (facts.st_uid != 0 && facts.st_uid != geteuid()) {
    return Unsupported(path + " belongs to another user (number " + std::to_string(facts.st_uid) +
                       ")");
  }
  const bool others_write = (facts.st_mode & (S_IWGRP | S_IWOTH)) != 0;
  if (others_write && !(is_above && (facts.st_mode & S_ISVTX) != 0)) {
    char mode[8];
    std::snprintf(mode, sizeof mode, "%04o", facts.st_mode & 07777u);
    return Unsupported("others may write to " + path + " (mode " + mode + ")");
  }
  return Status::Ok();
}

struct Free {
  void operator()(char* text) const { std::free(text); }
};

}  // namespace

Result<std::string> TrustedPath(const std::string& path) {
  const std::unique_ptr<char, Free> real(realpath(path.c_str(), nullptr));
  if (real == nullptr) return Unreadable("cannot look at " + path + ": " + std::strerror(errno));
  const std::string whole = real.get();
  TDBG_RETURN_IF_ERROR(CheckOne(whole, false));
  for (size_t end = whole.rfind('/'); end != std::string::npos && end > 0;
       end = whole.rfind('/', end - 1)) {
    TDBG_RETURN_IF_ERROR(CheckOne(whole.substr(0, end), true));
  }
  TDBG_RETURN_IF_ERROR(CheckOne("/", true));
  return whole;
}

}  // namespace tdbg::cli
