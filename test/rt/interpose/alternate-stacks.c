// Handlers run on the same stacks as without the runtime, whatever alternate
// stacks the program has: none, small ones, one that was unmapped. Signals that
// end the program leave a profile in these cases, too.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %clang -O1 -pthread %s -o plain && %gmon_clang -O1 -pthread %s -o profiled
// RUN: sh %S/../Inputs/end-alike.sh plain profiled deep
// RUN: %calls profiled gmon.out | FileCheck %s
// RUN: sh %S/../Inputs/end-alike.sh plain profiled fault
// RUN: %calls profiled gmon.out | FileCheck %s
// RUN: sh %S/../Inputs/end-alike.sh plain profiled told
// RUN: sh %S/../Inputs/end-alike.sh plain profiled later
// RUN: sh %S/../Inputs/end-alike.sh plain profiled thread
// RUN: sh %S/../Inputs/end-alike.sh plain profiled tick
// RUN: sh %S/../Inputs/end-alike.sh plain profiled 2048
// RUN: %calls profiled gmon.out | FileCheck %s
// RUN: sh %S/../Inputs/end-alike.sh plain profiled 4096
// RUN: %calls profiled gmon.out | FileCheck %s
// RUN: sh %S/../Inputs/end-alike.sh plain profiled gone
// RUN: %calls profiled gmon.out | FileCheck %s
// RUN: sh %S/../Inputs/end-alike.sh plain profiled gone fault
// RUN: %calls profiled gmon.out | FileCheck %s
// RUN: sh %S/../Inputs/end-alike.sh plain profiled 2048 fault
// RUN: %calls profiled gmon.out | FileCheck %s
// RUN: sh %S/../Inputs/end-alike.sh plain profiled disabled
// RUN: %calls profiled gmon.out | FileCheck %s
//
// CHECK: main -> work 1

#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <unistd.h>

static char *own_stack;
enum { own_size = 1 << 17 };

__attribute__((noinline)) int work(int x) {
  volatile int s = 0;
  for (int i = 0; i < x; i++)
    s += i;
  return s;
}

/// Says on which stack it runs, and what the kernel is said to know of one.
static void tell(const char *where) {
  char here;
  stack_t now;
  sigaltstack(0, &now);
  int on_own = own_stack && (uintptr_t)&here - (uintptr_t)own_stack < own_size;
  printf("%s: own stack %d, flags %d, size %zu\n", where, on_own, now.ss_flags,
         now.ss_flags & SS_DISABLE ? 0 : now.ss_size);
  fflush(stdout);
}

__attribute__((noinline)) static void dig(int depth) {
  volatile char room[8192];
  room[0] = (char)depth;
  room[8191] = room[0];
  if (depth)
    dig(depth - 1);
  room[1] = room[8191];
}

static void handle(int signal) {
  tell("handler");
  if (!own_stack)
    dig(120);
}
static void handle_fault(int signal) {
  dig(20);
  tell("fault");
  _exit(7);
}

static void set_handler(int signal, void (*handler)(int), int flags) {
  struct sigaction action = {.sa_handler = handler, .sa_flags = flags};
  sigaction(signal, &action, 0);
}

static void make_stack(size_t size) {
  own_stack = mmap(0, own_size, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  stack_t set = {.ss_sp = own_stack, .ss_size = size};
  if (sigaltstack(&set, 0))
    perror("sigaltstack");
}

extern void moncontrol(int mode) __attribute__((weak));
static void moncontrol_if_there(int mode) {
  if (moncontrol)
    moncontrol(mode);
}

static void *other(void *unused) {
  char *kept = own_stack;
  own_stack = 0;
  raise(SIGUSR1);
  own_stack = kept;
  return 0;
}

static void end(const char *how) {
  if (how)
    *(volatile int *)8 = 1;
  raise(SIGTERM);
}

int main(int argc, char **argv) {
  const char *how = argv[1];
  work(3);
  if (!strcmp(how, "deep")) {
    set_handler(SIGUSR1, handle, SA_ONSTACK);
    set_handler(SIGCHLD, handle, SA_ONSTACK | SA_RESTART);
    raise(SIGUSR1);
    raise(SIGCHLD);
    raise(SIGTERM);
  } else if (!strcmp(how, "fault")) {
    set_handler(SIGSEGV, handle_fault, SA_ONSTACK);
    *(volatile int *)8 = 1;
  } else if (!strcmp(how, "told")) {
    struct sigaction action;
    set_handler(SIGUSR1, handle, SA_ONSTACK | SA_RESTART);
    sigaction(SIGUSR1, 0, &action);
    printf("%x %d\n", action.sa_flags & ~0x04000000,
           action.sa_handler == handle);
    set_handler(SIGUSR1, handle, SA_RESTART);
    sigaction(SIGUSR1, 0, &action);
    printf("%x\n", action.sa_flags & ~0x04000000);
  } else if (!strcmp(how, "later")) {
    set_handler(SIGUSR1, handle, SA_ONSTACK);
    raise(SIGUSR1);
    make_stack(own_size);
    raise(SIGUSR1);
    set_handler(SIGWINCH, handle, SA_ONSTACK);
    set_handler(SIGURG, handle, 0);
    raise(SIGWINCH);
    raise(SIGURG);
    stack_t none = {.ss_flags = SS_DISABLE};
    sigaltstack(&none, 0);
    tell("disabled");
  } else if (!strcmp(how, "thread")) {
    pthread_t thread;
    set_handler(SIGUSR1, handle, SA_ONSTACK);
    pthread_create(&thread, 0, other, 0);
    pthread_join(thread, 0);
    make_stack(own_size);
    raise(SIGUSR1);
  } else if (!strcmp(how, "tick")) {
    set_handler(SIGPROF, handle, SA_ONSTACK);
    raise(SIGPROF);
    make_stack(own_size);
    raise(SIGPROF);
    moncontrol_if_there(0);
    set_handler(SIGPROF, handle, SA_ONSTACK | SA_RESTART);
    raise(SIGPROF);
    moncontrol_if_there(1);
    raise(SIGPROF);
    set_handler(SIGPROF, handle, SA_RESTART);
    raise(SIGPROF);
  } else if (!strcmp(how, "gone")) {
    make_stack(own_size);
    munmap(own_stack, own_size);
    end(argv[2]);
  } else if (!strcmp(how, "disabled")) {
    make_stack(own_size);
    stack_t none = {.ss_flags = SS_DISABLE};
    sigaltstack(&none, 0);
    dig(1 << 20);
  } else {
    make_stack(strtoul(how, 0, 10));
    end(argv[2]);
  }
  return 0;
}
