// Speed of the health kernel against the fastest plain read of the same memory on the same core.
//
// What is compared runs in turns, so that a noisy neighbour hits all alike, and the time is that of
// the thread. Prints Markdown tables: GB/s of the best rounds and the ratio of those; where it says
// so, the median of every round's ratio. The plain read is the best of all vector widths.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <iterator>
#include <limits>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <sched.h>
#include <sys/mman.h>

#include "plain_read.h"
#include "tensor/finite_check.h"
#include "tensor/health.h"
#include "tensor/health_target.h"

namespace tdbg::bench {
namespace {

using tensor::DType;
using tensor::TensorView;

constexpr size_t kMiB = size_t{1} << 20;

volatile uint64_t sink;

class Buffer {
 public:
  Buffer(size_t bytes, bool huge_pages) : bytes_(bytes) {
    void* at = mmap(nullptr, Mapped(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (at == MAP_FAILED) {
      std::perror("mmap");
      std::exit(2);
    }
    mapped_ = at;
    auto address = reinterpret_cast<uintptr_t>(at);
    address = (address + 2 * kMiB - 1) / (2 * kMiB) * (2 * kMiB);
    data_ = reinterpret_cast<std::byte*>(address);
    madvise(data_, bytes, huge_pages ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
  }
  ~Buffer() { munmap(mapped_, Mapped()); }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  std::byte* data() { return data_; }
  size_t bytes() const { return bytes_; }

 private:
  size_t Mapped() const { return bytes_ + 2 * kMiB; }

  size_t bytes_;
  void* mapped_;
  std::byte* data_;
};

// Processor time of this thread, so that others on the same core do not count.
double Now() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

double Seconds(const std::function<void()>& work, int times) {
  const double start = Now();
  for (int i = 0; i < times; ++i) work();
  return (Now() - start) / times;
}

struct Comparison {
  double health_gbs;
  double read_gbs;
  double best_ratio;
  double median_ratio;
};

// Rounds of: every plain read, then `health`.
Comparison Compare(Buffer& buffer, const std::function<void()>& health) {
  const auto reads = PlainReads();
  const size_t bytes = buffer.bytes();
  const int times = static_cast<int>(std::max<size_t>(1, 4 * kMiB / bytes));
  constexpr int kRounds = 31;
  double best_read = 1e9;
  double best_health = 1e9;
  std::vector<double> ratios;
  for (int round = 0; round < kRounds; ++round) {
    double read = 1e9;
    for (const PlainRead& plain : reads) {
      read = std::min(read, Seconds([&] { sink = plain.read(buffer.data(), bytes); }, times));
    }
    const double taken = Seconds(health, times);
    best_read = std::min(best_read, read);
    best_health = std::min(best_health, taken);
    ratios.push_back(read / taken);
  }
  std::nth_element(ratios.begin(), ratios.begin() + kRounds / 2, ratios.end());
  const auto gigabytes = static_cast<double>(bytes) / 1e9;
  return {gigabytes / best_health, gigabytes / best_read, best_read / best_health,
          ratios[kRounds / 2]};
}

TensorView ViewOf(DType dtype, Buffer& buffer) {
  const auto n = static_cast<int64_t>(buffer.bytes()) / tensor::ElementStride(dtype);
  return TensorView::Contiguous(dtype, tensor::Shape{n}, buffer.data());
}

// Bytes that are ordinary numbers of the dtype: wide floats of both signs around 1, 8-bit floats of
// any finite value, any integers.
void FillOrdinary(DType dtype, Buffer& buffer) {
  std::mt19937_64 random(1);
  const auto words = reinterpret_cast<uint64_t*>(buffer.data());
  uint64_t keep = ~uint64_t{0};
  uint64_t set = 0;
  switch (dtype) {
    case DType::kF32:
    case DType::kComplex64:
      keep = 0x81ffffff81ffffff, set = 0x3e0000003e000000;
      break;
    case DType::kF64:
    case DType::kComplex128:
      keep = 0x803fffffffffffff, set = 0x3fc0000000000000;
      break;
    case DType::kF16:
      keep = 0x8fff8fff8fff8fff, set = 0x3000300030003000;
      break;
    case DType::kBF16:
      keep = 0x81ff81ff81ff81ff, set = 0x3e003e003e003e00;
      break;
    case DType::kF8E5M2:
    case DType::kF8E4M3FN:
      keep = 0xbfbfbfbfbfbfbfbf;
      break;
    default:
      break;
  }
  for (size_t i = 0; i < buffer.bytes() / 8; ++i) words[i] = (random() & keep) | set;
}

std::string SizeName(size_t bytes) {
  return bytes >= kMiB ? std::to_string(bytes / kMiB) + " MiB"
                       : std::to_string(bytes / 1024) + " KiB";
}

constexpr size_t kSizes[] = {kMiB / 32, kMiB, 64 * kMiB};

// A table with three columns for each size.
void PrintSizesHead(const char* title, const char* label, const char* what = "health") {
  std::printf("\n%s\n\n| %s |", title, label);
  for (size_t bytes : kSizes) {
    std::printf(" %s: %s GB/s | plain read | ratio |", SizeName(bytes).c_str(), what);
  }
  std::printf("\n| --- |");
  for (size_t i = 0; i < std::size(kSizes); ++i) std::printf(" ---: | ---: | ---: |");
  std::printf("\n");
}

using HealthOf = std::function<tensor::Health(const TensorView&)>;
using Read = std::function<uint64_t(const TensorView&)>;

void PrintReadRow(std::string_view label, DType dtype, const Read& read) {
  std::printf("| %s |", std::string(label).c_str());
  for (size_t bytes : kSizes) {
    Buffer buffer(bytes, false);
    FillOrdinary(dtype, buffer);
    const TensorView view = ViewOf(dtype, buffer);
    const Comparison result = Compare(buffer, [&] { sink = read(view); });
    std::printf(" %.1f | %.1f | %.0f %% |", result.health_gbs, result.read_gbs,
                100 * result.best_ratio);
  }
  std::printf("\n");
  std::fflush(stdout);
}

void PrintSizesRow(std::string_view label, DType dtype, const HealthOf& health_of) {
  PrintReadRow(label, dtype,
               [&](const TensorView& view) { return static_cast<uint64_t>(health_of(view).zero); });
}

void BenchCheck() {
  PrintSizesHead("The check for bad values alone, ordinary values", "dtype", "check");
  for (DType dtype : {DType::kF32, DType::kF64, DType::kF16, DType::kBF16, DType::kF8E4M3FN}) {
    PrintReadRow(tensor::Info(dtype).name, dtype, [](const TensorView& view) {
      return uint64_t{tensor::AnyBad(view.dtype, view.data, view.num_elements())};
    });
  }
}

void BenchDTypes() {
  PrintSizesHead("Health by dtype and size, ordinary values, best of 31 rounds", "dtype");
  for (DType dtype : {DType::kF32, DType::kF64, DType::kF16, DType::kBF16, DType::kF8E5M2,
                      DType::kF8E4M3FN, DType::kF4E2M1FN, DType::kI8, DType::kU8, DType::kI16,
                      DType::kU16, DType::kI32, DType::kU32, DType::kI64, DType::kU64, DType::kBool,
                      DType::kI4, DType::kComplex64, DType::kComplex128}) {
    PrintSizesRow(tensor::Info(dtype).name, dtype, tensor::ComputeHealth);
  }
}

using HealthOn =
    std::function<tensor::Health(const tensor::HealthTarget& target, const TensorView& view)>;

void BenchTargets(const char* title, const HealthOn& health_on) {
  PrintSizesHead(title, "target");
  for (const tensor::HealthTarget& target : tensor::HealthTargets()) {
    if (!target.supported()) continue;
    PrintSizesRow(target.name, DType::kF32,
                  [&](const TensorView& view) { return health_on(target, view); });
  }
}

tensor::Health RunHealthOn(const tensor::HealthTarget& target, const TensorView& view) {
  return ComputeRunHealthOn(target, view.dtype, view.data, view.num_elements());
}

struct Content {
  const char* name;
  std::function<float(size_t index, uint64_t random)> value;
};

void BenchContents(bool huge_pages) {
  constexpr float kInf = std::numeric_limits<float>::infinity();
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  const auto uniform = [](uint64_t random) {
    return static_cast<float>(random >> 40) * 0x1p-23f - 1.0f;
  };
  const std::vector<Content> contents = {
      {"uniform in [-1, 1)", [&](size_t, uint64_t r) { return uniform(r); }},
      {"half of them zero", [&](size_t, uint64_t r) { return r & 1 ? uniform(r) : 0.0f; }},
      {"one NaN in the middle",
       [&](size_t i, uint64_t r) { return i == 8 * kMiB ? kNan : uniform(r); }},
      {"a NaN every 1000", [&](size_t i, uint64_t r) { return i % 1000 ? uniform(r) : kNan; }},
      {"half of them NaN or infinite",
       [&](size_t, uint64_t r) {
         return r & 1 ? uniform(r) : r & 2 ? kNan : r & 4 ? kInf : -kInf;
       }},
      {"half of them subnormal",
       [&](size_t, uint64_t r) { return r & 1 ? uniform(r) : uniform(r) * 1e-38f; }},
      {"1 + tiny (variance 1e-12 of the mean square)",
       [&](size_t, uint64_t r) { return 1 + uniform(r) * 1e-6f; }},
      {"pairs that cancel (mean exactly 0)",
       [&](size_t i, uint64_t) { return static_cast<float>(i / 2 % 1000 + 1) * (i % 2 ? 1 : -1); }},
      {"all NaN", [&](size_t, uint64_t) { return kNan; }},
  };
  std::printf(
      "\nfloat32, 64 MiB%s, by content\n\n"
      "| content | health GB/s | plain read | ratio | median of ratios |\n"
      "| --- | ---: | ---: | ---: | ---: |\n",
      huge_pages ? " in huge pages" : "");
  Buffer buffer(64 * kMiB, huge_pages);
  const auto values = reinterpret_cast<float*>(buffer.data());
  const TensorView view = ViewOf(DType::kF32, buffer);
  for (const Content& content : contents) {
    std::mt19937_64 random(1);
    for (size_t i = 0; i < buffer.bytes() / sizeof(float); ++i) {
      values[i] = content.value(i, random());
    }
    const Comparison result =
        Compare(buffer, [&] { sink = static_cast<uint64_t>(ComputeHealth(view).zero); });
    std::printf("| %s | %.1f | %.1f | %.0f %% | %.0f %% |\n", content.name, result.health_gbs,
                result.read_gbs, 100 * result.best_ratio, 100 * result.median_ratio);
    std::fflush(stdout);
  }
}

void BenchSmall() {
  std::printf("\nfloat32, small tensors\n\n| elements | ns a call |\n| ---: | ---: |\n");
  Buffer buffer(kMiB, false);
  FillOrdinary(DType::kF32, buffer);
  for (int64_t n : {1, 10, 100, 1000, 10000}) {
    const auto view = TensorView::Contiguous(DType::kF32, tensor::Shape{n}, buffer.data());
    double best = 1e9;
    for (int round = 0; round < 31; ++round) {
      best = std::min(
          best, Seconds([&] { sink = static_cast<uint64_t>(ComputeHealth(view).zero); }, 1000));
    }
    std::printf("| %ld | %.0f |\n", n, best * 1e9);
  }
}

void PinToOneCore() {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(static_cast<size_t>(sched_getcpu()), &one);
  sched_setaffinity(0, sizeof(one), &one);
}

}  // namespace
}  // namespace tdbg::bench

int main() {
  using namespace tdbg::bench;
  PinToOneCore();
  BenchDTypes();
  BenchCheck();
  BenchTargets("float32 by instruction set", tdbg::tensor::ComputeHealthOn);
  BenchTargets("float32 as programs are recorded (ComputeRunHealth), by instruction set",
               RunHealthOn);
  BenchContents(false);
  BenchContents(true);
  BenchSmall();
}
