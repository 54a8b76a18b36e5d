// More contexts than stack_memory= allows: samples count for callers of their
// places, the file says how many, and none is lost. With stacks=0 there is no
// file.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %gmon_clang -O1 -a %s -o program
// RUN: env GMON_OPTIONS=hz=10000:stack_memory=1 %run ./program
// RUN: %stacks stacks.gmon.out profile=gmon.out folded "main > descend=98:100"
// RUN: rm *gmon.out && env GMON_OPTIONS=stacks=0 %run ./program 1 && ls gmon.out && not ls stacks.gmon.out

#include <stdint.h>

__attribute__((noinline)) static int leaf(uint64_t path) {
  volatile uint64_t sum = path;
  for (int i = 0; i != 2000; ++i)
    sum += path;
  return sum & 1;
}

// A sequence that begins with `path` chooses one of three calls at each depth.
__attribute__((noinline)) static int descend(uint64_t path, int depth) {
  if (!depth)
    return leaf(path);
  int sum;
  path = path * 6364136223846793005 + 1442695040888963407;
  // Calls that repeat one place count as one.
  switch (path >> 32 & 3) {
  case 0:
    __asm__ volatile("nop");
    sum = 1 + descend(path, depth - 1);
    __asm__ volatile("nop");
    break;
  case 1:
    __asm__ volatile("nop\n\tnop");
    sum = 2 + descend(path, depth - 1);
    __asm__ volatile("nop\n\tnop");
    break;
  default:
    __asm__ volatile("nop\n\tnop\n\tnop");
    sum = 3 + descend(path, depth - 1);
    __asm__ volatile("nop\n\tnop\n\tnop");
  }
  return sum;
}

int main(int argc, char **argv) {
  uint64_t path = 0;
  int sum = 0;
  // Some seconds. A program that asks for the time has a late tick there.
  long calls = argc > 1 ? 20000 : 80000;
  for (long i = 0; i != calls; ++i)
    sum += descend(++path, 3000);
  return sum == 42;
}
