#include "frameworks/tensorflow/library_files.h"

#include <initializer_list>

namespace tdbg::frameworks::tensorflow {

bool IsRuntimeLibrary(std::string_view name) {
  for (const std::string_view known : {"libtensorflow_framework.so", "libtensorflow_cc.so",
                                       "libtensorflow.so", "_pywrap_tensorflow_internal.so"}) {
    if (name.starts_with(known)) return true;
  }
  return false;
}

}  // namespace tdbg::frameworks::tensorflow
