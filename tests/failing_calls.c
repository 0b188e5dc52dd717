/* Preloaded into a program under test: lets the Nth call of one function fail, of those that tdbg's libraries make. Calls
 * of anybody else go their way.
 *
 * FAILING_CALLS=mmap:3 lets the third mmap fail, mmap:3+ all from the third on; or the program calls failing_calls_arm()
 * with the same words. failing_calls_made() says how many there were. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

static char armed[32];  /* which function; empty: none */
static long first, last; /* which of its calls fail */
static atomic_long made;

__attribute__((visibility("default"))) void failing_calls_arm(const char* words) {
  const char* colon = strchr(words, ':');
  if (colon == NULL || (size_t)(colon - words) >= sizeof armed) return;
  char* end;
  first = strtol(colon + 1, &end, 10);
  last = *end == '+' ? INT64_MAX : first;
  atomic_store(&made, 0);
  memcpy(armed, words, colon - words);
  armed[colon - words] = '\0';
}

__attribute__((visibility("default"))) long failing_calls_made(void) { return atomic_load(&made); }

__attribute__((constructor)) static void arm_from_environment(void) {
  const char* words = getenv("FAILING_CALLS");
  if (words != NULL) failing_calls_arm(words);
}

struct search {
  uintptr_t address;
  int ours;
};

static int look_at_library(struct dl_phdr_info* info, size_t size, void* data) {
  (void)size;
  struct search* search = data;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)* part = &info->dlpi_phdr[i];
    const uintptr_t begin = info->dlpi_addr + part->p_vaddr;
    if (part->p_type != PT_LOAD || search->address - begin >= part->p_memsz) continue;
    const char* slash = strrchr(info->dlpi_name, '/');
    const char* name = slash != NULL ? slash + 1 : info->dlpi_name;
    search->ours = strncmp(name, "libtdbg_capture", 15) == 0 || strncmp(name, "libtdbg_tf", 10) == 0;
    return 1;
  }
  return 0;
}

/* Pages of code that were asked for before: looking them up each time would take too long. */
enum { kPages = 1 << 14 };
static _Atomic uintptr_t known_pages[kPages]; /* page << 1 | ours */

static int is_ours(void* caller) {
  const uintptr_t page = (uintptr_t)caller >> 12;
  _Atomic uintptr_t* place = &known_pages[page % kPages];
  const uintptr_t known = atomic_load_explicit(place, memory_order_relaxed);
  if (known >> 1 == page) return known & 1;
  struct search search = {(uintptr_t)caller, 0};
  dl_iterate_phdr(look_at_library, &search);
  atomic_store_explicit(place, page << 1 | (uintptr_t)search.ours, memory_order_relaxed);
  return search.ours;
}

static int fails(const char* function, void* caller) {
  if (strcmp(armed, function) != 0 || !is_ours(caller)) return 0;
  const long number = atomic_fetch_add(&made, 1) + 1;
  return first <= number && number <= last;
}

#define CALLER __builtin_return_address(0)

/* The functions themselves. Looked up before anything runs: while a library is loaded, another thread that looked one up
 * would wait for the loader. */
#define FUNCTIONS(use)                                                                                            \
  use(open) use(open64) use(mmap) use(mmap64) use(posix_fallocate) use(posix_fallocate64) use(write) use(pwrite)  \
  use(pwrite64) use(send) use(process_vm_writev) use(mkdir) use(pthread_create)
#define DECLARE(name) static __typeof__(&name) real_##name;
#define LOOK_UP(name) real_##name = (__typeof__(&name))dlsym(RTLD_NEXT, #name);
FUNCTIONS(DECLARE)

__attribute__((constructor)) static void look_up(void) { FUNCTIONS(LOOK_UP) }

/* Other libraries may be initialized before this one. */
#define REAL(name) (real_##name != NULL ? real_##name : (__typeof__(&name))dlsym(RTLD_NEXT, #name))

/* dlsym may allocate, so the allocator is reached by another name. */
extern void* __libc_malloc(size_t size);
extern void* __libc_calloc(size_t count, size_t size);
extern void* __libc_realloc(void* at, size_t size);

void* malloc(size_t size) {
  if (armed[0] == 'm' && fails("malloc", CALLER)) {
    errno = ENOMEM;
    return NULL;
  }
  return __libc_malloc(size);
}

void* calloc(size_t count, size_t size) {
  if (armed[0] == 'm' && fails("malloc", CALLER)) {
    errno = ENOMEM;
    return NULL;
  }
  return __libc_calloc(count, size);
}

void* realloc(void* at, size_t size) {
  if (armed[0] == 'm' && fails("malloc", CALLER)) {
    errno = ENOMEM;
    return NULL;
  }
  return __libc_realloc(at, size);
}

static int mode_of(int flags, va_list arguments) {
  return (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE ? va_arg(arguments, int) : 0;
}

#define DEFINE_OPEN(name)                                         \
  int name(const char* path, int flags, ...) {                    \
    if (fails("open", CALLER)) {                                  \
      errno = EMFILE;                                             \
      return -1;                                                  \
    }                                                             \
    va_list arguments;                                            \
    va_start(arguments, flags);                                   \
    const int mode = mode_of(flags, arguments);                   \
    va_end(arguments);                                            \
    return REAL(name)(path, flags, mode);                         \
  }
DEFINE_OPEN(open)
DEFINE_OPEN(open64)

#define DEFINE_MMAP(name, offset_t)                                                          \
  void* name(void* at, size_t size, int protection, int flags, int file, offset_t offset) {  \
    if (fails("mmap", CALLER)) {                                                             \
      errno = ENOMEM;                                                                        \
      return MAP_FAILED;                                                                     \
    }                                                                                        \
    return REAL(name)(at, size, protection, flags, file, offset);                            \
  }
DEFINE_MMAP(mmap, off_t)
DEFINE_MMAP(mmap64, off64_t)

#define DEFINE_ALLOCATE(name, offset_t)                       \
  int name(int file, offset_t offset, offset_t size) {        \
    if (fails("fallocate", CALLER)) return ENOSPC;            \
    return REAL(name)(file, offset, size);                    \
  }
DEFINE_ALLOCATE(posix_fallocate, off_t)
DEFINE_ALLOCATE(posix_fallocate64, off64_t)

#define FAIL_WRITE              \
  if (fails("write", CALLER)) { \
    errno = ENOSPC;             \
    return -1;                  \
  }
ssize_t write(int file, const void* bytes, size_t size) {
  FAIL_WRITE
  return REAL(write)(file, bytes, size);
}
ssize_t pwrite(int file, const void* bytes, size_t size, off_t offset) {
  FAIL_WRITE
  return REAL(pwrite)(file, bytes, size, offset);
}
ssize_t pwrite64(int file, const void* bytes, size_t size, off64_t offset) {
  FAIL_WRITE
  return REAL(pwrite64)(file, bytes, size, offset);
}
ssize_t send(int file, const void* bytes, size_t size, int flags) {
  FAIL_WRITE
  return REAL(send)(file, bytes, size, flags);
}
ssize_t process_vm_writev(pid_t pid, const struct iovec* from, unsigned long from_count, const struct iovec* to,
                          unsigned long to_count, unsigned long flags) {
  FAIL_WRITE
  return REAL(process_vm_writev)(pid, from, from_count, to, to_count, flags);
}

int mkdir(const char* path, mode_t mode) {
  if (fails("mkdir", CALLER)) {
    errno = ENOSPC;
    return -1;
  }
  return REAL(mkdir)(path, mode);
}

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*work)(void*), void* argument) {
  if (fails("thread", CALLER)) return EAGAIN;
  return REAL(pthread_create)(thread, attributes, work, argument);
}
