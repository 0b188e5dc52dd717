// Which worker of a distributed program this process is.
#pragma once

#include <string>
#include <string_view>

namespace tdbg::tf {

// "worker:1" of the environment variable TF_CONFIG, which TensorFlow reads as JSON; "" if it does
// not say. Only what stands behind "task" is looked at.
std::string WorkerName(std::string_view tf_config);

}  // namespace tdbg::tf
