// The files of TensorFlow and of Keras (2 and 3) that say where in a stack a function is called and
// a model runs.
#pragma once

#include <string_view>

namespace tdbg::frameworks::tensorflow {

bool IsKerasFile(std::string_view path);
bool IsKerasTracebackFilter(std::string_view path);  // of Keras, and TensorFlow's own
bool IsKerasTrainer(std::string_view path);
bool RunsKerasModel(std::string_view function);  // of a trainer

// What translates the code of a tf.function, and calls it.
bool IsAutograph(std::string_view path);

// Where a tf.function is called.
bool IsFunctionCall(std::string_view path, std::string_view function);

}  // namespace tdbg::frameworks::tensorflow
