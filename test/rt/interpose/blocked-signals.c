// A thread that blocks SIGPROF never finds the profiler's signal pending,
// however it looks for signals and however it blocked SIGPROF. It finds the
// program's own signals. It is sampled all the same.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %clang -w -O1 -pthread %s -o plain && %run ./plain
// RUN: %gmon_clang -DPROFILED -w -O1 -pthread %s -o program
// RUN: env GMON_OPTIONS=hz=1000 %run ./program 2> err && count 0 < err
// RUN: %samples program gmon.out | FileCheck %s
// RUN: %gmon_clang -DPROFILED -w -O1 -pthread -static %s -o static
// RUN: env GMON_OPTIONS=hz=1000 %run ./static 2> err && count 0 < err
// RUN: %if native %{ env GMON_OPTIONS=sampler=thread:hz=1000 ./program 2> err %}
// RUN: count 0 < err
// RUN: %if native %{ env GMON_OPTIONS=clock=wall:hz=1000 ./program 2> err %}
// RUN: count 0 < err
//
// CHECK: burn {{[1-9][0-9][0-9]}}

#define _GNU_SOURCE
#include "../Inputs/cpu-time.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifdef PROFILED
int moncontrol(int);
#else
static void moncontrol(int on) {}
#endif

static void check(int line, int holds) {
  if (!holds) {
    fprintf(stderr, "line %d does not hold: %s\n", line, strerror(errno));
    _exit(1);
  }
}
#define CHECK(condition) check(__LINE__, condition)

/// Long enough for some of the ticks of the kernel's clock.
__attribute__((noinline)) static void burn(void) { use_cpu_time(10000000); }

static volatile int handled;
static void handle(int signal) { ++handled; }

static pthread_t looking;

/// Sends SIGUSR1 to whoever waits for it.
static void *send(void *argument) {
  usleep(20000);
  pthread_kill(looking, SIGUSR1);
  return argument;
}

static pthread_t send_soon(void) {
  pthread_t thread;
  pthread_attr_t attributes;
  looking = pthread_self();
  pthread_create(&thread, 0, send, 0);
  return thread;
}

/// SIGPROF is blocked.
static void look(void) {
  sigset_t all, none, set;
  struct timespec at_once = {0, 0}, soon = {0, 1000000};
  siginfo_t info;
  int signal;
  struct epoll_event event;
  sigfillset(&all);
  sigemptyset(&none);
  CHECK(pthread_sigmask(SIG_BLOCK, 0, &set) == 0 && sigismember(&set, SIGPROF));
  burn();
  CHECK(sigpending(&set) == 0 && !sigismember(&set, SIGPROF));
  CHECK(sigtimedwait(&all, &info, &at_once) == -1 && errno == EAGAIN);
  burn();
  int fd = signalfd(-1, &all, SFD_NONBLOCK | SFD_CLOEXEC);
  struct signalfd_siginfo read_info;
  struct pollfd readable = {fd, POLLIN, 0};
  CHECK(fd >= 0 && poll(&readable, 1, 0) == 0);
  CHECK(read(fd, &read_info, sizeof(read_info)) == -1 && errno == EAGAIN);
  close(fd);
  burn();
  CHECK(ppoll(0, 0, &soon, &none) == 0);
  burn();
  CHECK(pselect(0, 0, 0, 0, &soon, &none) == 0);
  burn();
  int epoll = epoll_create1(EPOLL_CLOEXEC);
  CHECK(epoll_pwait(epoll, &event, 1, 1, &none) == 0);
  close(epoll);

  // These wait for SIGUSR1, and nothing else ends them.
  sigset_t usr1;
  sigemptyset(&usr1);
  sigaddset(&usr1, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &usr1, &set);
  burn();
  handled = 0;
  pthread_t sender = send_soon();
  CHECK(sigsuspend(&none) == -1 && errno == EINTR && handled == 1);
  pthread_join(sender, 0);
  burn();
  sender = send_soon();
  CHECK(sigwait(&all, &signal) == 0 && signal == SIGUSR1);
  pthread_join(sender, 0);
  burn();
  sender = send_soon();
  CHECK(sigwaitinfo(&all, &info) == SIGUSR1);
  pthread_join(sender, 0);

  // Its own.
  pthread_kill(pthread_self(), SIGPROF);
  CHECK(sigpending(&usr1) == 0 && sigismember(&usr1, SIGPROF));
  burn();
  CHECK(sigwaitinfo(&all, &info) == SIGPROF);
  CHECK(sigpending(&usr1) == 0 && !sigismember(&usr1, SIGPROF));
  pthread_sigmask(SIG_SETMASK, &set, 0);
}

static void *look_in_thread(void *argument) {
  look();
  return argument;
}

static void in_thread(pthread_attr_t *attributes) {
  pthread_t thread;
  CHECK(pthread_create(&thread, attributes, look_in_thread, 0) == 0);
  pthread_join(thread, 0);
}

static void is_unblocked(void) {
  sigset_t set;
  CHECK(sigprocmask(SIG_BLOCK, 0, &set) == 0 && !sigismember(&set, SIGPROF));
  burn();
}

int main(void) {
  sigset_t all, prof, before;
  sigfillset(&all);
  sigemptyset(&prof);
  sigaddset(&prof, SIGPROF);
  signal(SIGUSR1, handle);
  CHECK(pthread_sigmask(SIG_BLOCK, &prof, &before) == 0);
  look();
  CHECK(pthread_sigmask(SIG_UNBLOCK, &prof, &prof) == 0);
  CHECK(sigismember(&prof, SIGPROF));
  is_unblocked();

  CHECK(sigprocmask(SIG_SETMASK, &all, &before) == 0);
  look();
  in_thread(0);
  moncontrol(0);
  moncontrol(1);
  look();
  moncontrol(0);
  in_thread(0);
  moncontrol(1);
  look();
  pid_t child = fork();
  if (child == 0) {
    look();
    sigprocmask(SIG_SETMASK, &before, 0);
    is_unblocked();
    _exit(0);
  }
  int status;
  CHECK(waitpid(child, &status, 0) == child && status == 0);
  CHECK(sigprocmask(SIG_SETMASK, &before, 0) == 0);
  is_unblocked();

#ifdef __GLIBC__
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setsigmask_np(&attributes, &all);
  in_thread(&attributes);

  CHECK(sighold(SIGPROF) == 0);
  look();
  CHECK(sigrelse(SIGPROF) == 0);
  is_unblocked();
  CHECK(sigblock(sigmask(SIGPROF)) == 0);
  look();
  CHECK(sigsetmask(0) == sigmask(SIGPROF));
  is_unblocked();
#endif

  // What is wrong changes nothing.
  CHECK(pthread_sigmask(77, &all, 0) == EINVAL);
  CHECK(sigprocmask(-1, &all, 0) == -1 && errno == EINVAL);
  CHECK(sighold(65) == -1 && errno == EINVAL);
  is_unblocked();
  return 0;
}
