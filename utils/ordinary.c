// The program that utils/ordinary.py runs. It works in the way that its
// argument names: in threads, children, handlers, with masks and timers. Each
// of its processes appends its calls of spin(), its CPU time and whether it is
// a child by fork() to $ORDINARY_LOG.

#include "ordinary.h"
#if __has_include(<linux/filter.h>)
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#endif

static _Atomic long num_calls;
static double base;
static pid_t first_process; // of this program
static volatile uint64_t state = 1;
char *self;
static long amount = 12000; // calls of a whole way

COUNTED static void spin(void) {
  ++num_calls;
  for (int i = 0; i < 10000; ++i)
    state = state * 6364136223846793005u + 1;
}

void work(long part) {
  for (long i = 0; i < amount / part; ++i)
    spin();
}

static double cpu(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void begin(void) {
  num_calls = 0;
  base = cpu();
}

void report(void) {
  char line[80];
  int length = snprintf(line, sizeof(line), "%ld %f %d\n", num_calls,
                        cpu() - base, getpid() != first_process);
  int file = open(getenv("ORDINARY_LOG"), O_WRONLY | O_APPEND | O_CREAT, 0666);
  if (write(file, line, (size_t)length) != length)
    abort();
  close(file);
}

static void in_child(void) {
  begin();
  work(2);
  report();
}

// --- children ---

static void await(pid_t child) {
  int status = 0; // if there is none: qemu-user executes no program
  while (waitpid(child, &status, 0) < 0 && errno == EINTR)
    ;
  printf("child: %x\n", status);
}

static void forks(void) {
  handle(SIGCHLD, tick, SA_RESTART);
  for (int i = 0; i < 2; ++i) {
    pid_t child = fork();
    if (!child) {
      in_child();
      exit(i);
    }
    work(4);
    await(child);
  }
}

static void child_threads(void) {
  pid_t child = fork();
  if (!child) {
    begin();
    threads();
    report();
    _exit(3);
  }
  await(child);
}

static void double_fork(void) {
  int pipes[2];
  char byte;
  if (pipe(pipes))
    abort();
  pid_t child = fork();
  if (!child) {
    if (!fork())
      in_child();
    else
      begin(), report();
    exit(0);
  }
  close(pipes[1]);
  await(child);
  work(2);
  while (read(pipes[0], &byte, 1) < 0)
    ;
}

static void vfork_exec(void) {
  pid_t child = vfork();
  if (!child) {
    execl(self, self, "one", NULL);
    _exit(127);
  }
  work(2);
  await(child);
}

static void spawns(void) {
  char *arguments[] = {self, "threads", NULL};
  pid_t child = -1;
  posix_spawn(&child, self, NULL, NULL, arguments, environ);
  work(2);
  await(child);
}

static void spawns_with_attributes(void) {
  char *arguments[] = {self, "alone-blocks", NULL};
  posix_spawnattr_t attributes;
  sigset_t all;
  pid_t child = -1;
  sigfillset(&all);
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setsigmask(&attributes, &all);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK |
                                            POSIX_SPAWN_SETSIGDEF |
                                            POSIX_SPAWN_SETPGROUP);
  posix_spawn(&child, self, NULL, &attributes, arguments, environ);
  work(2);
  await(child);
}

// Becomes a daemon, as libraries do it.
static void daemonizes(void) {
  for (int i = 0; i < 2; ++i) {
    pid_t child = fork();
    if (child) {
      work(4);
      report();
      _exit(child < 0);
    }
    begin();
    setsid();
  }
  threads();
}

// The C library's function. The kernel tells the CPU time of the process that
// ends there to nobody, so that process does nothing.
static void daemon_of_library(void) {
  report();
  if (daemon(1, 1))
    abort();
  begin();
  threads();
}

static void one(void) { work(1); }

// --- ends ---

static void ends_by_exit(void) { work(1), report(), _exit(3); }
static void ends_quickly(void) { work(1), report(), quick_exit(4); }
static void ends_by_term(void) { work(1), report(), raise(SIGTERM); }
static void aborts(void) { threads(), report(), abort(); }

#ifdef SECCOMP_MODE_FILTER
// Installs a filter of system calls, and goes on without a profile.
static void filters(void) {
  struct sock_filter allow = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  struct sock_fprog program = {1, &allow};
  handle(SIGUSR1, tick, 0);
  threads();
  report();
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
      prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program))
    abort();
  threads();
  raise(SIGUSR1);
  printf("signals: %d\n", num_ticks);
  pid_t child = fork();
  if (!child)
    work(4), raise(SIGTERM);
  await(child);
  exit(6);
}
#endif

static const struct way ways[] = {
    {"one", one},
    {"fork", forks},
    {"child-threads", child_threads},
    {"double-fork", double_fork},
    {"vfork-exec", vfork_exec},
    {"spawn", spawns},
    {"spawn-attributes", spawns_with_attributes},
    {"daemonizes", daemonizes},
    {"daemon", daemon_of_library},
    {"_exit", ends_by_exit},
    {"quick-exit", ends_quickly},
    {"term", ends_by_term},
    {"abort", aborts},
#ifdef SECCOMP_MODE_FILTER
    {"filter", filters},
#endif
    {NULL, NULL},
};

static const struct way *find_way(const char *name) {
  for (const struct way *way = ways; way->name; ++way)
    if (!strcmp(way->name, name))
      return way;
  for (const struct way *way = thread_ways; way->name; ++way)
    if (!strcmp(way->name, name))
      return way;
  return NULL;
}

// What gmonctl is to do before the way: the arguments behind its name.
static void obey(char **orders) {
  char id[20];
  snprintf(id, sizeof(id), "%d", getpid());
  for (; *orders; ++orders) {
    char *tool = getenv("ORDINARY_GMONCTL"),
         *arguments[] = {tool, id, *orders, NULL};
    pid_t child;
    int status;
    if (!*tool)
      continue; // the plain program
    if (posix_spawn(&child, tool, NULL, NULL, arguments, environ))
      abort();
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
      ;
    if (status)
      abort();
    if (!strcmp(*orders, "reset"))
      begin();
  }
}

int main(int num_arguments, char **arguments) {
  self = arguments[0];
  first_process = getpid();
  begin();
  if (num_arguments < 2) {
    for (const struct way *way = ways; way->name; ++way)
      puts(way->name);
    for (const struct way *way = thread_ways; way->name; ++way)
      puts(way->name);
    return 0;
  }
  setvbuf(stdout, NULL, _IONBF, 0);
  const struct way *way = find_way(arguments[1]);
  if (!way)
    return 2;
  work(20);
  obey(arguments + 2);
  way->run();
  report();
  return 0;
}
