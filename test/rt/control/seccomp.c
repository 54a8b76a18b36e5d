// A program that restricts its own system calls does not notice the runtime:
// the profile is written before the restriction, and the runtime makes no
// system call after it.
//
// REQUIRES: x86_64
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %clang -O1 -pthread %s -o plain && %gmon_clang -O1 -pthread %s -o profiled
// RUN: %gmon_clang -O1 -static -pthread %s -o static
// RUN: sh %S/../Inputs/end-alike.sh plain profiled strict
// RUN: %calls profiled gmon.out | FileCheck %s
// RUN: sh %S/../Inputs/end-alike.sh plain static strict
// RUN: sh %S/../Inputs/end-alike.sh plain profiled filter
// RUN: %calls profiled gmon.out | FileCheck %s
// RUN: sh %S/../Inputs/end-alike.sh plain profiled all
// RUN: %calls profiled gmon.out | FileCheck %s
// RUN: sh %S/../Inputs/end-alike.sh plain profiled killed
// RUN: %calls profiled gmon.out | FileCheck %s
//   A filter that does not come changes nothing.
// RUN: sh %S/../Inputs/end-alike.sh plain profiled refused
// RUN: %calls profiled gmon.out | FileCheck %s --check-prefix=REFUSED
//
// CHECK: main -> work 1
// REFUSED: main -> work 2

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

__attribute__((noinline)) long work(long n) {
  volatile long sum = 0;
  for (long i = 0; i < n; ++i)
    sum += i;
  return sum;
}

#define ALLOW(name)                                                            \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##name, 0, 1),                       \
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)

static void install(unsigned flags) {
  struct sock_filter code[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      ALLOW(write),
      ALLOW(exit_group),
      ALLOW(rt_sigreturn),
      ALLOW(futex),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
  };
  struct sock_fprog filter = {sizeof(code) / sizeof(*code), code};
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  if (flags ? syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &filter)
            : prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter))
    perror("seccomp");
}

static volatile int go, ready;
static void *other(void *unused) {
  work(1000);
  ready = 1;
  while (!go)
    ;
  work(200000000);
  go = 2;
  for (;;)
    work(1000);
}

static void say(const char *text) { (void)!write(1, text, strlen(text)); }

int main(int argc, char **argv) {
  const char *how = argv[1];
  long sum = work(1000);
  if (!strcmp(how, "strict")) {
    if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT))
      perror("seccomp");
    // Some ticks long.
    sum += work(200000000);
    say("done\n");
    syscall(SYS_exit, 3);
  } else if (!strcmp(how, "filter")) {
    install(0);
    sum += work(200000000);
    say("done\n");
    exit(4);
  } else if (!strcmp(how, "all")) {
    pthread_t thread;
    pthread_create(&thread, 0, other, 0);
    // A thread's start takes more calls, without the runtime, too.
    while (!ready)
      ;
    install(SECCOMP_FILTER_FLAG_TSYNC);
    go = 1;
    while (go != 2)
      ;
    say("done\n");
    _exit(5);
  } else if (!strcmp(how, "killed")) {
    install(0);
    sum += work(100000000);
    getppid();
  } else {
    errno = 0;
    int result = prctl(PR_SET_SECCOMP, 77, 0);
    printf("%d %s\n", result, strerror(errno));
    errno = 0;
    long other = syscall(SYS_seccomp, 77, 0, 0);
    printf("%ld %s\n", other, strerror(errno));
    printf("%d\n", prctl(PR_GET_DUMPABLE));
    sum += work(100000000);
    raise(SIGTERM);
  }
  return sum == 1;
}
