// The program reads back the actions of signals as it set them, whether the runtime has a
// handler for the signal or not.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %clang %s -o plain && %run ./plain > expected
// RUN: %gmon_clang %s -o profiled && %run ./profiled | diff expected -
// RUN: %gmon_clang -static %s -o static && %run ./static | diff expected -

#include <signal.h>
#include <stdio.h>
#include <string.h>

static void handle(int signal) {}

static void print(int signal, const char *when) {
  struct sigaction action;
  if (sigaction(signal, 0, &action))
    return;
  printf("%d %s: %s, flags %x, blocks", signal, when,
         action.sa_handler == SIG_DFL   ? "default"
         : action.sa_handler == SIG_IGN ? "ignored"
                                        : "handler",
         (unsigned)action.sa_flags);
  for (int other = 1; other <= 64; ++other)
    if (sigismember(&action.sa_mask, other) == 1)
      printf(" %d", other);
  puts("");
}

int main(void) {
  void (*handlers[])(int) = {SIG_DFL, handle, SIG_IGN, SIG_DFL};
  int flags[] = {0, SA_RESTART, SA_NODEFER | SA_RESTART, SA_RESETHAND};
  for (int number = 1; number <= 64; ++number) {
    print(number, "first");
    for (int i = 0; i != 4; ++i) {
      struct sigaction action;
      memset(&action, 0, sizeof(action));
      action.sa_handler = handlers[i];
      action.sa_flags = flags[i];
      sigaddset(&action.sa_mask, SIGUSR1);
      sigaddset(&action.sa_mask, SIGKILL);
      sigaction(number, &action, 0);
      print(number, "set");
    }
    signal(number, SIG_DFL);
    print(number, "reset");
  }
  return 0;
}
