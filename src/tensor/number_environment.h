// The default floating-point environment for as long as the object lives: framework threads may
// read subnormals as zero, and the digits of a number must not depend on that.
#pragma once

#include <cfenv>

namespace tdbg::tensor {

class NumberEnvironment {
 public:
  NumberEnvironment() {
    std::fegetenv(&saved_);
    std::fesetenv(FE_DFL_ENV);
  }
  ~NumberEnvironment() { std::fesetenv(&saved_); }

  NumberEnvironment(const NumberEnvironment&) = delete;
  NumberEnvironment& operator=(const NumberEnvironment&) = delete;

 private:
  std::fenv_t saved_;
};

}  // namespace tdbg::tensor
