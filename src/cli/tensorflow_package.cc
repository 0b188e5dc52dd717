#include "cli/tensorflow_package.h"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string_view>

#include "base/whole_number.h"
#include "cli/quiet_command.h"

namespace tdbg::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kLibrary = "libtensorflow_framework.so.2";
constexpr int64_t kOldestMinor = 16;

constexpr char kWhereIsIt[] =
    "import importlib.util as u\n"
    "s = u.find_spec('tensorflow')\n"
    "print(s.origin if s and s.origin else '')\n";

// "2.21.0rc1" of a wheel is "2.21.0-rc1" of the library in it.
std::string LibraryVersion(std::string version) {
  if (const size_t rc = version.find("rc");
      rc != version.npos && rc > 0 && version[rc - 1] != '-') {
    version.insert(rc, "-");
  }
  return version;
}

bool HoldsTensorFlow(const fs::path& dist_info) {
  std::ifstream names(dist_info / "top_level.txt");
  for (std::string name; std::getline(names, name);) {
    if (name == "tensorflow") return true;
  }
  return false;
}

// Wheels of several names hold TensorFlow; what they leave beside it is NAME-VERSION.dist-info.
TensorFlowPackage PackageIn(const fs::path& directory) {
  TensorFlowPackage package{.directory = directory, .version = ""};
  std::error_code error;
  for (fs::directory_iterator it(directory.parent_path(), error), end; !error && it != end;
       it.increment(error)) {
    const std::string name = it->path().stem();
    const size_t dash = name.rfind('-');
    if (it->path().extension() == ".dist-info" && dash != name.npos &&
        HoldsTensorFlow(it->path())) {
      package.version = LibraryVersion(name.substr(dash + 1));
    }
  }
  return package;
}

}  // namespace

Result<std::optional<TensorFlowPackage>> TensorFlowOfPython(const std::string& python) {
  TDBG_ASSIGN_OR_RETURN(CommandOutput answer, RunQuietly({python, "-c", kWhereIsIt}));
  if (answer.status != 0) {
    return Unsupported(python + " does not run: " + answer.err.substr(0, answer.err.find('\n')));
  }
  const std::string origin = answer.out.substr(0, answer.out.find('\n'));
  if (origin.empty()) return std::optional<TensorFlowPackage>();
  return std::optional(PackageIn(fs::path(origin).parent_path()));
}

std::optional<TensorFlowPackage> TensorFlowOfExecutable(const std::string& path) {
  const Result<CommandOutput> answer = RunQuietly({"ldd", path});
  if (!answer.ok()) return std::nullopt;
  // "\tlibX.so.2 => /folder/libX.so.2 (0x…)"
  const size_t line = answer->out.find(std::string(kLibrary) + " => /");
  if (line == std::string::npos) return std::nullopt;
  const size_t begin = answer->out.find('/', line);
  const size_t end = answer->out.find(" (", begin);
  return PackageIn(fs::path(answer->out.substr(begin, end - begin)).parent_path());
}

Status CheckVersion(const TensorFlowPackage& package) {
  constexpr char kAccepted[] = "; 2.16 and newer are supported";
  if (package.version.empty()) {
    return Unsupported("the version of TensorFlow in " + package.directory + " is unknown" +
                       kAccepted);
  }
  const size_t first = package.version.find('.');
  const size_t second = first == std::string::npos ? first : package.version.find('.', first + 1);
  const auto major = WholeNumber(package.version.substr(0, first));
  const auto minor = second == std::string::npos
                         ? std::nullopt
                         : WholeNumber(package.version.substr(first + 1, second - first - 1));
  if (!major || !minor || *major != 2 || *minor < kOldestMinor) {
    return Unsupported("TensorFlow " + package.version + " is not supported" + kAccepted);
  }
  return Status::Ok();
}

}  // namespace tdbg::cli
