// A child calls some of two thousand functions. Its profile has these calls and
// no others, wherever their counters are, and so has its sidecar file.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %gmon_clang -O1 %s -o program
// RUN: %run ./program > expected
// RUN: %calls program gmon.out.1 | grep -- '-> [fg]' > counted
// RUN: diff expected counted
// RUN: %calls program gmon.out | grep -c -- '-> g' > all
// RUN: FileCheck %s --check-prefix=PARENT < all
// RUN: %stacks_to_text --outgoing stacks.gmon.out.1 > outgoing
// RUN: %if x86_64 %{ grep -c '^outgoing.*getppid' outgoing | FileCheck %s %}
//
// PARENT: 2048
// CHECK: {{^}}7{{$}}

#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#define FUNCTIONS(n)                                                           \
  __attribute__((noinline)) static int g##n(int x) { return x * 3 + 0x##n; }   \
  int f##n(int x) { return x & 1 ? g##n(x) + (x & 2 ? getppid() : 0) : x; }
#define ADDRESS(n) f##n,
#define DIGITS(m, n)                                                           \
  m(n##0) m(n##1) m(n##2) m(n##3) m(n##4) m(n##5) m(n##6) m(n##7) m(n##8)      \
      m(n##9) m(n##a) m(n##b) m(n##c) m(n##d) m(n##e) m(n##f)
#define FUNCTIONS_OF(n) DIGITS(FUNCTIONS, n)
#define ADDRESSES_OF(n) DIGITS(ADDRESS, n)
#define TENS(m, n)                                                             \
  m(n##0) m(n##1) m(n##2) m(n##3) m(n##4) m(n##5) m(n##6) m(n##7) m(n##8)      \
      m(n##9) m(n##a) m(n##b) m(n##c) m(n##d) m(n##e) m(n##f)
#define ALL(m)                                                                 \
  TENS(m, 0)                                                                   \
  TENS(m, 1) TENS(m, 2) TENS(m, 3) TENS(m, 4) TENS(m, 5) TENS(m, 6) TENS(m, 7)

ALL(FUNCTIONS_OF)
static int (*const all[])(int) = {ALL(ADDRESSES_OF)};

int main(void) {
  volatile int sum = 0;
  for (int i = 0; i != 2048; ++i)
    sum += all[i](1);
  pid_t child = fork();
  if (!child) {
    // Odd arguments call g, and every fourth calls getppid.
    for (int i = 0; i < 2048; i += 301)
      for (int k = 0; k != 8; ++k)
        sum += all[i](k);
    return 0;
  }
  int status = 1;
  waitpid(child, &status, 0);
  for (int i = 0; i < 2048; i += 301)
    printf("f%03x -> g%03x 4\n", i, i);
  for (int i = 0; i < 2048; i += 301)
    printf("main -> f%03x 8\n", i);
  char name[64];
  snprintf(name, sizeof(name), "gmon.out.%d", (int)child);
  if (status || rename(name, "gmon.out.1"))
    return 1;
  snprintf(name, sizeof(name), "stacks.gmon.out.%d", (int)child);
  return rename(name, "stacks.gmon.out.1");
}
