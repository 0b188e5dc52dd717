// How the elements of one tensor are printed side by side.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "tensor/dtype.h"
#include "tensor/format.h"

namespace tdbg::tensor {

// Observe each element that will be shown, Settle once, then Append each.
class ElementColumn {
 public:
  virtual ~ElementColumn() = default;

  virtual void Observe(const std::byte* at) = 0;
  virtual void Settle() = 0;
  virtual void Append(const std::byte* at, std::string& out) const = 0;
};

std::unique_ptr<ElementColumn> MakeElementColumn(DType dtype, const FormatOptions& options);

}  // namespace tdbg::tensor
