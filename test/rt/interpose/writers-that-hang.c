// A program that is told to end does so, even if its profile cannot be written:
// a pipe for messages is full, or a file system does not answer. It waits at
// most two seconds, and less after a second signal.
//
// REQUIRES: x86_64
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %clang -O1 %s -o plain && %gmon_clang -O1 -pthread %s -o profiled
// RUN: ./plain pipe > plain.out && ./profiled pipe > out && diff plain.out out
// RUN: ./plain hang > plain.out && ./profiled hang > out && diff plain.out out
// RUN: ./plain again > plain.out && ./profiled again > out && diff plain.out out
// RUN: ./plain fault > plain.out && ./profiled fault > out && diff plain.out out
// RUN: ./plain exit > plain.out && ./profiled exit > out && diff plain.out out

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/// Nobody answers when a file is renamed.
static void hang_at_rename(void) {
  struct sock_filter code[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_renameat2, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF),
  };
  struct sock_fprog filter = {sizeof(code) / sizeof(*code), code};
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER,
              SECCOMP_FILTER_FLAG_NEW_LISTENER, &filter) < 0) {
    perror("seccomp");
    exit(1);
  }
}

/// Standard error is a pipe that is full.
static void fill_standard_error(void) {
  int ends[2];
  char bytes[4096] = {0};
  if (pipe(ends) || dup2(ends[1], STDERR_FILENO) < 0)
    exit(1);
  fcntl(STDERR_FILENO, F_SETFL, O_NONBLOCK);
  while (write(STDERR_FILENO, bytes, sizeof(bytes)) > 0)
    ;
  fcntl(STDERR_FILENO, F_SETFL, 0);
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

int main(int argc, char **argv) {
  const char *how = argv[1];
  pid_t child = fork();
  if (child == 0) {
    if (!strcmp(how, "pipe") || !strcmp(how, "exit")) {
      fill_standard_error();
      // The reason to complain: no file can be written any more.
      struct sigaction ignore = {.sa_handler = SIG_IGN};
      sigaction(SIGXFSZ, &ignore, 0);
      syscall(SYS_prlimit64, 0, 1 /* RLIMIT_FSIZE */, (long[]){0, 0}, 0);
    } else {
      hang_at_rename();
    }
    if (!strcmp(how, "exit"))
      exit(5);
    if (!strcmp(how, "fault"))
      *(volatile int *)8 = 1;
    raise(SIGTERM);
    exit(6);
  }
  if (!strcmp(how, "again")) {
    usleep(300000);
    kill(child, SIGTERM);
  }
  double start = now();
  int status;
  while (waitpid(child, &status, WNOHANG) == 0) {
    if (now() - start > 60) {
      kill(child, SIGKILL);
      puts("hangs");
    }
    usleep(10000);
  }
  printf("signal %d, status %d\n", WTERMSIG(status), WEXITSTATUS(status));
  if (now() - start > (!strcmp(how, "again") ? 15 : 30))
    puts("late");
  return 0;
}
