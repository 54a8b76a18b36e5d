// Samples during handlers on small alternate stacks of the program use nothing of these stacks: no
// memory beside them changes, and the handlers' time is in the profile. Handlers return, jump, fault
// again and use all of their stack.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %gmon_clang -O0 -pthread -Wl,-z,now %s -o program && %clang -O0 -pthread -Wl,-z,now %s -o plain
// RUN: env GMON_OPTIONS=hz=10000 sh %S/../Inputs/end-alike.sh plain program work guarded
// RUN: %samples program gmon.out | FileCheck %s
// RUN: env GMON_OPTIONS=hz=10000 sh %S/../Inputs/end-alike.sh plain program work allocated
// RUN: %samples program gmon.out | FileCheck %s
// RUN: sh %S/../Inputs/end-alike.sh plain program work allocated
// RUN: env GMON_OPTIONS=event=page-faults:every=1 sh %S/../Inputs/end-alike.sh plain program work guarded
// RUN: env GMON_OPTIONS=event=page-faults:every=1 sh %S/../Inputs/end-alike.sh plain program work allocated
// RUN: env GMON_OPTIONS=clock=wall:hz=1000 sh %S/../Inputs/end-alike.sh plain program work guarded
// RUN: env GMON_OPTIONS=stacks=0:hz=10000 sh %S/../Inputs/end-alike.sh plain program work allocated
// RUN: env GMON_OPTIONS=signals=0:hz=10000 sh %S/../Inputs/end-alike.sh plain program work allocated
//
// RUN: env GMON_OPTIONS=hz=10000 sh %S/../Inputs/end-alike.sh plain program barrier allocated
// RUN: env GMON_OPTIONS=hz=10000 sh %S/../Inputs/end-alike.sh plain program barrier guarded
// RUN: sh %S/../Inputs/end-alike.sh plain program barrier allocated
// RUN: env GMON_OPTIONS=event=page-faults:every=1 sh %S/../Inputs/end-alike.sh plain program barrier allocated
// RUN: env GMON_OPTIONS=hz=10000 sh %S/../Inputs/end-alike.sh plain program overflow allocated
// RUN: env GMON_OPTIONS=hz=10000 sh %S/../Inputs/end-alike.sh plain program overflow guarded
// RUN: sh %S/../Inputs/end-alike.sh plain program overflow allocated
//
// Most of the time is in the handler.
//
// CHECK: work {{[1-9][0-9][0-9]}}

#define _GNU_SOURCE
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum { page = 4096 };

static int is_guarded;

/// An alternate stack, after a page without access or between what malloc()
/// knows of its pieces.
struct stack {
  char *memory;
  stack_t set;
};

static __thread char *lowest; ///< of the alternate stack

static struct stack make_stack(size_t size) {
  struct stack made;
  size_t pages = (size + page - 1) & ~(size_t)(page - 1);
  if (is_guarded) {
    made.memory = mmap(0, pages + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mprotect(made.memory, page, PROT_NONE);
    made.set = (stack_t){.ss_sp = made.memory + page, .ss_size = size};
  } else {
    // What overruns the second piece destroys the first.
    char *below = malloc(size);
    memset(below, 0x5a, size);
    made.memory = malloc(size);
    made.set = (stack_t){.ss_sp = made.memory, .ss_size = size};
    free(below);
  }
  if (sigaltstack(&made.set, 0) != 0)
    _exit(3);
  lowest = made.set.ss_sp;
  return made;
}

/// Uses all of the alternate stack.
static void use_rest(void) {
  char here;
  size_t size = (size_t)(&here - lowest) - 200;
  volatile char room[size];
  for (size_t i = 0; i < size; ++i)
    room[i] = 0x77;
}

static void drop_stack(struct stack stack) {
  stack_t none = {.ss_flags = SS_DISABLE};
  if (sigaltstack(&none, 0) != 0)
    _exit(4);
  if (!is_guarded)
    free(stack.memory);
}

static void set_handler(int signal, void (*handler)(int, siginfo_t *, void *), int flags) {
  struct sigaction action = {.sa_sigaction = handler, .sa_flags = flags | SA_SIGINFO | SA_ONSTACK};
  sigaction(signal, &action, 0);
}

/// The size of an alternate stack that suffices for a handler of a few frames:
/// the processor's registers are on the same stack.
static size_t smallest;
static char *measured;

static void measure(int signal, siginfo_t *info, void *context) {
  smallest = (size_t)(measured - (char *)context) + 1024;
}

static void find_smallest(void) {
  struct stack stack = make_stack(1 << 20);
  measured = (char *)stack.set.ss_sp + stack.set.ss_size;
  set_handler(SIGUSR1, measure, 0);
  raise(SIGUSR1);
  drop_stack(stack);
}

static sigjmp_buf back;
static volatile int leaves_by_jump, depth;
static char *touched;

__attribute__((noinline)) static void work(void) {
  for (volatile int i = 0; i < 20000; ++i) {
  }
  madvise(touched, page, MADV_DONTNEED);
  *touched = 1;
}

static void handle(int signal, siginfo_t *info, void *context) {
  if (signal == SIGUSR1 && depth++ == 0)
    raise(SIGUSR2);
  for (clock_t end = clock() + CLOCKS_PER_SEC / 100; clock() < end;) {
    use_rest();
    work();
  }
  if (signal == SIGUSR1 && leaves_by_jump)
    siglongjmp(back, 1);
}

static void run_work(size_t size) {
  struct stack stack = make_stack(size);
  for (leaves_by_jump = 0; leaves_by_jump < 2; ++leaves_by_jump) {
    depth = size < 2 * smallest; // no room for a second handler
    if (!sigsetjmp(back, 1))
      raise(SIGUSR1);
  }
  drop_stack(stack);
  printf("%s %d\n", size < 65536 ? "done" : "large", depth);
}

enum { heap_pages = 64 };
static char *heap[4];
static __thread int num_dirty, own_number;

static void make_writable(int signal, siginfo_t *info, void *context) {
  char *at = (char *)((uintptr_t)info->si_addr & ~(uintptr_t)(page - 1));
  size_t offset = (size_t)(at - heap[own_number]);
  if (offset >= heap_pages * page)
    _exit(5);
  for (int i = 0; i < 5; ++i)
    use_rest();
  mprotect(at, page, PROT_READ | PROT_WRITE);
  ++num_dirty;
}

/// A garbage collector's thread: each first write to a page is a fault.
static void *collect(void *number) {
  own_number = (int)(intptr_t)number;
  struct stack stack = make_stack(8192);
  char *pages = mmap(0, heap_pages * page, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  heap[own_number] = pages;
  for (int cycle = 0; cycle < 100; ++cycle) {
    char *list[16];
    mprotect(pages, heap_pages * page, PROT_READ);
    for (int i = 0; i < heap_pages; ++i)
      pages[i * page + cycle]++;
    for (int i = 0; i < 16; ++i)
      memset(list[i] = malloc(8192), i, 8192);
    for (int i = 0; i < 16; ++i)
      free(list[i]);
  }
  drop_stack(stack);
  return (void *)(intptr_t)num_dirty;
}

static void run_barrier(void) {
  pthread_t threads[3];
  set_handler(SIGSEGV, make_writable, 0);
  for (int i = 0; i < 3; ++i)
    pthread_create(&threads[i], 0, collect, (void *)(intptr_t)i);
  intptr_t sum = (intptr_t)collect((void *)3);
  for (int i = 0; i < 3; ++i) {
    void *result;
    pthread_join(threads[i], &result);
    sum += (intptr_t)result;
  }
  printf("%d faults\n", (int)sum);
}

static void recover(int signal, siginfo_t *info, void *context) {
  for (int i = 0; i < 20; ++i)
    use_rest();
  siglongjmp(back, 1);
}

__attribute__((noinline)) static int recur(int n) {
  volatile char room[400];
  room[n % 400] = (char)n;
  return recur(n + 1) + room[(n + 1) % 400];
}

static void run_overflow(void) {
  struct rlimit limit = {256 << 10, 256 << 10};
  setrlimit(RLIMIT_STACK, &limit);
  struct stack stack = make_stack(8192);
  set_handler(SIGSEGV, recover, 0);
  volatile int recoveries = 0;
  while (recoveries < 300)
    if (!sigsetjmp(back, 1))
      recur(0);
    else
      ++recoveries;
  drop_stack(stack);
  printf("%d recoveries\n", recoveries);
}

int main(int argc, char **argv) {
  is_guarded = !strcmp(argv[2], "guarded");
  touched = mmap(0, page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (!strcmp(argv[1], "work")) {
    find_smallest();
    static const size_t sizes[] = {0, 4096, 5120, 6144, 7680, 8192, 8256, 9216, 10240, 12288, 16384, 131072};
    set_handler(SIGUSR1, handle, 0);
    set_handler(SIGUSR2, handle, SA_NODEFER);
    for (unsigned i = 0; i < sizeof(sizes) / sizeof(*sizes); ++i)
      if (!sizes[i] || sizes[i] >= smallest)
        run_work(sizes[i] ? sizes[i] : smallest);
  } else if (!strcmp(argv[1], "barrier")) {
    run_barrier();
  } else {
    run_overflow();
  }
  return 0;
}
