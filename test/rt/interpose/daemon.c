// daemon() ends one process and continues in another. Each writes its part of
// the profile, both in the folder of the start.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %gmon_clang -O0 %s -o program && ./program | FileCheck %s --check-prefix=OUTPUT
// RUN: ls | FileCheck %s --check-prefix=FILES
// RUN: %calls program gmon.out | FileCheck %s --check-prefix=BEFORE
// RUN: %calls program gmon.out.* | FileCheck %s --check-prefix=AFTER
// RUN: %gmon_clang -O0 -static %s -o program
// RUN: rm gmon.out* && ./program | FileCheck %s --check-prefix=OUTPUT
// RUN: %calls program gmon.out | FileCheck %s --check-prefix=BEFORE
// RUN: %calls program gmon.out.* | FileCheck %s --check-prefix=AFTER
//
// OUTPUT: /
// FILES: {{^gmon.out$}}
// FILES-NEXT: {{^gmon.out.[0-9]+$}}
// BEFORE: main -> leaf 3
// AFTER: main -> leaf 4

#define _GNU_SOURCE
#include <stdio.h>
#include <unistd.h>

static void leaf(void) {}

int main(void) {
  for (int i = 0; i != 3; ++i)
    leaf();
  // The pipe is open until the daemon ends, which the test waits for.
  int output = dup(STDOUT_FILENO);
  if (daemon(0, 0) != 0)
    return 1;
  for (int i = 0; i != 4; ++i)
    leaf();
  char folder[100];
  dprintf(output, "%s\n", getcwd(folder, sizeof(folder)));
  return getsid(0) == getpid() ? 0 : 2;
}
