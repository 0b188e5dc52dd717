#pragma once

#include <cstddef>
#include <string>

namespace tdbg::view {

// A long name by its end: "…/dense_1/MatMul". What is shown can be typed.
std::string ShortName(const std::string& name, size_t most_columns);

}  // namespace tdbg::view
