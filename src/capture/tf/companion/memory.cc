#include "capture/tf/companion/memory.h"

#include <atomic>
#include <cstring>
#include <string>

#include "capture/tf/companion/services.h"
#include "capture/tf/vtable_slot.h"
#include "tensorflow/core/common_runtime/dma_helper.h"
#include "tensorflow/core/framework/allocator.h"

namespace tdbg::tf::companion {
namespace {

using tensorflow::Allocator;
using tensorflow::DMAHelper;
using tensorflow::TensorBuffer;

// Who is told of memory that is freed, and when.
constexpr uint32_t kNever = 0, kAlways = 1;
std::atomic<const uint32_t*> g_wanted{&kNever};
std::atomic<void (*)(const void* data)> g_freed{nullptr};

template <typename... Sizes>
struct FreeHook {
  static inline void (*original)(Allocator*, void*, Sizes...) = nullptr;

  [[gnu::hot]] static void Free(Allocator* self, void* data, Sizes... sizes) {
    // Acquired: who is told was set before.
    const uint32_t* const wanted = g_wanted.load(std::memory_order_acquire);
    if (__atomic_load_n(wanted, __ATOMIC_RELAXED) != 0) {
      g_freed.load(std::memory_order_relaxed)(data);
    }
    original(self, data, sizes...);
  }
  static bool Install(Allocator& allocator, void (Allocator::*function)(void*, Sizes...)) {
    void** const slot = *reinterpret_cast<void***>(&allocator) + SlotOf(function);
    original = reinterpret_cast<decltype(original)>(*slot);
    return WriteSlot(slot, reinterpret_cast<void*>(&Free));
  }
};

// The function that is told the size as well is not in every version; where it is, buffers call it.
template <typename Class>
auto InstallSized(Class& allocator, int)
    -> decltype(allocator.DeallocateRaw(nullptr, size_t{0}, size_t{0}), bool()) {
  return FreeHook<size_t, size_t>::Install(allocator, &Class::DeallocateRaw);
}
bool InstallSized(Allocator&, long) { return true; }

// How a buffer of floats looks that an allocator made: its class is TensorFlow's secret.
struct FloatBuffer {
  const void* vtable = nullptr;
  size_t allocator_at = 0;  // in words
};
FloatBuffer g_float_buffer;
const Allocator* g_allocator = nullptr;  // null: nothing is followed

const void* WordOf(const TensorBuffer& buffer, size_t index) {
  const void* word;
  std::memcpy(&word, reinterpret_cast<const char*>(&buffer) + index * sizeof(word), sizeof(word));
  return word;
}

// Some allocator that cannot be taken for another.
class Sample final : public Allocator {
 public:
  std::string Name() override { return "tdbg's sample"; }
  void* AllocateRaw(size_t alignment, size_t bytes) override {
    return tensorflow::cpu_allocator_base()->AllocateRaw(alignment, bytes);
  }
  void DeallocateRaw(void* data) override { tensorflow::cpu_allocator_base()->DeallocateRaw(data); }
};

bool LearnFloatBuffer() {
  Sample sample;
  const tensorflow::Tensor tensor(&sample, tensorflow::DT_FLOAT, tensorflow::TensorShape({1}));
  const TensorBuffer* const buffer = DMAHelper::buffer(&tensor);
  constexpr size_t kWords = sizeof(TensorBuffer) / sizeof(void*) + 1;  // and one of its own
  if (buffer == nullptr || WordOf(*buffer, kWords - 1) != &sample) return false;
  g_float_buffer = {WordOf(*buffer, 0), kWords - 1};
  return true;
}

thread_local const void* t_last_freed = nullptr;
void NoteFreed(const void* data) { t_last_freed = data; }

// Whether we hear of it when a buffer goes.
bool HearsOf(Allocator& allocator) {
  g_freed = &NoteFreed;
  g_wanted = &kAlways;
  const void* data;
  {
    const tensorflow::Tensor tensor(&allocator, tensorflow::DT_FLOAT, tensorflow::TensorShape({1}));
    data = DMAHelper::buffer(&tensor)->data();
  }
  return t_last_freed == data;
}

}  // namespace

void FollowMemory() {
  // Not cpu_allocator(): what that says is settled when it is first asked, which is too early here.
  Allocator& allocator = *tensorflow::cpu_allocator_base();
  const bool hooked = LearnFloatBuffer() &&
                      FreeHook<>::Install(allocator, &Allocator::DeallocateRaw) &&
                      InstallSized(allocator, 0) && HearsOf(allocator);
  g_freed = Services().memory_freed;
  g_wanted = Services().recording;
  if (hooked) g_allocator = &allocator;
}

[[gnu::hot]] bool IsFollowed(const TensorBuffer& buffer) {
  return WordOf(buffer, 0) == g_float_buffer.vtable &&
         WordOf(buffer, g_float_buffer.allocator_at) == g_allocator;
}

}  // namespace tdbg::tf::companion
