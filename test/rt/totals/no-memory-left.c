// A program that used up its address space, or may not have more, gets its
// profile: the runtime reserves memory for the sums at the start. Locked pages
// contain zeros after a reset, though the kernel does not drop them.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %clang -O1 %s -o plain
// RUN: not ./plain memory > plain.out 2>&1
// RUN: %gmon_clang -DPROFILED -O1 %s -o program
// RUN: %gmon_clang -DPROFILED -O1 -a -g %s -o counting
// RUN: %gmon_clang -DPROFILED -O1 -static %s -o static
//
// RUN: not ./program memory > out 2>&1 && diff plain.out out && %calls program gmon.out | FileCheck %s
// RUN: ./program space && %calls program gmon.out | FileCheck %s
// RUN: ./program data && %calls program gmon.out | FileCheck %s
// RUN: ./counting space && %calls counting gmon.out | FileCheck %s
// RUN: llvm-gprof -b -l -A counting | FileCheck %s --check-prefix=LINES
// RUN: ./static space && %calls static gmon.out | FileCheck %s
// RUN: ./program child && %calls program gmon.out.1 | FileCheck %s
// RUN: ./program reset && %calls program gmon.out | FileCheck %s --check-prefix=RESET
//
// CHECK: main -> f 1000
// RESET: main -> f 7
// LINES: 1000 -> {{.*}} return x * 2;

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef PROFILED
void gmon_reset(void);
#else
static void gmon_reset(void) {}
#endif

__attribute__((noinline)) int f(int x) {
  return x * 2;
}

static void limit(int resource) {
  struct rlimit none = {0, RLIM_INFINITY};
  setrlimit(resource, &none);
}

int main(int argc, char **argv) {
  volatile int sum = 0;
  const char *how = argv[1];
  if (!strcmp(how, "child")) {
    // Its file is named as the runtime names that of a child.
    pid_t child = fork();
    if (child) {
      int status = 1;
      waitpid(child, &status, 0);
      char name[64];
      snprintf(name, sizeof(name), "gmon.out.%d", (int)child);
      return status || rename(name, "gmon.out.1");
    }
  }
  for (int i = 0; i < 1000; i++)
    sum += f(i);
  if (!strcmp(how, "memory")) {
    // All there is, in pieces that get smaller: malloc's, too.
    struct rlimit few = {(rlim_t)1 << 30, RLIM_INFINITY};
    setrlimit(RLIMIT_AS, &few);
    for (size_t size = (size_t)1 << 29; size >= 4096; size /= 2)
      while (mmap(0, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) !=
             MAP_FAILED)
        ;
    static void *volatile last;
    while ((last = malloc(16)))
      ;
    puts("no memory");
    return 3;
  }
  if (!strcmp(how, "reset")) {
    if (mlockall(MCL_CURRENT | MCL_FUTURE))
      perror("mlockall");
    gmon_reset();
    for (int i = 0; i < 7; i++)
      sum += f(i);
  }
  limit(!strcmp(how, "data") ? RLIMIT_DATA : RLIMIT_AS);
  return 0;
}
