// A handler that blocks all signals may stop and start the profile, or fork.
// The events of the thread, and of the child, send signals again when it
// returns: its mask is not the thread's. Page faults have their stacks, and
// none is missing.
//
// REQUIRES: native, perf-events
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %gmon_clang -w -O1 -pthread %s -o program
// RUN: env GMON_OPTIONS=event=page-faults ./program start 2> err
// RUN: count 0 < err
// RUN: llvm-gprof report ./program gmon.out | FileCheck %s
// RUN: env GMON_OPTIONS=event=page-faults ./program fork 2> err
// RUN: count 0 < err
// RUN: llvm-gprof report ./program gmon.out.child | FileCheck %s
//
// CHECK-NOT: incomplete
// CHECK: 8,000 {{8,0[0-9][0-9]}} {{.*}} touch

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

int moncontrol(int);

enum { pages = 16, page_size = 4096, rounds = 500 };

__attribute__((noinline)) static void touch(void) {
  for (int i = 0; i != rounds; ++i) {
    char *memory = mmap(0, pages * page_size, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    for (int page = 0; page != pages; ++page)
      memory[page * page_size] = 1;
    munmap(memory, pages * page_size);
  }
}

static pid_t child;

static void start_again(int signal) {
  moncontrol(0);
  moncontrol(1);
}

static void fork_here(int signal) {
  child = fork();
  if (child)
    wait(0);
}

static void name_files_of_child(const char *prefix) {
  char from[64], to[64];
  sprintf(from, "%sgmon.out.%d", prefix, child);
  sprintf(to, "%sgmon.out.child", prefix);
  rename(from, to);
}

int main(int argc, char **argv) {
  struct sigaction action = {.sa_handler =
                                 argv[1][0] == 'f' ? fork_here : start_again};
  sigfillset(&action.sa_mask);
  sigaction(SIGUSR1, &action, 0);
  raise(SIGUSR1);
  if (child) {
    name_files_of_child("");
    name_files_of_child("stacks.");
    return 0;
  }
  touch();
  return 0;
}
