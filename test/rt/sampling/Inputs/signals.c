// What programs do with signals, masks, children and tracers while they cause page faults and switches. Each
// mode prints what it sees: signals.py compares that with what the program prints without a profile.

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

enum { page = 65536 };

static char *room(long pages) {
  char *at = mmap(0, pages * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (at == MAP_FAILED || madvise(at, pages * page, MADV_NOHUGEPAGE) != 0)
    abort();
  return at;
}

__attribute__((noinline)) static void touch(long pages) {
  char *at = room(pages);
  for (long i = 0; i < pages; ++i)
    *(volatile char *)(at + i * page) = 1;
  munmap(at, pages * page);
}

static void touch_and_wait(void) {
  for (int i = 0; i != 5; ++i) {
    touch(20);
    if (nanosleep(&(struct timespec){0, 100000}, 0) != 0)
      abort();
  }
}

// The runtime does not see this.
static long raw(long number, long a, long b, long c, long d) {
  long result;
  register long r10 __asm__("r10") = d;
  __asm__ volatile("syscall" : "=a"(result) : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10) : "rcx", "r11", "memory");
  return result;
}

static sigset_t all(void) {
  sigset_t set;
  sigfillset(&set);
  return set;
}

static void expect_none(void) {
  sigset_t set = all(), pending;
  siginfo_t info;
  sigpending(&pending);
  if (sigismember(&pending, SIGTRAP) || sigismember(&pending, SIGPROF))
    puts("pending");
  if (sigtimedwait(&set, &info, &(struct timespec){0, 0}) != -1)
    printf("signal %d, code %d\n", info.si_signo, info.si_code);
}

int moncontrol(int);
static void sample(int on) {
#ifdef PROFILED
  moncontrol(on);
#endif
}

static void expect_status(pid_t child, int wanted) {
  int status;
  while (waitpid(child, &status, 0) != child)
    if (errno != EINTR)
      abort();
  if (status != wanted)
    printf("child: status %x\n", status);
}

static void *touch_in_thread(void *unused) {
  touch_and_wait();
  expect_none();
  return 0;
}

static void run_thread(void *(*run)(void *)) {
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  pthread_join(thread, 0);
}

static void blocked(void) {
  sigset_t set = all();
  pthread_sigmask(SIG_BLOCK, &set, 0);
  touch_and_wait();
  expect_none();
  run_thread(touch_in_thread);
  int fd = signalfd(-1, &set, SFD_NONBLOCK);
  struct signalfd_siginfo info;
  touch(20);
  if (read(fd, &info, sizeof(info)) != -1)
    printf("signalfd: %d\n", info.ssi_signo);
  sigset_t none;
  sigemptyset(&none);
  for (int i = 0; i != 20; ++i) {
    touch(2);
    if (ppoll(0, 0, &(struct timespec){0, 100000}, &none) != 0)
      puts("ppoll");
  }
  pthread_sigmask(SIG_UNBLOCK, &set, 0);
  touch_and_wait();
}

static pthread_barrier_t together;
static void *touch_later(void *unused) {
  sigset_t set = all();
  pthread_sigmask(SIG_BLOCK, &set, 0);
  pthread_barrier_wait(&together);
  pthread_barrier_wait(&together);
  touch_and_wait();
  expect_none();
  return 0;
}
// Sampling begins when a thread blocks signals already.
static void late(void) {
  pthread_t thread;
  sample(0);
  pthread_barrier_init(&together, 0, 2);
  pthread_create(&thread, 0, touch_later, 0);
  pthread_barrier_wait(&together);
  sample(1);
  pthread_barrier_wait(&together);
  pthread_join(thread, 0);
}

static volatile int calls;
static void touch_here(int signal) { ++calls; touch_and_wait(); }
static void handler(void) {
  struct sigaction action = {.sa_handler = touch_here, .sa_mask = all()};
  sigaction(SIGUSR1, &action, 0);
  for (int i = 0; i != 10; ++i)
    raise(SIGUSR1);
  printf("%d calls\n", calls);
}

static void *wait_for_signals(void *unused) {
  sigset_t set = all();
  for (;;) {
    int signal;
    touch(100);
    if (sigwait(&set, &signal) != 0)
      abort();
    printf("sigwait: %d\n", signal);
    if (signal == SIGTERM)
      return 0;
  }
}
static void waiter(void) {
  sigset_t set = all();
  pthread_sigmask(SIG_BLOCK, &set, 0);
  pthread_t thread;
  pthread_create(&thread, 0, wait_for_signals, 0);
  touch_and_wait();
  kill(getpid(), SIGTRAP);
  usleep(100000);
  kill(getpid(), SIGTERM);
  pthread_join(thread, 0);
}

static int own, strange;
static void count(int signal, siginfo_t *info, void *context) {
  ++own;
  if (info->si_code == 6)
    ++strange;
}
static void own_traps(void) {
  struct sigaction before, action = {.sa_sigaction = count, .sa_flags = SA_SIGINFO};
  sigaction(SIGTRAP, 0, &before);
  if (before.sa_handler != SIG_DFL)
    puts("a handler before");
  sigaction(SIGTRAP, &action, 0);
  for (int i = 0; i != 50; ++i) {
    touch(20);
    raise(SIGTRAP);
    __asm__ volatile("int3");
  }
  sigaction(SIGTRAP, 0, &before);
  printf("%d traps, %d strange, %s\n", own, strange, before.sa_sigaction == count ? "kept" : "lost");
  action.sa_flags |= SA_RESETHAND;
  sigaction(SIGTRAP, &action, 0);
  touch_and_wait();
  raise(SIGTRAP);
  signal(SIGTRAP, SIG_IGN);
  touch_and_wait();
  raise(SIGTRAP);
  fflush(stdout);
  // The kernel ignores no trap of an instruction.
  pid_t child = fork();
  if (!child) {
    __asm__ volatile("int3");
    _exit(0);
  }
  int status;
  waitpid(child, &status, 0);
  printf("a child ended with %d\n", status);
  signal(SIGTRAP, SIG_DFL);
  touch_and_wait();
  fflush(stdout);
  raise(SIGTRAP);
}

static int barriers;
static char *guarded;
static void unguard(int signal, siginfo_t *info, void *context) {
  ++barriers;
  touch(3);
  mprotect((char *)((long)info->si_addr & -4096), 4096, PROT_READ | PROT_WRITE);
}
static void barrier(void) {
  struct sigaction action = {.sa_sigaction = unguard, .sa_flags = SA_SIGINFO};
  for (int i = 0; i != 2; ++i) {
    if (i)
      action.sa_mask = all();
    sigaction(SIGSEGV, &action, 0);
    guarded = room(300);
    mprotect(guarded, 300 * page, PROT_NONE);
    for (long at = 0; at != 300; ++at)
      *(volatile char *)(guarded + at * page) = 1;
  }
  printf("%d barriers\n", barriers);
}

static ucontext_t back, fiber;
static int fibers;
static void in_fiber(void) { touch(3); ++fibers; }
static void small_stacks(void) {
  for (int i = 0; i != 500; ++i) {
    char *stack = mmap(0, 32768, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mprotect(stack, 4096, PROT_NONE);
    getcontext(&fiber);
    fiber.uc_stack.ss_sp = stack + 4096;
    fiber.uc_stack.ss_size = 32768 - 4096;
    fiber.uc_link = &back;
    makecontext(&fiber, in_fiber, 0);
    swapcontext(&back, &fiber);
    munmap(stack, 32768);
  }
  printf("%d fibers\n", fibers);
}

static sigjmp_buf out;
static char own_stack[65536];
static volatile int deep;
static void leave(int signal) { touch(3); siglongjmp(out, 1); }
static __attribute__((noinline)) int recurse(int n) {
  volatile char use[1000];
  use[n % 1000] = 1;
  deep = n;
  return recurse(n + 1) + use[0];
}
static void overflow(void) {
  stack_t stack = {.ss_sp = own_stack, .ss_size = sizeof(own_stack)};
  sigaltstack(&stack, 0);
  struct sigaction action = {.sa_handler = leave, .sa_flags = SA_ONSTACK};
  sigaction(SIGSEGV, &action, 0);
  for (int i = 0; i != 5; ++i)
    if (!sigsetjmp(out, 1))
      recurse(0);
  printf("overflow\n");
}

static void forks(void) {
  for (int i = 0; i != 20; ++i) {
    pid_t child = fork();
    if (child == 0) {
      touch_and_wait();
      exit(0);
    }
    expect_status(child, 0);
  }
}

// The runtime does not see the fork.
static void raw_forks(void) {
  for (int i = 0; i != 20; ++i) {
    pid_t child = raw(SYS_clone, SIGCHLD, 0, 0, 0);
    if (child == 0) {
      sigset_t set = all();
      touch(100);
      sigprocmask(SIG_BLOCK, &set, 0);
      touch(100);
      sigprocmask(SIG_UNBLOCK, &set, 0);
      touch(100);
      raw(SYS_exit_group, 0, 0, 0, 0);
    }
    expect_status(child, 0);
    touch(10);
  }
}

static char *const plain[] = {"./plain", "touch", 0};
static void vforks(void) {
  for (int i = 0; i != 20; ++i) {
    pid_t child = vfork();
    if (child == 0) {
      sigset_t set = all();
      sigprocmask(SIG_BLOCK, &set, 0);
      sigprocmask(SIG_UNBLOCK, &set, 0);
      touch(10);
      signal(SIGTRAP, SIG_DFL);
      execv(plain[0], plain);
      _exit(9);
    }
    expect_status(child, 0);
    touch(10);
  }
}

extern char **environ;
static void spawns(void) {
  for (int i = 0; i != 20; ++i) {
    pid_t child;
    if (posix_spawn(&child, plain[0], 0, 0, plain, environ) != 0)
      puts("posix_spawn");
    else
      expect_status(child, 0);
    if (system("./plain touch") != 0)
      puts("system");
    touch(10);
  }
}

static void execs(void) {
  for (int i = 0; i != 20; ++i) {
    pid_t child = fork();
    if (child == 0) {
      touch_and_wait();
      execv(plain[0], plain);
      _exit(9);
    }
    expect_status(child, 0);
  }
}

// With the program's own instruction.
static char *const setuid_program[] = {"./setuid", "touch", 0};
static void raw_execs(void) {
  for (int i = 0; i != 20; ++i) {
    pid_t child = fork();
    if (child == 0) {
      char *const *next = i % 2 ? plain : setuid_program;
      touch_and_wait();
      raw(SYS_execve, (long)next[0], (long)next, (long)environ, 0);
      _exit(9);
    }
    expect_status(child, 0);
  }
}

static char *const unblocking[] = {"./plain", "unblock", 0};
static void exec_here(int signal) {
  touch_and_wait();
  execv(unblocking[0], unblocking);
  _exit(9);
}
// With signals pending that the handler blocks.
static void exec_in_handler(void) {
  struct sigaction action = {.sa_handler = exec_here, .sa_mask = all()};
  sigaction(SIGUSR1, &action, 0);
  for (int i = 0; i != 20; ++i) {
    pid_t child = fork();
    if (child == 0) {
      raise(SIGUSR1);
      _exit(8);
    }
    expect_status(child, 0);
  }
}
// What the program has sent remains.
static void exec_pending_here(int signal) {
  touch_and_wait();
  raise(SIGTRAP);
  execv(unblocking[0], unblocking);
  _exit(9);
}
static void exec_with_pending(void) {
  struct sigaction action = {.sa_handler = exec_pending_here, .sa_mask = all()};
  sigaction(SIGUSR1, &action, 0);
  pid_t child = fork();
  if (child == 0) {
    prctl(PR_SET_DUMPABLE, 0);
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGTRAP);
    sigprocmask(SIG_BLOCK, &set, 0);
    raise(SIGUSR1);
    _exit(8);
  }
  expect_status(child, SIGTRAP);
}

static void tracer(void) {
  pid_t child = fork();
  if (child == 0) {
    ptrace(PTRACE_TRACEME, 0, 0, 0);
    touch_and_wait();
    raise(SIGSTOP);
    touch_and_wait();
    execv(plain[0], plain);
    _exit(9);
  }
  int status, stops = 0;
  static long word = 42;
  while (waitpid(child, &status, 0) == child && WIFSTOPPED(status) && ++stops != 20) {
    errno = 1;
    printf("stop %d, %ld", WSTOPSIG(status), ptrace(PTRACE_PEEKDATA, child, &word, 0));
    printf(", %d, %ld", errno, ptrace(PTRACE_PEEKDATA, child, 8, 0));
    printf(", %d\n", errno);
    ptrace(PTRACE_CONT, child, 0, WSTOPSIG(status) == SIGSTOP || WSTOPSIG(status) == SIGTRAP ? 0 : WSTOPSIG(status));
    touch(10);
  }
  kill(child, SIGKILL);
}

static void sealed(void) {
  touch_and_wait();
  fflush(stdout);
  prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT);
  char *at = own_stack;
  for (unsigned i = 0; i < sizeof(own_stack); i += 4096)
    ++*(volatile char *)(at + i);
  raw(SYS_exit, 0, 0, 0, 0);
}

static volatile int touched, installed;
static void touch_until_sealed(int signal) {
  touch(20);
  touched = 1;
  while (!installed)
    usleep(1000);
}
static void *seal_while_signals_wait(void *unused) {
  raise(SIGUSR1);
  return 0;
}
// A filter that allows all.
static void filter(void) {
  struct sigaction action = {.sa_handler = touch_until_sealed, .sa_mask = all()};
  struct sock_filter allow = {BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW};
  struct sock_fprog program = {1, &allow};
  pthread_t thread;
  sigaction(SIGUSR1, &action, 0);
  pthread_create(&thread, 0, seal_while_signals_wait, 0);
  while (!touched)
    usleep(1000);
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
    puts("no filter");
  installed = 1;
  pthread_join(thread, 0);
  touch_and_wait();
  puts("filtered");
}

static int run_clone(void *unused) {
  touch_and_wait();
  return 0;
}
// A process in the same memory, with and without the same handlers.
static void clones(void) {
  char *stack = room(16);
  for (int i = 0; i != 20; ++i) {
    int child = clone(run_clone, stack + 15 * page, CLONE_VM | (i % 2 ? CLONE_SIGHAND : 0) | SIGCHLD, 0);
    expect_status(child, 0);
    touch(10);
  }
}

static void set_user(void) {
  touch_and_wait();
  if (setgid(65534) != 0 || setuid(65534) != 0)
    puts("setuid");
  touch_and_wait();
  run_thread(touch_in_thread);
  pid_t child = fork();
  if (child == 0) {
    touch_and_wait();
    execv(setuid_program[0], setuid_program);
    _exit(9);
  }
  expect_status(child, 0);
}

static void kernel_faults(void) {
  int ends[2];
  char bytes[64];
  char *at = room(200);
  pipe(ends);
  for (int i = 0; i != 200; ++i) {
    write(ends[1], "12345678", 8);
    if (read(ends[0], at + i * page, 8) != 8)
      puts("read");
  }
  puts("read");
}

// Touches pages when it reads a byte, so that a tracer can attach before.
static void on_demand(void) {
  puts("ready");
  fflush(stdout);
  getchar();
  for (int i = 0; i != 20; ++i)
    touch(640);
  puts("done");
}

static void just_touch(void) { touch_and_wait(); }
static void unblock(void) {
  sigset_t set = all();
  sigprocmask(SIG_UNBLOCK, &set, 0);
  touch_and_wait();
}

int main(int argc, char **argv) {
  static const struct { const char *name; void (*run)(void); } modes[] = {
    {"blocked", blocked}, {"late", late}, {"handler", handler}, {"waiter", waiter}, {"own", own_traps}, {"barrier", barrier},
    {"stacks", small_stacks}, {"overflow", overflow}, {"fork", forks}, {"raw-fork", raw_forks}, {"vfork", vforks},
    {"spawn", spawns}, {"exec", execs}, {"raw-exec", raw_execs}, {"exec-handler", exec_in_handler}, {"exec-pending", exec_with_pending},
    {"tracer", tracer}, {"sealed", sealed}, {"filter", filter}, {"clone", clones}, {"setuid", set_user}, {"kernel", kernel_faults},
    {"on-demand", on_demand}, {"touch", just_touch}, {"unblock", unblock}};
  for (unsigned i = 0; i != sizeof(modes) / sizeof(*modes); ++i)
    if (!strcmp(argv[1], modes[i].name)) {
      modes[i].run();
      return 0;
    }
  return 77;
}
