// A program that forbids the processor's time stamp counter, which the C
// library uses for clocks, gets its profile at the end and from checkpoints.
//
// REQUIRES: x86_64
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %gmon_clang -O1 %s -o program
// RUN: ./program && %gmon_to_text gmon.out | FileCheck %s
// RUN: rm gmon.out && env GMON_OPTIONS=checkpoint=1:hz=1000 ./program wait && %gmon_to_text gmon.out | FileCheck %s
//
// CHECK: arc 0x{{[0-9a-f]+}} 0x{{[0-9a-f]+}} 10

#include <sys/prctl.h>
#include <unistd.h>

__attribute__((noinline)) static int called(volatile int *number) {
  return ++*number;
}

int main(int count, char **arguments) {
  volatile int number = 0;
  prctl(PR_SET_TSC, PR_TSC_SIGSEGV);
  for (int i = 0; i != 10; ++i)
    called(&number);
  if (count > 1)
    sleep(2);
  return number != 10;
}
