// Where the parts of this tdbg lie that are not in its binary.
#pragma once

#include <string>

namespace tdbg::cli {

struct Installation {
  std::string binary;           // this program
  std::string capture_library;  // libtdbg_tf.so, the hook; "" where it was not built or installed
  std::string
      companion_sources;  // a folder with include/ and src/ as in the repository; "" likewise
};

// Beside the binary (a build tree, a wheel), or in ../lib/tdbg and ../share/tdbg (an installation).
Installation FindInstallation();

}  // namespace tdbg::cli
