#include "cli/companion_cache.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>
#include <vector>

#include <sys/stat.h>
#include <unistd.h>

#include "base/crc32c.h"
#include "cli/quiet_command.h"
#include "cli/trusted_path.h"
#include "cli/user_folders.h"
#include "format/checksum.h"

namespace tdbg::cli {
namespace {

namespace fs = std::filesystem;

constexpr char kUnfinished[] = "unfinished";

// Names and bytes of all sources, so that another tdbg's companion is never taken for ours.
Result<std::string> HashOf(const std::string& sources) {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::recursive_directory_iterator it(sources, error), end; !error && it != end;
       it.increment(error)) {
    if (it->is_regular_file()) files.push_back(it->path());
  }
  if (error || files.empty()) return NotFound("the companion's sources are not in " + sources);
  std::sort(files.begin(), files.end());
  std::string all;
  for (const fs::path& path : files) {
    std::ifstream file(path, std::ios::binary);
    all += path.lexically_relative(sources).string() + '\0';
    all.append(std::istreambuf_iterator<char>(file), {});
  }
  char digits[9];
  std::snprintf(digits, sizeof(digits), "%08x", Crc32c(all));
  return std::string(digits);
}

std::vector<std::string> Compiler() {
  const char* const chosen = std::getenv("CXX");
  std::istringstream words(chosen == nullptr || *chosen == '\0' ? "g++" : chosen);
  return {std::istream_iterator<std::string>(words), {}};
}

std::vector<std::string> CompileCommand(const TensorFlowPackage& package,
                                        const std::string& sources, const std::string& output) {
  const std::string include = package.directory + "/include";
  std::vector<std::string> words = Compiler();
  // NDEBUG changes the layout of TensorFlow's own classes: it must be as in the wheel.
  for (const std::string& word : {std::string("-w"),
                                  std::string("-shared"),
                                  std::string("-fPIC"),
                                  std::string("-fno-plt"),
                                  std::string("-O2"),
                                  std::string("-DNDEBUG"),
                                  std::string("-std=c++17"),
                                  std::string("-fvisibility=hidden"),
                                  "-DTDBG_TF_VERSION=\"" + package.version + "\"",
                                  std::string("-D_GLIBCXX_USE_CXX11_ABI=1"),
                                  std::string("-DEIGEN_MAX_ALIGN_BYTES=64"),
                                  "-I" + include,
                                  "-I" + include + "/external/farmhash_archive/src",
                                  "-I" + sources + "/include",
                                  "-I" + sources + "/src",
                                  sources + "/src/capture/tf/companion/companion.cc",
                                  std::string("-o"),
                                  output,
                                  "-L" + package.directory,
                                  std::string("-l:libtensorflow_framework.so.2"),
                                  std::string("-l:libtensorflow_cc.so.2")}) {
    words.push_back(word);
  }
  return words;
}

// What the file of that name must hold: as a part of the name.
std::optional<std::string> DigestOf(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  if (!file.good() || bytes.empty()) return std::nullopt;
  char digits[17];
  std::snprintf(digits, sizeof digits, "%016" PRIx64,
                format::Checksum64(bytes.data(), bytes.size()));
  return std::string(digits);
}

// A folder of ours alone in `parent`; "" where there can be none.
std::string NewFolderIn(const std::string& parent, const char* name) {
  std::string path = parent + "/" + name + "-XXXXXX";
  return mkdtemp(path.data()) != nullptr ? path : "";
}

// The companion in the folder that is called `stem`, a dash and its digest; "" if there is none
// that holds what its name says. One that does not is removed.
std::string FindWhole(const std::string& folder, const std::string& stem) {
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    const std::string name = it->path().filename();
    if (!name.starts_with(stem + "-") || !name.ends_with(".so")) continue;
    const Result<std::string> path = TrustedPath(it->path());
    const std::optional<std::string> digest = DigestOf(it->path());
    if (path.ok() && digest && name == stem + "-" + *digest + ".so") return *path;
    std::fprintf(stderr, "tdbg: %s is %s, and is not used\n", it->path().c_str(),
                 path.ok() ? "damaged" : "not safe");
    unlink(it->path().c_str());
  }
  return "";
}

// What a compiler left that was killed.
void RemoveUnfinished(const std::string& folder) {
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    const bool unfinished = it->path().filename().string().starts_with(kUnfinished);
    const auto age = fs::file_time_type::clock::now() - it->last_write_time(error);
    if (unfinished && age > std::chrono::hours(1)) fs::remove_all(it->path(), error);
  }
}

Result<std::string> CompileInto(const std::string& folder, const std::string& stem,
                                const TensorFlowPackage& package, const std::string& sources) {
  std::fprintf(stderr, "tdbg: preparing for TensorFlow %s (once, about 15 s)\n",
               package.version.c_str());
  RemoveUnfinished(folder);
  const std::string place = NewFolderIn(folder, kUnfinished);
  if (place.empty()) return Unreadable("cannot write to " + folder + ": " + std::strerror(errno));
  const std::string unfinished = place + "/companion.so";
  const Result<CommandOutput> made = RunQuietly(CompileCommand(package, sources, unfinished));
  Result<std::string> companion =
      made.ok() ? Status(NotFound("nothing was compiled")) : made.status();
  if (made.ok() && made->status != 0) {
    const std::string log = folder + "/" + stem + ".log";
    std::ofstream(log) << made->err;
    companion = Unsupported("the compiler refused it, see " + log);
  } else if (const auto digest = DigestOf(unfinished); made.ok() && digest) {
    const std::string path = folder + "/" + stem + "-" + *digest + ".so";
    const bool named =
        chmod(unfinished.c_str(), 0700) == 0 && rename(unfinished.c_str(), path.c_str()) == 0;
    companion = path;
    if (!named) companion = Unreadable("cannot write " + path + ": " + std::strerror(errno));
  }
  std::error_code ignored;
  fs::remove_all(place, ignored);
  return companion;
}

// For one run, where the cache may be anybody's.
Result<Companion> CompileForNow(const std::string& stem, const TensorFlowPackage& package,
                                const std::string& sources) {
  const char* const parents[] = {std::getenv("XDG_RUNTIME_DIR"), std::getenv("TMPDIR"), "/tmp"};
  for (const char* const parent : parents) {
    if (parent == nullptr || *parent != '/') continue;
    const std::string folder = NewFolderIn(parent, "tdbg-companion");
    if (folder.empty()) continue;
    Companion companion("", folder);
    const Result<std::string> trusted = TrustedPath(folder);
    if (!trusted.ok()) continue;
    Result<std::string> path = CompileInto(*trusted, stem, package, sources);
    companion.Keep();  // also where the compiler's complaints lie there
    if (!path.ok()) return path.status();
    return Companion(*std::move(path), folder);
  }
  return Unreadable(
      "no folder for it that only you can write to: XDG_RUNTIME_DIR, TMPDIR and /tmp do not do");
}

}  // namespace

Companion::~Companion() {
  std::error_code ignored;
  if (!own_folder_.empty()) fs::remove_all(own_folder_, ignored);
}

Result<Companion> PrepareCompanion(const TensorFlowPackage& package, const std::string& sources) {
  TDBG_ASSIGN_OR_RETURN(const std::string hash, HashOf(sources));
  TDBG_ASSIGN_OR_RETURN(const std::string cache, CacheFolder());
  const std::string stem = "companion-" + package.version + "-" + hash;
  const Result<std::string> folder = TrustedPath(cache);
  if (!folder.ok()) {
    std::fprintf(
        stderr,
        "tdbg: %s, so what lies in %s is not used; what is compiled for TensorFlow goes to a "
        "new private folder\n",
        folder.status().message().c_str(), cache.c_str());
    return CompileForNow(stem, package, sources);
  }
  std::string path = FindWhole(*folder, stem);
  if (path.empty()) {
    TDBG_ASSIGN_OR_RETURN(path, CompileInto(*folder, stem, package, sources));
  }
  return Companion(std::move(path));
}

}  // namespace tdbg::cli
