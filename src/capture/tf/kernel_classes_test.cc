#include "capture/tf/kernel_classes.h"

#include <vector>

#include <gtest/gtest.h>

namespace tdbg::tf {
namespace {

std::vector<const void*>& Gone() {
  static std::vector<const void*> gone;
  return gone;
}

int g_destroyed = 0;

// As TensorFlow's OpKernel: the destructor is the first virtual function.
struct Base {
  virtual ~Base() = default;
  virtual int Compute() = 0;
};
struct One : Base {
  ~One() override { ++g_destroyed; }
  int Compute() override { return 1; }
};
struct Two final : One {
  int Compute() override { return 2; }
};
struct Other {
  virtual ~Other() = default;
  long word = 0;
};
struct Beside final : Other, Base {  // seen as a Base it has a vtable of its own
  ~Beside() override { ++g_destroyed; }
  int Compute() override { return 3; }
};

void** VtableOf(const Base* object) { return *reinterpret_cast<void** const*>(object); }

// Where the compiler cannot see what is deleted.
__attribute__((noinline)) void Delete(Base* object) { delete object; }

class KernelClassesTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    const One one;
    Framework framework = {};
    framework.kernel.vtable = VtableOf(&one) - 2;
    framework.kernel.deleting_destructor = VtableOf(&one)[1];
    TellOfDeletedKernels(framework, [](const void* kernel) { Gone().push_back(kernel); });
  }
  void SetUp() override {
    Gone().clear();
    g_destroyed = 0;
  }
};

TEST_F(KernelClassesTest, EachClassTellsOfItsOwn) {
  Base* const two = new Two;
  ASSERT_TRUE(FollowClassOf(two));
  EXPECT_TRUE(FollowClassOf(two)) << "once more makes no difference";
  Base* const another = new Two;
  EXPECT_EQ(another->Compute(), 2);
  Delete(another);
  EXPECT_EQ(Gone(), std::vector<const void*>{another}) << "of all kernels of the class";
  Delete(two);
  EXPECT_EQ(Gone(), (std::vector<const void*>{another, two}));
  EXPECT_EQ(g_destroyed, 2) << "and they are destroyed";
}

TEST_F(KernelClassesTest, OneThatIsNotFollowedTellsNothing) {
  Base* const one = new One;
  Delete(one);
  EXPECT_TRUE(Gone().empty());
  EXPECT_EQ(g_destroyed, 1);
}

TEST_F(KernelClassesTest, AKernelMayBeAPartOfItsObject) {
  Base* const beside = new Beside;
  ASSERT_TRUE(FollowClassOf(beside));
  Delete(beside);
  EXPECT_EQ(Gone(), std::vector<const void*>{beside});
  EXPECT_EQ(g_destroyed, 1);
}

}  // namespace
}  // namespace tdbg::tf
