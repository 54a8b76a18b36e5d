// The program that utils/surroundings.py runs. It makes the changes that its
// later arguments name, counts calls, prints, and ends as its first one says.

#define _GNU_SOURCE
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define COUNTED __attribute__((noinline))
#define NOT_COUNTED __attribute__((no_instrument_function, noinline))

static volatile uint64_t state = 1;

COUNTED static void leaf(void) { state = state * 6364136223846793005u + 1; }

COUNTED static void work(int times) {
  for (int i = 0; i < times; ++i)
    leaf();
}

NOT_COUNTED static void print(const char *text) {
  size_t left = strlen(text);
  while (left) {
    ssize_t written = write(1, text, left);
    if (written <= 0)
      return;
    text += written;
    left -= (size_t)written;
  }
}

// ---- Alternate stacks of the program

static void set_stack(void *memory, size_t size, int flags) {
  stack_t stack = {.ss_sp = memory, .ss_size = size, .ss_flags = flags};
  if (sigaltstack(&stack, 0))
    print("no alternate stack\n");
}

static void *map(size_t size) {
  return mmap(0, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
              0);
}

static int change_stack(const char *kind) {
  static char inside[4096];
  if (!strcmp(kind, "stack-disabled"))
    set_stack(0, 0, SS_DISABLE);
  else if (!strcmp(kind, "stack-2k"))
    set_stack(map(4096), 2048, 0);
  else if (!strcmp(kind, "stack-4k"))
    set_stack(inside, sizeof(inside), 0);
  else if (!strcmp(kind, "stack-64k"))
    set_stack(map(65536), 65536, 0);
  else if (!strcmp(kind, "stack-8m"))
    set_stack(map(8 << 20), 8 << 20, 0);
  else if (!strcmp(kind, "stack-autodisarm"))
    set_stack(map(65536), 65536, (int)0x80000000);
  else if (!strcmp(kind, "stack-unmapped")) {
    char *memory = map(16384);
    set_stack(memory, 16384, 0);
    munmap(memory, 16384);
  } else if (!strcmp(kind, "stack-protected")) {
    char *memory = map(16384);
    set_stack(memory, 16384, 0);
    mprotect(memory, 16384, PROT_NONE);
  } else
    return 0;
  return 1;
}

// ---- Filters of system calls

/// Allows the listed system calls, and does `otherwise` for all others.
static void install_filter(uint32_t otherwise, int by_syscall) {
#define ALLOW(number)                                                          \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1),                           \
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
  struct sock_filter code[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      ALLOW(SYS_write),
      ALLOW(SYS_exit),
      ALLOW(SYS_exit_group),
      ALLOW(SYS_rt_sigreturn),
      ALLOW(SYS_brk),
      BPF_STMT(BPF_RET | BPF_K, otherwise),
  };
  struct sock_fprog program = {sizeof(code) / sizeof(*code), code};
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  if (by_syscall ? syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program)
                 : prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program))
    print("no filter\n");
}

static int change_filter(const char *kind) {
  if (!strcmp(kind, "filter-kill"))
    install_filter(SECCOMP_RET_KILL_PROCESS, 0);
  else if (!strcmp(kind, "filter-errno"))
    install_filter(SECCOMP_RET_ERRNO | ENOSYS, 1);
  else if (!strcmp(kind, "filter-trap"))
    install_filter(SECCOMP_RET_TRAP, 0);
  else if (!strcmp(kind, "filter-strict"))
    prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT);
  else
    return 0;
  return 1;
}

// ---- Handlers of the program

static volatile int handled;

COUNTED static void handle(int signal) {
  leaf();
  handled = 1;
}

static int change_handlers(const char *kind) {
  struct sigaction action = {.sa_handler = handle};
  if (!strcmp(kind, "handler-onstack"))
    action.sa_flags = SA_ONSTACK;
  else if (strcmp(kind, "handler") != 0)
    return 0;
  sigaction(SIGUSR1, &action, 0);
  raise(SIGUSR1);
  print(handled ? "handled\n" : "not handled\n");
  return 1;
}

static int change_limits(const char *kind) {
  if (!strcmp(kind, "close-all"))
    syscall(SYS_close_range, 3, ~0u, 0);
  else if (!strcmp(kind, "close-standard")) {
    close(0);
    close(2);
  } else if (!strcmp(kind, "undumpable"))
    prctl(PR_SET_DUMPABLE, 0);
  else if (!strcmp(kind, "clear-environment"))
    clearenv();
  else
    return 0;
  return 1;
}

// ---- Ends

static void *work_in_thread(void *times) {
  work((int)(intptr_t)times);
  return 0;
}

static volatile int joining;

NOT_COUNTED static void wait_until_joining(void) {
  while (!joining)
    usleep(100);
}

static void *exit_in_thread(void *unused) {
  wait_until_joining();
  work(3);
  exit(3);
}

static void run_thread(void *(*what)(void *)) {
  pthread_t thread;
  if (pthread_create(&thread, 0, what, (void *)(intptr_t)100)) {
    print("no thread\n");
    return;
  }
  joining = 1;
  pthread_join(thread, 0);
}

static void at_exit(void) {
  work(2);
  print("exit handler\n");
}

NOT_COUNTED static int overflow(volatile char *above) {
  volatile char here[4096];
  here[0] = above[0];
  return overflow(here) + here[1];
}

static void wait_for(pid_t child) {
  int status = 0;
  if (child < 0) {
    print("no child\n");
    return;
  }
  waitpid(child, &status, 0);
  print(status ? "child failed\n" : "child ended\n");
}

static int end(const char *how) {
  if (!strcmp(how, "exit"))
    exit(1);
  if (!strcmp(how, "_exit"))
    _exit(2);
  if (!strcmp(how, "exit-group"))
    syscall(SYS_exit_group, 5);
  if (!strcmp(how, "raw-exit"))
    syscall(SYS_exit, 0);
  if (!strcmp(how, "quick"))
    quick_exit(4);
  if (!strcmp(how, "abort"))
    abort();
  if (!strcmp(how, "term"))
    raise(SIGTERM);
  if (!strcmp(how, "fault"))
    *(volatile int *)8 = 0;
  if (!strcmp(how, "overflow"))
    return overflow("");
  if (!strcmp(how, "thread"))
    run_thread(work_in_thread);
  if (!strcmp(how, "thread-exit"))
    run_thread(exit_in_thread);
  if (!strcmp(how, "fork")) {
    pid_t child = fork();
    if (!child) {
      work(50);
      exit(0);
    }
    wait_for(child);
  }
  if (!strcmp(how, "exec")) {
    execl("/proc/self/exe", "again", "return", (char *)0);
    print("no exec\n");
  }
  return 0;
}

int main(int argc, char **argv) {
  atexit(at_exit);
  work(1000);
  print("working\n");
  for (int i = 2; i < argc; ++i)
    if (!change_stack(argv[i]) && !change_filter(argv[i]) &&
        !change_handlers(argv[i]) && !change_limits(argv[i])) {
      print("unknown change\n");
      return 99;
    }
  return end(argv[1]);
}
