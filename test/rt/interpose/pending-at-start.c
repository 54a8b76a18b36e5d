// Signals that wait at the start, because the program was started with them blocked and ignored, or
// only blocked, still wait when main() begins.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %clang %s -o plain && %gmon_clang %s -o profiled
// RUN: %run ./plain ignore ./plain > expected && %run ./plain ignore ./profiled > found && diff expected found
// RUN: FileCheck %s < found
// RUN: %run ./plain keep ./plain > expected && %run ./plain keep ./profiled > found && diff expected found
// RUN: %calls profiled gmon.out | FileCheck %s --check-prefix=CALLS
//
// CHECK: waiting: 1 2 10 13 15 36
// CALLS: <spontaneous> -> main 1

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const int signals[] = {SIGHUP, SIGINT, SIGUSR1, SIGPIPE, SIGTERM, 36};
enum { number = sizeof(signals) / sizeof(*signals) };

int main(int argc, char **argv) {
  sigset_t set;
  if (argc == 3) {
    sigemptyset(&set);
    for (int i = 0; i != number; ++i)
      sigaddset(&set, signals[i]);
    sigprocmask(SIG_BLOCK, &set, 0);
    for (int i = 0; i != number; ++i) {
      if (strcmp(argv[1], "ignore") == 0)
        signal(signals[i], SIG_IGN);
      kill(getpid(), signals[i]);
    }
    execl(argv[2], argv[2], (char *)0);
    return 1;
  }
  sigpending(&set);
  printf("waiting:");
  for (int i = 0; i != number; ++i)
    if (sigismember(&set, signals[i]))
      printf(" %d", signals[i]);
  puts("");
  return 0;
}
