// A child of a fork can change actions of signals, even if another thread of
// its parent was changing one.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %gmon_clang -O1 -pthread %s -o program && %run ./program

#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { threads = 3, children = 200 };

static const struct sigaction by_default = {.sa_handler = SIG_DFL};
static int stop;

static void *change(void *argument) {
  while (!__atomic_load_n(&stop, __ATOMIC_RELAXED))
    sigaction(SIGUSR1, &by_default, 0);
  return argument;
}

/// Whether the child comes to its end. One that does not may block all signals.
static int ends(pid_t child) {
  int status;
  struct timespec pause = {0, 1000000};
  for (int i = 0; i != 20000; ++i) {
    if (waitpid(child, &status, WNOHANG) == child)
      return status == 0;
    nanosleep(&pause, 0);
  }
  kill(child, SIGKILL);
  waitpid(child, &status, 0);
  return 0;
}

int main(void) {
  pthread_t thread[threads];
  for (int i = 0; i != threads; ++i)
    pthread_create(&thread[i], 0, change, 0);
  int failed = 0;
  for (int i = 0; i != children && !failed; ++i) {
    pid_t child = fork();
    if (!child) {
      sigaction(SIGUSR2, &by_default, 0);
      _exit(0);
    }
    failed = !ends(child);
  }
  __atomic_store_n(&stop, 1, __ATOMIC_RELAXED);
  for (int i = 0; i != threads; ++i)
    pthread_join(thread[i], 0);
  return failed;
}
