// Does what the runtime interposes: threads, signals, and each kind of end.

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile sig_atomic_t signals;

static void handle(int signal) { signals += signal == SIGUSR1; }

static void *run(void *argument) { return argument; }

static int statusOf(int kind) {
  pid_t child = fork();
  if (child == 0) {
    if (kind == 0)
      _exit(7);
    if (kind == 1)
      abort();
    if (kind == 2)
      quick_exit(7);
    execl("/bin/sh", "sh", "-c", "exit 7", NULL);
  }
  int status = -1;
  waitpid(child, &status, 0);
  return status;
}

int main(int argc, char **argv) {
  (void)argc;
  pthread_t thread;
  if (pthread_create(&thread, NULL, run, argv) != 0 ||
      pthread_join(thread, NULL) != 0)
    return 1;
  signal(SIGUSR1, handle);
  raise(SIGUSR1);
  if (signals != 1)
    return 2;
  for (int kind = 0; kind != 4; ++kind) {
    int status = statusOf(kind);
    if (kind == 1 ? !WIFSIGNALED(status) || WTERMSIG(status) != SIGABRT
                  : !WIFEXITED(status) || WEXITSTATUS(status) != 7)
      return 3 + kind;
  }
  return 0;
}
