#include "expr/cast.h"

#include <algorithm>

#include "expr/element_block.h"

namespace tdbg::expr {
namespace {

using tensor::DType;
using tensor::DTypeInfo;

// A weak integer as text, and whether an integer dtype can hold it.
bool Fits(const Array& number, const DTypeInfo& info) {
  const bool is_unsigned = info.cls == tensor::DTypeClass::kUnsigned;
  const auto raw = tensor::LoadUnaligned<uint64_t>(number.data());
  const bool huge = number.dtype() == DType::kU64;
  const auto value = static_cast<int64_t>(raw);
  if (is_unsigned) return (huge || value >= 0) && (info.bits == 64 || raw >> info.bits == 0);
  return !huge && tensor::SignExtend(raw, info.bits) == value;
}

}  // namespace

Result<Array> Cast(const Array& array, DType dtype) {
  if (array.dtype() == dtype) return Array{array.value, false};
  if (!tensor::HasNumbers(array.dtype())) {
    return InvalidArgument("elements of dtype " + std::string(tensor::Info(array.dtype()).name) +
                           " are no numbers");
  }
  TDBG_ASSIGN_OR_RETURN(ArrayBuilder builder, ArrayBuilder::Make(dtype, array.shape()));
  WithNumbers(array.dtype(), [&]<typename T>(std::type_identity<T>) {
    constexpr int64_t kCastBlock = 1024;
    T block[kCastBlock];
    const int64_t from_stride = tensor::ElementStride(array.dtype());
    const int64_t to_stride = tensor::ElementStride(dtype);
    for (int64_t at = 0; at < array.size(); at += kCastBlock) {
      const int64_t n = std::min(kCastBlock, array.size() - at);
      LoadBlock(array.dtype(), array.data() + at * from_stride, n, block);
      StoreBlock(dtype, block, n, builder.data() + at * to_stride);
    }
  });
  return std::move(builder).Finish();
}

Result<Array> CastOperand(const Array& array, DType dtype) {
  const Numbers from = NumbersOf(array.dtype());
  const Numbers to = NumbersOf(dtype);
  const bool integers = (from == Numbers::kSigned || from == Numbers::kUnsigned) &&
                        (to == Numbers::kSigned || to == Numbers::kUnsigned);
  if (array.weak && integers && array.dtype() != DType::kBool && dtype != DType::kBool &&
      !Fits(array, tensor::Info(dtype))) {
    const auto raw = tensor::LoadUnaligned<int64_t>(array.data());
    const std::string shown = array.dtype() == DType::kU64
                                  ? std::to_string(static_cast<uint64_t>(raw))
                                  : std::to_string(raw);
    return InvalidArgument("the integer " + shown + " does not fit the dtype " +
                           std::string(tensor::Info(dtype).name));
  }
  return Cast(array, dtype);
}

}  // namespace tdbg::expr
