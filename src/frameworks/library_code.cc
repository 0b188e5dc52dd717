#include "frameworks/library_code.h"

#include "frameworks/tensorflow/source_files.h"

namespace tdbg::frameworks {

bool IsFrameworkFile(std::string_view path) {
  return path.find("/tensorflow/") != path.npos || tensorflow::IsKerasFile(path);
}

bool HandsCallsOn(std::string_view path) { return tensorflow::IsKerasTracebackFilter(path); }

bool TranslatesCode(std::string_view path) { return tensorflow::IsAutograph(path); }

bool RunsWholeModel(std::string_view path, std::string_view function) {
  return tensorflow::IsKerasTrainer(path) && tensorflow::RunsKerasModel(function);
}

bool CallsTracedFunction(std::string_view path, std::string_view function) {
  return tensorflow::IsFunctionCall(path, function);
}

}  // namespace tdbg::frameworks
