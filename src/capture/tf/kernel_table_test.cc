#include "capture/tf/kernel_table.h"

#include <memory>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace tdbg::tf {
namespace {

// Addresses that nobody looks behind. Far more than there are buckets.
const void* Address(uintptr_t number) { return reinterpret_cast<const void*>(number * 64 + 64); }

Kernel OfOp(uint32_t op) {
  Kernel kernel;
  kernel.op = op;
  return kernel;
}

TEST(KernelTable, FindsWhatIsThere) {
  const auto table = std::make_unique<KernelTable>();
  EXPECT_EQ(table->Find(Address(0)), nullptr);
  constexpr uint32_t kMany = 50'000;
  for (uint32_t i = 0; i < kMany; ++i) table->Add(Address(i), OfOp(i));
  for (uint32_t i = 0; i < kMany; i += 3) table->Remove(Address(i));
  for (uint32_t i = 0; i < kMany; ++i) {
    const Kernel* const found = table->Find(Address(i));
    ASSERT_EQ(found == nullptr, i % 3 == 0) << i;
    ASSERT_TRUE(found == nullptr || found->op == i) << i;
  }
  table->Remove(Address(kMany));  // was never there
}

TEST(KernelTable, AnAddressIsUsedAgain) {
  const auto table = std::make_unique<KernelTable>();
  const Kernel* const first = table->Add(Address(1), OfOp(1));
  table->Remove(Address(1));
  EXPECT_EQ(table->Find(Address(1)), nullptr);
  EXPECT_EQ(table->Add(Address(1), OfOp(2)), first) << "its place is not lost";
  EXPECT_EQ(table->Find(Address(1))->op, 2u);
  table->Add(Address(1), OfOp(3));
  EXPECT_EQ(table->Find(Address(1))->op, 3u);
}

// Kernels of each thread come and go while all look for theirs.
TEST(KernelTable, ThreadsDoNotDisturbOneAnother) {
  const auto table = std::make_unique<KernelTable>();
  constexpr uint32_t kThreads = 4, kRounds = 20, kKernels = 2'000;
  std::vector<std::thread> threads;
  for (uint32_t thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back([&, thread] {
      for (uint32_t round = 0; round < kRounds; ++round) {
        for (uint32_t i = 0; i < kKernels; ++i) {
          const void* const address = Address(i * kThreads + thread);
          table->Add(address, OfOp(round));
          ASSERT_EQ(table->Find(address)->op, round);
        }
        for (uint32_t i = 0; i < kKernels; ++i) table->Remove(Address(i * kThreads + thread));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (uint32_t i = 0; i < kThreads * kKernels; ++i) EXPECT_EQ(table->Find(Address(i)), nullptr);
}

}  // namespace
}  // namespace tdbg::tf
