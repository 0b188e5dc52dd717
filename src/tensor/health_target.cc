#include "tensor/health_target.h"

#include "tensor/element.h"
#include "tensor/narrow_float.h"

// Machines with nothing better use the scalar path; vectors of unknown size cannot be members.
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128)
#define HWY_DISABLE_PCLMUL_AES

#define HWY_TARGET_INCLUDE "tensor/health_target.cc"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

#if HWY_TARGET != HWY_SCALAR
#include "tensor/finite_check-inl.h"
#include "tensor/health_byte-inl.h"
#include "tensor/health_complex-inl.h"
#include "tensor/health_float-inl.h"
#include "tensor/health_fp8-inl.h"
#include "tensor/health_int-inl.h"
#include "tensor/health_quick-inl.h"
#include "tensor/health_resum-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tdbg::tensor::HWY_NAMESPACE {

// Every number that the low four bits of a byte can be, in units of the dtype.
constexpr NibbleBytes NibblesOf(DType dtype) {
  NibbleBytes bytes{};
  for (uint32_t raw = 0; raw < 16; ++raw) {
    int64_t number = 0;
    switch (dtype) {
      case DType::kI4:
        number = SignExtend(raw, 4);
        break;
      case DType::kU4:
        number = raw;
        break;
      case DType::kI2:
        number = SignExtend(raw, 2);
        break;
      case DType::kU2:
        number = raw & 3;
        break;
      default:  // fp4, in halves
        number = static_cast<int64_t>(2 * ToFloat(kF4E2M1FNFormat, raw));
    }
    bytes.table[raw] = static_cast<int8_t>(number);
  }
  return bytes;
}

void AddRun(DType dtype, const std::byte* data, int64_t n, HealthSums& sums) {
  switch (dtype) {
    case DType::kF32:
      return AddFloats<F32Lanes>(data, n, sums);
    case DType::kF64:
      return AddFloats<F64Lanes>(data, n, sums);
    case DType::kF16:
      return AddFloats<F16Lanes>(data, n, sums);
    case DType::kBF16:
      return AddFloats<BF16Lanes>(data, n, sums);
    case DType::kComplex64:
      return AddComplex<F32Lanes>(data, n, sums);
    case DType::kComplex128:
      return AddComplex<F64Lanes>(data, n, sums);
    case DType::kI64:
      return AddInts<int64_t>(data, n, sums);
    case DType::kU64:
      return AddInts<uint64_t>(data, n, sums);
    case DType::kI32:
    case DType::kQI32:
      return AddInts<int32_t>(data, n, sums);
    case DType::kU32:
      return AddInts<uint32_t>(data, n, sums);
    case DType::kI16:
    case DType::kQI16:
      return AddInts<int16_t>(data, n, sums);
    case DType::kU16:
    case DType::kQU16:
      return AddInts<uint16_t>(data, n, sums);
    case DType::kI8:
    case DType::kQI8:
      return AddBytes(data, n, I8Bytes{}, sums);
    case DType::kU8:
    case DType::kQU8:
      return AddBytes(data, n, U8Bytes{}, sums);
    case DType::kBool:
      return AddBytes(data, n, BoolBytes{}, sums);
    case DType::kI4:
    case DType::kU4:
    case DType::kI2:
    case DType::kU2:
      return AddBytes(data, n, NibblesOf(dtype), sums);
    case DType::kF4E2M1FN:
      return AddBytes(data, n, Fp4Bytes{NibblesOf(dtype)}, sums);
    case DType::kF8E5M2:
      return AddFp8<E5M2ToHalf>(data, n, sums);
    case DType::kF8E4M3FN:
      return AddFp8<E4M3FnToHalf>(data, n, sums);
    case DType::kF8E4M3FNUZ:
    case DType::kF8E4M3B11FNUZ:
      return AddFp8<E4M3FnuzToHalf>(data, n, sums);
    case DType::kF8E5M2FNUZ:
      return AddFp8<E5M2FnuzToHalf>(data, n, sums);
    case DType::kInvalid:
    case DType::kString:
    case DType::kResource:
    case DType::kVariant:
      break;
  }
}

void AddRunQuickly(DType dtype, const std::byte* data, int64_t n, HealthSums& sums) {
  if (dtype == DType::kF32) return AddF32Quickly(data, n, sums);
  AddRun(dtype, data, n, sums);
}

void ResumRun(DType dtype, const std::byte* data, int64_t n, Resummation& total) {
  switch (dtype) {
    case DType::kF32:
      return ResumFloats<F32Lanes>(data, n, total);
    case DType::kF64:
      return ResumFloats<F64Lanes>(data, n, total);
    case DType::kF16:
      return ResumFloats<F16Lanes>(data, n, total);
    default:
      return ResumFloats<BF16Lanes>(data, n, total);
  }
}

uint32_t LargestMaskedInRun(const BadPattern& pattern, const std::byte* data, size_t bytes) {
  switch (pattern.lane_bytes) {
    case 1:
      return LargestMasked<uint8_t>(data, bytes, pattern.flip, pattern.mask);
    case 2:
      return LargestMasked<uint16_t>(data, bytes, pattern.flip, pattern.mask);
    default:
      return LargestMasked<uint32_t>(data, bytes, pattern.flip, pattern.mask);
  }
}

}  // namespace tdbg::tensor::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif  // HWY_TARGET != HWY_SCALAR

#if HWY_ONCE
#if HWY_ARCH_X86
#include <cpuid.h>
#endif

namespace tdbg::tensor {
namespace {

#if HWY_ARCH_X86
bool HasSse4() {
  __builtin_cpu_init();
  return __builtin_cpu_supports("sse4.2");
}

// Not a name that every compiler's __builtin_cpu_supports knows.
bool HasF16c() {
  unsigned eax, ebx, ecx, edx;
  return __get_cpuid(1, &eax, &ebx, &ecx, &edx) != 0 && (ecx & bit_F16C) != 0;
}

bool HasAvx2() {
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
         __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") && HasF16c();
}

bool HasAvx512() {
  return HasAvx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
         __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw");
}
#endif

constexpr HealthTarget kTargets[] = {
#if HWY_TARGETS & HWY_AVX3
    {"avx512", HasAvx512, N_AVX3::AddRun, N_AVX3::AddRunQuickly, N_AVX3::ResumRun,
     N_AVX3::LargestMaskedInRun},
#endif
#if HWY_TARGETS & HWY_AVX2
    {"avx2", HasAvx2, N_AVX2::AddRun, N_AVX2::AddRunQuickly, N_AVX2::ResumRun,
     N_AVX2::LargestMaskedInRun},
#endif
#if HWY_TARGETS & HWY_SSE4
    {"sse4", HasSse4, N_SSE4::AddRun, N_SSE4::AddRunQuickly, N_SSE4::ResumRun,
     N_SSE4::LargestMaskedInRun},
#endif
#if HWY_TARGETS & HWY_NEON
    {"neon", [] { return true; }, N_NEON::AddRun, N_NEON::AddRunQuickly, N_NEON::ResumRun,
     N_NEON::LargestMaskedInRun},
#endif
};

}  // namespace

std::span<const HealthTarget> HealthTargets() { return kTargets; }

const HealthTarget* BestHealthTarget() {
  for (const HealthTarget& target : kTargets) {
    if (target.supported()) return &target;
  }
  return nullptr;
}

}  // namespace tdbg::tensor
#endif  // HWY_ONCE
