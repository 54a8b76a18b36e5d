// A program can use SIGPROF for itself, and SIGTRAP if that is what samples. It
// gets each of its own signals once and with its settings, gets none of the
// profiler's, and is sampled.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %clang -w -O1 -pthread %s -o plain && %run ./plain
// RUN: %gmon_clang -w -O1 -pthread %s -o program
// RUN: env GMON_OPTIONS=hz=1000 %run ./program 2> err && count 0 < err
// RUN: %samples program gmon.out | FileCheck %s
// RUN: %calls program gmon.out | FileCheck %s --check-prefix=CALLS
// RUN: %gmon_clang -w -O1 -pthread -static %s -o static
// RUN: env GMON_OPTIONS=hz=1000 %run ./static 2> err && count 0 < err
//
// Before the profiler takes samples, too, and with the thread that does.
// RUN: %gmon_clang -w -O1 -pthread -DEARLY %s -o early
// RUN: env GMON_OPTIONS=hz=1000 %run ./early 2> err && count 0 < err
// RUN: env GMON_OPTIONS=hz=1000:signals=0 %run ./program 2> err && count 0 < err
// RUN: %if native %{ env GMON_OPTIONS=sampler=thread:hz=1000 ./program 2> err %}
// RUN: count 0 < err
//
// RUN: %if perf-switches %{ %gmon_clang -w -O1 -pthread -DOWN=SIGTRAP %s -o trap %}
// RUN: %if perf-switches %{ env GMON_OPTIONS=event=context-switches ./trap 2> err %}
// RUN: count 0 < err
// RUN: %if perf-switches %{ %samples trap gmon.out | FileCheck %s %}
// RUN: %if perf-switches %{ %gmon_clang -w -O1 -pthread -DEARLY -DOWN=SIGTRAP %s -o early %}
// RUN: %if perf-switches %{ env GMON_OPTIONS=event=cs:signals=0 ./early 2> err %}
// RUN: count 0 < err
//
// CHECK: burn {{[1-9][0-9]}}
//
// CALLS: <spontaneous> -> handle_again {{[6-9]$|1[0-5]$}}

#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void check(int line, int holds) {
  if (!holds) {
    fprintf(stderr, "line %d does not hold\n", line);
    _exit(1);
  }
}
#define CHECK(condition) check(__LINE__, condition)

// QEMU 7.2 for RISC-V forgets sa_mask.
#ifdef __riscv
enum { has_mask = 0 };
#else
enum { has_mask = 1 };
#endif

typedef void (*handler_type)(int);
handler_type bsd_signal(int, handler_type), __sysv_signal(int, handler_type);

#ifndef OWN
#define OWN SIGPROF
#endif

static volatile int handled;
static volatile sigset_t blocked_inside;
static volatile uintptr_t stack_inside;
static siginfo_t info_inside;
static int ends[2];

/// Long enough for some samples.
__attribute__((noinline)) static void burn(void) {
  clock_t start = clock();
  while (clock() - start < CLOCKS_PER_SEC / 200)
    for (volatile int i = 0; i != 1000; ++i) {
    }
  if (OWN != SIGPROF)
    for (int i = 0; i != 3; ++i)
      usleep(1);
}

static void handle(int signal) {
  CHECK(signal == OWN);
  ++handled;
}

static void look(int signal, siginfo_t *info, void *context) {
  sigset_t set;
  info_inside = *info;
  stack_inside = (uintptr_t)&set;
  CHECK(context != 0);
  sigprocmask(SIG_BLOCK, 0, &set);
  blocked_inside = set;
  ++handled;
}

static void handle_again(int signal) {
  if (++handled < 3)
    raise(OWN);
}

static void wake(int signal) {
  ++handled;
  if (write(ends[1], "", 1) != 1)
    _exit(2);
}

static void set(void (*handler)(int), int flags) {
  struct sigaction action = {.sa_handler = handler, .sa_flags = flags};
  CHECK(sigaction(OWN, &action, 0) == 0);
  handled = 0;
}

static void by(handler_type (*setter)(int, handler_type)) {
  CHECK(setter(OWN, SIG_DFL) != SIG_ERR);
  CHECK(setter(OWN, handle) == SIG_DFL);
  handled = 0;
  for (int i = 0; i != 5; ++i) {
    burn();
    raise(OWN);
    burn();
    kill(getpid(), OWN);
  }
  CHECK(handled == 10);
  CHECK(setter(OWN, SIG_IGN) == handle);
  raise(OWN);
  CHECK(setter(OWN, SIG_DFL) == SIG_IGN);
}

/// As by(), but a second signal would end the program.
static void once_by(handler_type (*setter)(int, handler_type)) {
  CHECK(setter(OWN, handle) == SIG_DFL);
  handled = 0;
  burn();
  raise(OWN);
  burn();
  CHECK(handled == 1 && setter(OWN, SIG_IGN) == SIG_DFL);
  CHECK(setter(OWN, SIG_DFL) == SIG_IGN);
}

static void flags(void) {
  struct sigaction action = {.sa_sigaction = look, .sa_flags = SA_SIGINFO}, old;
  sigaddset(&action.sa_mask, SIGUSR1);
  CHECK(sigaction(OWN, &action, &old) == 0 && old.sa_handler == SIG_DFL);
  CHECK(sigaction(OWN, 0, &old) == 0 && old.sa_sigaction == look);
  CHECK(old.sa_flags & SA_SIGINFO && !(old.sa_flags & SA_RESTART));
  CHECK(sigismember(&old.sa_mask, SIGUSR1) || !has_mask);
  CHECK(!sigismember(&old.sa_mask, SIGINT));
  union sigval value = {.sival_int = 1234};
  handled = 0;
  CHECK(sigqueue(getpid(), OWN, value) == 0 && handled == 1);
  CHECK(info_inside.si_code == SI_QUEUE && info_inside.si_pid == getpid());
  CHECK(info_inside.si_value.sival_int == 1234);
  sigset_t inside = blocked_inside;
  CHECK(sigismember(&inside, OWN));
  CHECK(sigismember(&inside, SIGUSR1) || !has_mask);
  CHECK(!sigismember(&inside, SIGINT) && !sigismember(&inside, SIGSEGV));
  sigprocmask(SIG_BLOCK, 0, &inside);
  CHECK(!sigismember(&inside, OWN) && !sigismember(&inside, SIGUSR1));

  static char space[65536];
  stack_t stack = {.ss_sp = space, .ss_size = sizeof(space)};
  CHECK(stack_inside - (uintptr_t)space >= sizeof(space));
  CHECK(sigaltstack(&stack, 0) == 0);
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  CHECK(sigaction(OWN, &action, 0) == 0);
  burn();
  raise(OWN);
  CHECK(stack_inside - (uintptr_t)space < sizeof(space));
  inside = blocked_inside;
  CHECK(!sigismember(&inside, OWN));
  CHECK(sigismember(&inside, SIGUSR1) || !has_mask);
  stack.ss_flags = SS_DISABLE;
  CHECK(sigaltstack(&stack, 0) == 0);

  set(handle_again, SA_NODEFER);
  raise(OWN);
  CHECK(handled == 3);
  // Each waits until the handler returns: the kernel drops one if the
  // profiler's is there first.
  for (int i = 0; i == 0 || (handled != 3 && i != 5); ++i) {
    set(handle_again, 0);
    raise(OWN);
  }
  CHECK(handled == 3);
  set(handle, SA_RESETHAND);
  raise(OWN);
  CHECK(handled == 1);
  CHECK(sigaction(OWN, 0, &old) == 0 && old.sa_handler == SIG_DFL);
}

static void interval_timer(void) {
  set(handle, SA_RESTART);
  struct itimerval often = {{0, 1000}, {0, 1000}}, none = {{0, 0}}, now;
  CHECK(getitimer(ITIMER_PROF, &now) == 0 && now.it_value.tv_usec == 0);
  CHECK(setitimer(ITIMER_PROF, &often, &now) == 0 && now.it_value.tv_usec == 0);
  CHECK(getitimer(ITIMER_PROF, &now) == 0 && now.it_interval.tv_usec);
  while (handled < 10)
    burn();
  CHECK(setitimer(ITIMER_PROF, &none, &now) == 0 && now.it_interval.tv_usec);
  int last = handled;
  for (int i = 0; i != 10; ++i)
    burn();
  CHECK(handled == last);
}

static void timers(void) {
  // One that wakes a call that waits.
  timer_t timer;
  struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = OWN};
  struct itimerspec soon = {{0, 0}, {0, 20000000}};
  char byte;
  CHECK(pipe(ends) == 0);
  CHECK(timer_create(CLOCK_MONOTONIC, &event, &timer) == 0);
  for (int restart = 0; restart != 2; ++restart) {
    int was_interrupted = 0;
    // The signal may come before the call on a busy machine.
    for (int i = 0; i == 0 || (!restart && !was_interrupted && i != 10); ++i) {
      set(wake, restart ? SA_RESTART : 0);
      CHECK(timer_settime(timer, 0, &soon, 0) == 0);
      ssize_t size = read(ends[0], &byte, 1);
      was_interrupted = size == -1 && errno == EINTR;
      CHECK(size == 1 || was_interrupted);
      CHECK(handled == 1);
      if (was_interrupted)
        CHECK(read(ends[0], &byte, 1) == 1);
    }
    CHECK(was_interrupted == !restart);
  }
  timer_delete(timer);
}

static volatile int finished;

static void *work(void *argument) {
  while (!finished)
    burn();
  return argument;
}

/// Of two signals that are pending for a thread the kernel drops one, so that
/// now and then one is lost because that of an event was there first.
static void threads(void) {
  enum { count = 3, signals = 20, seconds = 3, most_lost = OWN == SIGPROF ? 0 : 5 };
  int lost = 0;
  pthread_t thread[count];
  set(handle, SA_RESTART);
  for (int i = 0; i != count; ++i)
    pthread_create(&thread[i], 0, work, 0);
  for (int i = 0; i != signals; ++i)
    for (int j = 0; j != count; ++j) {
      int before = handled;
      pthread_kill(thread[j], OWN);
      for (time_t end = time(0) + seconds; handled == before && time(0) < end;)
        usleep(100);
      lost += handled == before;
      CHECK(handled <= before + 1);
    }
  finished = 1;
  for (int i = 0; i != count; ++i)
    pthread_join(thread[i], 0);
  CHECK(handled + lost == signals * count && lost <= most_lost);
}

static void death(void) {
  for (int how = 0; how != 2; ++how) {
    signal(OWN, how ? SIG_DFL : handle);
    pid_t child = fork();
    if (child == 0) {
      signal(OWN, SIG_DFL);
      for (int i = 0; i != 10; ++i)
        burn(); // the profiler's signals do not end it
      raise(OWN);
      _exit(3);
    }
    int status;
    CHECK(waitpid(child, &status, 0) == child);
    CHECK(WIFSIGNALED(status) && WTERMSIG(status) == OWN);
  }
}

#ifdef EARLY
__attribute__((no_instrument_function)) static void set_early(void) {
  signal(OWN, handle);
}
__attribute__((section(".preinit_array"), used)) static void (*early)(void) =
    set_early;
#endif

int main(void) {
  struct sigaction old;
  memset(&old, 1, sizeof(old));
  CHECK(sigaction(OWN, 0, &old) == 0);
#ifdef EARLY
  CHECK(old.sa_handler == handle && old.sa_flags & SA_RESTART);
  burn();
  raise(OWN);
  CHECK(handled == 1);
  signal(OWN, SIG_DFL);
#else
  CHECK(old.sa_handler == SIG_DFL && old.sa_flags == 0);
  CHECK(!sigismember(&old.sa_mask, SIGINT));
#endif
  by(signal);
  by(bsd_signal);
  by(ssignal);
  by(sigset);
  once_by(sysv_signal);
  once_by(__sysv_signal);
  flags();
  if (OWN == SIGPROF)
    interval_timer();
  timers();
  threads();
  death();
  return 0;
}
