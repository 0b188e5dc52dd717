#include "cli/program.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string_view>

#include <unistd.h>

namespace tdbg::cli {
namespace {

namespace fs = std::filesystem;

bool IsRunnable(const fs::path& path) {
  std::error_code unknown;
  return fs::is_regular_file(path, unknown) && access(path.c_str(), X_OK) == 0;
}

// As execvp would find it; "" if it would not.
std::string FoundInPath(const std::string& word) {
  if (word.find('/') != std::string::npos) return IsRunnable(word) ? word : "";
  const char* const variable = std::getenv("PATH");
  std::string_view rest = variable == nullptr ? "/usr/bin:/bin" : variable;
  for (;;) {
    const size_t colon = rest.find(':');
    const fs::path folder = colon == 0 || rest.empty() ? "." : rest.substr(0, colon);
    if (IsRunnable(folder / word)) return folder / word;
    if (colon == rest.npos) return "";
    rest.remove_prefix(colon + 1);
  }
}

Status WhyNotRunnable(const std::string& word) {
  std::error_code unknown;
  const bool named_by_path = word.find('/') != std::string::npos;
  if (!named_by_path) {
    const std::string advice = fs::exists(word, unknown) ? "; did you mean ./" + word + "?" : "";
    return NotFound("there is no program '" + word + "' in PATH" + advice);
  }
  if (!fs::exists(word, unknown)) return NotFound("there is no program " + word);
  if (fs::is_directory(word, unknown)) return InvalidArgument(word + " is a directory");
  return InvalidArgument(word + " is not executable: give X.py, -m MODULE or an executable");
}

bool IsPythonInterpreter(const std::string& path) {
  const std::string name = fs::path(path).filename();
  return name.starts_with("python") && name.find_first_not_of("0123456789.", 6) == name.npos;
}

// A script is read by an interpreter, which gets no use from our hook by itself.
bool IsNative(const std::string& path) {
  char magic[4] = {};
  std::FILE* const file = std::fopen(path.c_str(), "rbe");
  if (file == nullptr) return true;  // one may run what one may not read
  const size_t count = std::fread(magic, 1, sizeof(magic), file);
  std::fclose(file);
  return count == sizeof(magic) && std::memcmp(magic, "\177ELF", sizeof(magic)) == 0;
}

Result<Program> PythonProgram(const std::vector<std::string>& words, const std::string& python) {
  Program program;
  program.python = python.empty() ? "python3" : python;
  if (FoundInPath(program.python).empty()) {
    Status why = WhyNotRunnable(program.python);
    return NotFound("no Python to run it with: " + why.message() +
                    (python.empty() ? "; name one with --python" : ""));
  }
  program.words.push_back(program.python);
  program.words.insert(program.words.end(), words.begin(), words.end());
  return program;
}

}  // namespace

Result<Program> FindProgram(const std::vector<std::string>& words, const std::string& python) {
  if (words.empty())
    return InvalidArgument("no program is given: X.py, -m MODULE or an executable");
  const std::string& word = words[0];
  if (word == "-m") {
    if (words.size() < 2) return InvalidArgument("-m: the name of a module is missing");
    TDBG_ASSIGN_OR_RETURN(Program program, PythonProgram(words, python));
    program.name = words[1];
    return program;
  }
  if (word.starts_with("-")) return InvalidArgument("there is no option '" + word + "'");
  if (word.ends_with(".py")) {
    std::error_code unknown;
    if (!fs::exists(word, unknown)) return NotFound("there is no file " + word);
    if (fs::is_directory(word, unknown)) return InvalidArgument(word + " is a directory");
    if (access(word.c_str(), R_OK) != 0) {
      return Unreadable("cannot read " + word + ": " + std::strerror(errno));
    }
    TDBG_ASSIGN_OR_RETURN(Program program, PythonProgram(words, python));
    program.name = fs::path(word).stem();
    program.folder = fs::path(word).parent_path();
    return program;
  }
  const std::string path = FoundInPath(word);
  if (path.empty()) return WhyNotRunnable(word);
  Program program;
  program.name = fs::path(word).filename();
  program.path = path;
  program.words = words;
  if (IsPythonInterpreter(path)) {
    program.python = word;
  } else {
    program.preload = IsNative(path);
  }
  return program;
}

}  // namespace tdbg::cli
