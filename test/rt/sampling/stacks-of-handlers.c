// A handler's samples have the stack of what it interrupted, also on an
// alternate stack. The stack of a coroutine ends at its start.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %gmon_clang -O2 %s -o program
// RUN: env GMON_OPTIONS=hz=1000 %run ./program
// RUN: %stacks stacks.gmon.out profile=gmon.out whole "main > interrupted > raise > handler > burn=40:100" "coroutine > burn=20:60" "main > coroutine=0:0" "main > resume > coroutine=0:0"
// RUN: %gmon_clang -O0 -static %s -o program
// RUN: env GMON_OPTIONS=hz=1000 %run ./program
// RUN: %stacks stacks.gmon.out profile=gmon.out whole "main > interrupted > raise > handler > burn=40:100" "coroutine > burn=20:60" "main > coroutine=0:0"

#define _GNU_SOURCE
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <ucontext.h>

#define NOINLINE __attribute__((noinline))
#define KEEP __asm__ volatile("")

NOINLINE static void burn(int milliseconds) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  long long end =
      now.tv_sec * 1000000000ll + now.tv_nsec + milliseconds * 1000000ll;
  do
    for (volatile int i = 0; i != 1000; ++i) {
    }
  while (clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now),
         now.tv_sec * 1000000000ll + now.tv_nsec < end);
}

NOINLINE static void handler(int signal) {
  burn(600);
  KEEP;
}

NOINLINE static void interrupted(void) {
  raise(SIGUSR1);
  KEEP;
}

static ucontext_t outer, inner;

NOINLINE static void coroutine(void) {
  burn(400);
  swapcontext(&inner, &outer);
}

NOINLINE static void resume(void) {
  swapcontext(&outer, &inner);
  KEEP;
}

int main(void) {
  stack_t other = {.ss_sp = malloc(1 << 16), .ss_size = 1 << 16};
  sigaltstack(&other, 0);
  struct sigaction action = {.sa_handler = handler, .sa_flags = SA_ONSTACK};
  sigaction(SIGUSR1, &action, 0);
  interrupted();
  getcontext(&inner);
  inner.uc_stack.ss_sp = malloc(1 << 16);
  inner.uc_stack.ss_size = 1 << 16;
  makecontext(&inner, coroutine, 0);
  resume();
  return 0;
}
