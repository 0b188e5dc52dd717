#include "frameworks/tensorflow/source_files.h"

#include <algorithm>
#include <array>

namespace tdbg::frameworks::tensorflow {
namespace {

// Keras 3 has a trainer for each backend, Keras 2 one in its models.
constexpr std::array<std::string_view, 3> kTrainers = {"/trainer.py", "/engine/training.py",
                                                       "/engine/training_v1.py"};

constexpr std::array<std::string_view, 6> kWholeModel = {
    "fit", "evaluate", "predict", "train_on_batch", "test_on_batch", "predict_on_batch"};

}  // namespace

bool IsKerasFile(std::string_view path) {
  return path.find("/keras/") != path.npos || path.find("/tf_keras/") != path.npos;
}

bool IsKerasTracebackFilter(std::string_view path) { return path.ends_with("/traceback_utils.py"); }

bool IsKerasTrainer(std::string_view path) {
  return IsKerasFile(path) && std::any_of(kTrainers.begin(), kTrainers.end(),
                                          [&](auto end) { return path.ends_with(end); });
}

bool RunsKerasModel(std::string_view function) {
  return std::find(kWholeModel.begin(), kWholeModel.end(), function) != kWholeModel.end();
}

bool IsAutograph(std::string_view path) {
  return path.find("/autograph/") != path.npos || path.ends_with("/autograph_util.py");
}

bool IsFunctionCall(std::string_view path, std::string_view function) {
  return function == "__call__" &&
         (path.ends_with("/eager/def_function.py") ||
          path.ends_with("/polymorphic_function/polymorphic_function.py"));
}

}  // namespace tdbg::frameworks::tensorflow
