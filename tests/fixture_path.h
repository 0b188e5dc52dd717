// Recordings too large for the project lie in the folder that TDBG_SHARED names, or in shared/
// beside the project. Tests that want them skip where they are absent.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

#include <gtest/gtest.h>

namespace tdbg::tests {

inline std::filesystem::path SharedFolder() {
  const char* named = std::getenv("TDBG_SHARED");
  return named != nullptr ? std::filesystem::path(named)
                          : std::filesystem::path(TDBG_SOURCE_DIR) / ".." / "shared";
}

// A folder of the shared fixtures, such as "tfdbg2/v1_graph".
inline std::filesystem::path SharedFixture(const std::string& name) {
  return SharedFolder() / "fixtures" / name;
}

// A folder of the project's own fixtures, such as "mnist_nan".
inline std::filesystem::path OwnFixture(const std::string& name) {
  return std::filesystem::path(TDBG_SOURCE_DIR) / "tests" / "fixtures" / name;
}

}  // namespace tdbg::tests

// Ends the test as skipped where the shared fixtures are not there.
#define TDBG_NEEDS_SHARED_FIXTURES()                                                              \
  if (!std::filesystem::exists(::tdbg::tests::SharedFolder() / "fixtures"))                       \
  GTEST_SKIP() << "no recordings in " << ::tdbg::tests::SharedFolder() << "; set TDBG_SHARED to " \
               << "the folder that holds fixtures/"
