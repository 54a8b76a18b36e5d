// A process that was created by a system call, so that the runtime is not
// notified, does not overwrite its parent's file, and continues counting.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %gmon_clang -O0 %s -o program && ./program
// RUN: %calls program gmon.out | FileCheck %s --check-prefix=PARENT
// RUN: %calls program gmon.out.* | FileCheck %s
// RUN: rm gmon.out* && ./program _exit && ls gmon.out* | count 1
// RUN: %calls program gmon.out | FileCheck %s --check-prefix=PARENT
//
// It has none of the profiler's threads, events and open files.
//
// RUN: rm gmon.out && env GMON_OPTIONS=checkpoint=1 ./program && %calls program gmon.out.* | FileCheck %s && rm gmon.out*
// RUN: env GMON_OPTIONS=sampler=thread ./program && %calls program gmon.out.* | FileCheck %s && rm gmon.out*
// RUN: env GMON_OPTIONS=clock=wall ./program && %calls program gmon.out.* | FileCheck %s && rm gmon.out*
// RUN: env GMON_OPTIONS=event=page-faults ./program && %calls program gmon.out.* | FileCheck %s && rm gmon.out*
// RUN: env GMON_OPTIONS=open=start ./program && %calls program gmon.out.* | FileCheck %s
// RUN: %calls program gmon.out | FileCheck %s --check-prefix=PARENT
//
// PARENT: main -> leaf 3
//
// The kernel has reset its counts (MADV_WIPEONFORK). If it ends by _exit it
// cannot be told from the child of a vfork, and has no profile.
// CHECK: main -> leaf 7

#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

pid_t _Fork(void);

static void leaf(void) {}

int main(int argc, char **argv) {
  for (int i = 0; i != 3; ++i)
    leaf();
  if (_Fork() == 0) {
    for (int i = 0; i != 7; ++i)
      leaf();
    if (argc > 1)
      _exit(0);
    exit(0);
  }
  int status;
  wait(&status);
  return status;
}
