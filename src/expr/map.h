// Computing arrays element by element, in blocks.
#pragma once

#include <algorithm>

#include "expr/broadcast.h"
#include "expr/element_block.h"
#include "expr/object.h"

namespace tdbg::expr {

inline constexpr int64_t kBlock = 1024;

template <typename A, typename B, typename Out>
using BinaryKernel = void (*)(const A* a, const B* b, Out* to, int64_t n);

// f of each element; the result has the same shape.
template <typename T>
Result<Array> MapFunction(const Array& array, tensor::DType dtype, const Stop& stop, T (*f)(T)) {
  TDBG_ASSIGN_OR_RETURN(ArrayBuilder builder, ArrayBuilder::Make(dtype, array.shape()));
  T block[kBlock];
  const int64_t in_stride = tensor::ElementStride(array.dtype());
  const int64_t out_stride = tensor::ElementStride(dtype);
  for (int64_t at = 0; at < array.size(); at += kBlock) {
    if (at % (64 * kBlock) == 0) TDBG_RETURN_IF_ERROR(stop.Check());
    const int64_t n = std::min(kBlock, array.size() - at);
    LoadBlock(array.dtype(), array.data() + at * in_stride, n, block);
    for (int64_t i = 0; i < n; ++i) block[i] = f(block[i]);
    StoreBlock(dtype, block, n, builder.data() + at * out_stride);
  }
  return std::move(builder).Finish();
}

// The kernel's results for two arrays that broadcast.
template <typename A, typename B, typename Out>
Result<Array> MapPairs(const Array& a, const Array& b, tensor::DType dtype, const Stop& stop,
                       BinaryKernel<A, B, Out> kernel) {
  TDBG_ASSIGN_OR_RETURN(tensor::Shape shape, Broadcast(a.shape(), b.shape()));
  const Walk<3> walk(shape, {BroadcastStrides(a.shape(), shape), BroadcastStrides(b.shape(), shape),
                             BroadcastStrides(shape, shape)});
  TDBG_ASSIGN_OR_RETURN(ArrayBuilder builder, ArrayBuilder::Make(dtype, std::move(shape)));
  A a_block[kBlock];
  B b_block[kBlock];
  Out out[kBlock];
  const int64_t out_stride = tensor::ElementStride(dtype);
  // Rows go on by one element, or stay where they are.
  const auto load = []<typename T>(const Array& from, int64_t at, bool moves, int64_t n, T* block) {
    const std::byte* data = from.data() + at * tensor::ElementStride(from.dtype());
    LoadBlock(from.dtype(), data, moves ? n : 1, block);
    if (!moves) std::fill(block + 1, block + n, block[0]);
  };
  const bool a_moves = walk.row_stride(0) != 0;
  const bool b_moves = walk.row_stride(1) != 0;
  TDBG_RETURN_IF_ERROR(walk.ForEachRow(stop, [&](const std::array<int64_t, 3>& offsets) {
    for (int64_t at = 0; at < walk.row_length(); at += kBlock) {
      const int64_t n = std::min(kBlock, walk.row_length() - at);
      load(a, offsets[0] + (a_moves ? at : 0), a_moves, n, a_block);
      load(b, offsets[1] + (b_moves ? at : 0), b_moves, n, b_block);
      kernel(a_block, b_block, out, n);
      StoreBlock(dtype, out, n, builder.data() + (offsets[2] + at) * out_stride);
    }
  }));
  return std::move(builder).Finish();
}

}  // namespace tdbg::expr
