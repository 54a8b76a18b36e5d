// The program that utils/ordinary.py runs. It works in the way that its
// argument names: in threads, children, handlers, with masks and timers. Each
// of its processes appends its calls of spin() and its CPU time to
// $ORDINARY_LOG.

#include "ordinary.h"

static _Atomic long num_calls;
static double base;
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
  int length =
      snprintf(line, sizeof(line), "%ld %f\n", num_calls, cpu() - base);
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
  int status;
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
  pid_t child;
  posix_spawn(&child, self, NULL, NULL, arguments, environ);
  work(2);
  await(child);
}

static void one(void) { work(1); }

// --- ends ---

static void ends_by_exit(void) { work(1), report(), _exit(3); }
static void ends_quickly(void) { work(1), report(), quick_exit(4); }
static void ends_by_term(void) { work(1), report(), raise(SIGTERM); }
static void aborts(void) { threads(), report(), abort(); }

static const struct way ways[] = {
    {"one", one},
    {"fork", forks},
    {"child-threads", child_threads},
    {"double-fork", double_fork},
    {"vfork-exec", vfork_exec},
    {"spawn", spawns},
    {"_exit", ends_by_exit},
    {"quick-exit", ends_quickly},
    {"term", ends_by_term},
    {"abort", aborts},
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
