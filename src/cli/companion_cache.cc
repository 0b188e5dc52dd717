#include "cli/companion_cache.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <vector>

#include <unistd.h>

#include "base/crc32c.h"
#include "cli/quiet_command.h"
#include "cli/user_folders.h"

namespace tdbg::cli {
namespace {

namespace fs = std::filesystem;

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

Status Compile(const TensorFlowPackage& package, const std::string& sources,
               const std::string& companion) {
  std::fprintf(stderr, "tdbg: preparing for TensorFlow %s (once, about 15 s)\n",
               package.version.c_str());
  const std::string unfinished = companion + "." + std::to_string(getpid());
  const Result<CommandOutput> made = RunQuietly(CompileCommand(package, sources, unfinished));
  if (!made.ok()) return made.status();
  if (made->status != 0) {
    unlink(unfinished.c_str());
    const std::string log = companion + ".log";
    std::ofstream(log) << made->err;
    return Unsupported("the compiler refused it, see " + log);
  }
  if (rename(unfinished.c_str(), companion.c_str()) != 0) {
    return Unreadable("cannot write " + companion + ": " + std::strerror(errno));
  }
  return Status::Ok();
}

}  // namespace

Result<std::string> PrepareCompanion(const TensorFlowPackage& package, const std::string& sources) {
  TDBG_ASSIGN_OR_RETURN(const std::string hash, HashOf(sources));
  TDBG_ASSIGN_OR_RETURN(const std::string folder, CacheFolder());
  const std::string companion = folder + "/companion-" + package.version + "-" + hash + ".so";
  if (access(companion.c_str(), R_OK) != 0) {
    TDBG_RETURN_IF_ERROR(Compile(package, sources, companion));
  }
  return companion;
}

}  // namespace tdbg::cli
