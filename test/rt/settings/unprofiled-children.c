// With fork=0 a forked child has no profile and is not sampled, and gmon_dump()
// writes none. The parent's profile is complete.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %gmon_clang -O0 -I%gmon_include %s -o program
// RUN: env GMON_OPTIONS=fork=0 ./program > out && FileCheck %s < out
// RUN: ls | FileCheck %s --check-prefix=FILES
// RUN: %calls program gmon.out | FileCheck %s --check-prefix=PARENT
// RUN: rm gmon.out && ./program > out && FileCheck %s --check-prefix=PROFILED < out
// RUN: ls gmon.out gmon.out.* child
//
// CHECK: timers of the child: 0
// CHECK-NEXT: dump: Operation not supported
// PROFILED: timers of the child: 1
// PROFILED-NEXT: dump: Success
// FILES: {{^gmon.out$}}
// FILES-NOT: {{^gmon}}
// FILES: {{^stacks.gmon.out$}}
// FILES-NOT: gmon
// PARENT: main -> in_both 1

#include <errno.h>
#include <gmon/gmon.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

static void in_both(void) {}

/// Returns the number of the process's timers of CPU time.
static int timers(void) {
  char line[100];
  struct itimerval interval;
  getitimer(ITIMER_PROF, &interval);
  int count = timerisset(&interval.it_interval);
  FILE *list = fopen("/proc/self/timers", "r");
  while (list && fgets(line, sizeof(line), list))
    count += strncmp(line, "ID:", 3) == 0;
  return list ? count : 0;
}

int main(void) {
  pid_t child = fork();
  if (child == 0) {
    in_both();
    printf("timers of the child: %d\n", timers());
    gmon_dump(NULL);
    errno = 0;
    gmon_dump("child");
    printf("dump: %s\n", strerror(errno));
    moncontrol(0);
    moncontrol(1);
    _mcleanup();
    return 0;
  }
  in_both();
  int status;
  waitpid(child, &status, 0);
  return status;
}
