// A walk costs a bounded time, so a program goes on however many samples it asks
// for: on a coroutine's stack, 20,000 calls deep, in code without unwind tables,
// whose frames contain old return addresses. The stack then ends with a mark.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %clang -O1 -fno-asynchronous-unwind-tables -fno-unwind-tables -fno-omit-frame-pointer -c %s -o object.o
// RUN: %gmon_clang object.o -o program
// RUN: env GMON_OPTIONS=hz=10000 timeout 60 %run ./program
// RUN: env GMON_OPTIONS=hz=10000:sampler=thread timeout 60 %run ./program
// RUN: %gmon_clang -O1 -fno-omit-frame-pointer %s -o program
// RUN: env GMON_OPTIONS=hz=10000 timeout 60 %run ./program
// RUN: env GMON_OPTIONS=hz=10000:sampler=thread timeout 60 %run ./program

#include <stdlib.h>
#include <ucontext.h>

static ucontext_t outside, inside;
static volatile unsigned sink;

__attribute__((noinline)) static unsigned descend(unsigned depth) {
  void *volatile old[32];
  for (int i = 0; i != 32; ++i)
    old[i] = __builtin_return_address(0);
  for (int i = 0; i != 20; ++i)
    sink = sink * 1664525u + 1;
  return depth ? descend(depth - 1) + (old[depth % 32] != 0) : 0;
}

static void run(void) {
  for (int i = 0; i != 30; ++i)
    sink += descend(20000);
}

int main(void) {
  enum { size = 64 << 20 };
  getcontext(&inside);
  inside.uc_stack.ss_sp = malloc(size);
  inside.uc_stack.ss_size = size;
  inside.uc_link = &outside;
  makecontext(&inside, run, 0);
  return swapcontext(&outside, &inside);
}
