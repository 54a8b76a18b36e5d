// A sample during a handler on a small alternate stack of the program stays within that stack: it has
// no callers if the stack has no room for a walk. Below each stack is a page without access.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %gmon_clang -O0 %s -o program
// RUN: env GMON_OPTIONS=hz=10000 ./program 8192 8256 9216 10240 12288 14336 16384 > said && count 7 < said
// RUN: %samples program gmon.out | FileCheck %s
// RUN: ./program 8192 8256 9216 10240 12288 14336 16384 | count 7
// RUN: env GMON_OPTIONS=event=page-faults:every=1 ./program 12288 16384 | count 2
// RUN: env GMON_OPTIONS=clock=wall:hz=1000 ./program 8192 10240 16384 | count 3
// RUN: env GMON_OPTIONS=stacks=0 ./program 8192 10240 16384 | count 3
//
// Most of the time is in the handler.
//
// CHECK: work {{[0-9][0-9][0-9][0-9]}}

#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>

static sigjmp_buf back;
static int leaves_by_jump;

__attribute__((noinline)) static void work(char *page) {
  for (volatile int i = 0; i < 20000; ++i) {
  }
  madvise(page, 4096, MADV_DONTNEED);
  *page = 1;
}

static void handler(int signal) {
  (void)signal;
  static char *page;
  if (!page)
    page = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  for (clock_t end = clock() + CLOCKS_PER_SEC / 10; clock() < end;)
    work(page);
  if (leaves_by_jump)
    siglongjmp(back, 1);
}

int main(int argc, char **argv) {
  const size_t page = 4096;
  for (int i = 1; i < argc; ++i) {
    size_t size = strtoul(argv[i], 0, 10), pages = (size + page - 1) & ~(page - 1);
    char *memory = mmap(0, pages + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mprotect(memory, page, PROT_NONE);
    stack_t stack = {.ss_sp = memory + page, .ss_size = size};
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_ONSTACK};
    if (sigaltstack(&stack, 0) != 0 || sigaction(SIGUSR1, &action, 0) != 0)
      return 3;
    leaves_by_jump = 0;
    raise(SIGUSR1);
    leaves_by_jump = 1;
    if (!sigsetjmp(back, 1))
      raise(SIGUSR1);
    puts(argv[i]);
    fflush(stdout);
  }
  return 0;
}
