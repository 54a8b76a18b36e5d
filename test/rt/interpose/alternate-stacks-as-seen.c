// What a program sees of its alternate stacks, of handlers on them and of its actions is the same
// without a profile, while ticks come on a stack of the runtime.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %clang -O1 -pthread %s -o plain && %run ./plain > expected
// RUN: %gmon_clang -O1 -pthread %s -o program
// RUN: env GMON_OPTIONS=hz=10000 %run ./program > seen && diff expected seen
// RUN: env GMON_OPTIONS=signals=0 %run ./program > seen && diff expected seen
// RUN: %if native %{ env GMON_OPTIONS=event=page-faults:every=1 ./program > seen %}
// RUN: diff expected seen
// RUN: %gmon_clang -O1 -pthread -static %s -o static
// RUN: env GMON_OPTIONS=hz=10000 %run ./static > seen && diff expected seen

#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

enum { size = 32768 };
static char *stacks[2];
static const char *step;
static char *above; ///< where the handler before this one runs
static volatile int more;
static sigjmp_buf back;

static int number_of_stack(const volatile void *at) {
  for (int i = 0; i < 2; ++i)
    if ((uintptr_t)at - (uintptr_t)stacks[i] < size)
      return i + 1;
  return 0;
}

static void burn(void) {
  for (clock_t end = clock() + CLOCKS_PER_SEC / 500; clock() < end;) {
  }
}

static void tell_stack(const char *what, const stack_t *stack) {
  printf(" %s: %d", what, number_of_stack(stack->ss_sp));
  if (!(stack->ss_flags & SS_DISABLE))
    printf(" %zu", stack->ss_size);
  printf(" %x;", stack->ss_flags & 0x8000ffff);
}

static void tell_action(int signal) {
  struct sigaction action;
  sigaction(signal, 0, &action);
  sigdelset(&action.sa_mask, 33); // of the C library
  printf("action %d: %d %x\n", signal, action.sa_handler == SIG_DFL ? 0 : action.sa_handler == SIG_IGN ? 1 : 2,
         action.sa_flags & ~0x04000000);
}

static void change_stack(int number, int bytes, int flags) {
  stack_t set = {.ss_sp = number ? stacks[number - 1] : 0, .ss_size = (size_t)bytes, .ss_flags = flags}, previous;
  int result = sigaltstack(&set, &previous);
  printf("%s: set %d %d %x:", step, number, bytes, flags);
  if (result)
    printf(" %s\n", strerror(errno));
  else
    tell_stack("was", &previous), printf("\n");
}

static void tell(const char *which, int signal, siginfo_t *info, void *context) {
  char here;
  stack_t now;
  sigset_t mask;
  burn();
  sigaltstack(0, &now);
  printf("%s: %s %d on %d", step, which, signal, number_of_stack(&here));
  tell_stack("now", &now);
  if (context) {
    printf(" context %d, info %d, for %d;", number_of_stack(context), number_of_stack(info), info->si_signo);
    if (!(now.ss_flags & SS_DISABLE)) {
      stack_t kept = ((ucontext_t *)context)->uc_stack;
      kept.ss_flags &= ~SS_ONSTACK; // QEMU sets it
      tell_stack("in context", &kept);
    }
  }
  if (above && number_of_stack(above) == number_of_stack(&here))
    printf(" %s", &here < above ? "below" : "above");
  printf(" mask");
  sigprocmask(SIG_BLOCK, 0, &mask);
  for (int i = 1; i < 32; ++i)
    if (sigismember(&mask, i))
      printf(" %d", i);
  printf("\n");
  above = &here;
  burn();
}

static void go_on(int signal) {
  if (!strcmp(step, "nested") && signal == SIGUSR1) {
    raise(SIGUSR2);
    raise(SIGWINCH);
  } else if (!strcmp(step, "again") && more-- > 0) {
    raise(signal);
  } else if (!strcmp(step, "jump")) {
    siglongjmp(back, 1);
  } else if (!strcmp(step, "change") && signal != SIGWINCH) {
    change_stack(2, size, 0);
  } else if (!strcmp(step, "fork") && more-- > 0) {
    fflush(stdout);
    pid_t child = fork();
    if (!child) {
      step = "child";
      raise(SIGUSR2);
      fflush(stdout);
      return;
    }
    int status;
    waitpid(child, &status, 0);
    printf("child %d\n", status);
  }
}

static void with_info(int signal, siginfo_t *info, void *context) {
  char *before = above;
  tell("with info", signal, info, context);
  go_on(signal);
  above = before;
}

static void simple(int signal) {
  char *before = above;
  tell("simple", signal, 0, 0);
  go_on(signal);
  above = before;
}

static void set_handlers(int flags) {
  struct sigaction action = {.sa_sigaction = with_info, .sa_flags = flags | SA_SIGINFO};
  sigaddset(&action.sa_mask, SIGHUP);
  sigaction(SIGUSR1, &action, 0);
  action = (struct sigaction){.sa_handler = simple, .sa_flags = flags};
  sigaddset(&action.sa_mask, SIGURG);
  sigaction(SIGUSR2, &action, 0);
  action.sa_flags = 0;
  sigaction(SIGWINCH, &action, 0);
}

static void raise_all(const char *name) {
  step = name;
  raise(SIGUSR1);
  raise(SIGUSR2);
  raise(SIGWINCH);
}

static void *other(void *unused) {
  raise_all("other thread");
  change_stack(2, size, 0);
  raise_all("other thread's");
  return 0;
}

static ucontext_t outside;
static volatile int left;

static void leave(int signal) {
  tell("leaves", signal, 0, 0);
  left = 1;
  setcontext(&outside);
}

int main(void) {
  pthread_t thread;
  for (int i = 0; i < 2; ++i)
    stacks[i] = mmap(0, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  set_handlers(SA_ONSTACK);
  raise_all("without");
  step = "errors";
  change_stack(1, 100, 0);
  change_stack(1, size, 8);
  change_stack(1, size, 0);
  change_stack(1, 100, 0);
  change_stack(1, size, 8);
  if (sigaltstack((stack_t *)8, 0))
    printf("%s\n", strerror(errno));
  raise_all("with");
  tell_action(SIGUSR1);
  tell_action(SIGUSR2);
  raise_all("nested");
  step = "jump";
  if (!sigsetjmp(back, 1))
    raise(SIGUSR1);
  above = 0;
  raise_all("after jump");
  raise_all("change");
  change_stack(0, 0, 0);
  pthread_create(&thread, 0, other, 0);
  pthread_join(thread, 0);
  more = 1;
  raise_all("fork");
  if (!strcmp(step, "child"))
    _exit(0);

  set_handlers(SA_ONSTACK | SA_NODEFER);
  more = 3;
  step = "again";
  raise(SIGUSR1);
  more = 3;
  raise(SIGUSR2);
  set_handlers(SA_ONSTACK | SA_RESETHAND);
  step = "once";
  raise(SIGUSR1);
  raise(SIGUSR2);
  tell_action(SIGUSR1);
  tell_action(SIGUSR2);
  signal(SIGUSR1, SIG_IGN);
  tell_action(SIGUSR1);
  raise(SIGUSR1);

  set_handlers(SA_ONSTACK);
  step = "suspend";
  sigset_t blocked, open;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGUSR1);
  sigaddset(&blocked, SIGCHLD);
  sigprocmask(SIG_BLOCK, &blocked, 0);
  raise(SIGUSR1);
  sigfillset(&open);
  sigdelset(&open, SIGUSR1);
  sigdelset(&open, SIGPROF);
  sigdelset(&open, SIGTRAP);
  sigsuspend(&open);
  sigprocmask(SIG_UNBLOCK, &blocked, 0);

  struct sigaction action = {.sa_handler = leave, .sa_flags = SA_ONSTACK | SA_NODEFER};
  sigaction(SIGUSR1, &action, 0);
  step = "setcontext";
  getcontext(&outside);
  if (!left)
    raise(SIGUSR1);
  above = 0;

  set_handlers(SA_ONSTACK);
  sigaltstack(&(stack_t){.ss_flags = SS_DISABLE}, 0);
  raise_all("disabled");
  change_stack(2, size, 0);
  raise_all("second");
  fflush(stdout);
  if (!vfork()) {
    sigaltstack(&(stack_t){.ss_sp = stacks[0], .ss_size = size}, 0);
    _exit(0);
  }
  wait(0);
  raise_all("after vfork");
  change_stack(1, size, (int)(1U << 31)); // SS_AUTODISARM
  raise_all("autodisarm");
  change_stack(1, size, 0);
  raise_all("last");
  step = "end";
  change_stack(0, 0, SS_DISABLE);
  change_stack(0, 0, SS_DISABLE);
  return 0;
}
