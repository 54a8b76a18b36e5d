// Everything at once: threads that come and go, joined, detached, pooled, and
// alive at the end; children; signals all the time; libraries that are loaded
// and unloaded. Writes down what must have been counted, as calls.py prints it:
//
//   expected            this process
//   expected.children   all its children
//   expected.stay       libstay.so, here and in the children
//   expected.gone       libgone.so, whose profiles become gone.*
//
// usage: program THREADS AT_A_TIME CHILDREN
//
// What is compiled with NOT_COUNTED has no hooks.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define NOT_COUNTED __attribute__((no_instrument_function))
#define NOINLINE __attribute__((noinline))

enum { pool_size = 8, alive_size = 8, calls = 64, strides = 5 };

// Kilobytes. What the C library keeps varies.
enum { most_grown = 32768 };

// How often something was called. Of a child, or of all children, too.
struct counts {
  long workers, handled, ends, tasks, children, visits;
};

static struct counts own, *children;
static long finished, alive, lives, gone_visits;
static volatile int done;
static int num_threads, num_children;
static sem_t slots;
static pthread_key_t key;
static sigset_t signals;
static void (*stay_visit)(int);

NOT_COUNTED static void add(long *count, long amount) {
  __atomic_fetch_add(count, amount, __ATOMIC_SEQ_CST);
}

NOT_COUNTED static long read_count(long *count) {
  return __atomic_load_n(count, __ATOMIC_SEQ_CST);
}

NOT_COUNTED static void fail(const char *what) {
  fprintf(stderr, "stress: %s\n", what);
  _exit(1);
}

// --- what is counted ---

NOINLINE static void leaf(int x) { __asm__ volatile("" : "+r"(x)); }

// 64 calls from 64 addresses, so that the table of `leaf` grows several times.
#define CALLS_4 leaf(0), leaf(1), leaf(2), leaf(3)
#define CALLS_16 CALLS_4, CALLS_4, CALLS_4, CALLS_4
#define CALLS_64 CALLS_16, CALLS_16, CALLS_16, CALLS_16

// Indirectly, so that the compiler takes nothing over from one to the other.
#define SPREAD(i)                                                              \
  NOINLINE static void spread##i(int x) {                                      \
    leaf(x + i);                                                               \
    __asm__ volatile("" ::"i"(i));                                             \
  }
SPREAD(0)
SPREAD(1)
SPREAD(2) SPREAD(3) static void (*const volatile spreads[])(int) = {
    spread0, spread1, spread2, spread3};

static void handler(int number) {
  CALLS_64;
  spreads[0](number);
  add(&own.handled, 1);
}

NOINLINE static void work(void) {
  CALLS_64;
  for (int i = 0; i != 4; ++i)
    spreads[i](i);
  stay_visit(strides);
  add(&own.visits, 1);
  add(&own.workers, 1);
}

NOINLINE static void task(void) {
  CALLS_64;
  add(&own.tasks, 1);
}

NOINLINE static void child(void) {
  CALLS_64;
  add(&own.children, 1);
}

// The last code of a thread: after the destructors of other keys.
static void end(void *round) {
  if (round != (void *)PTHREAD_DESTRUCTOR_ITERATIONS) {
    pthread_setspecific(key, (char *)round + 1);
    leaf(0);
    return;
  }
  pthread_sigmask(SIG_BLOCK, &signals, 0);
  leaf(0);
  add(&own.ends, 1);
  add(&finished, 1);
  __asm__ volatile("");
}

// --- threads and children ---

NOT_COUNTED static void send_signals(int number, int clock, long period) {
  struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = number};
  struct itimerspec storm = {{0, period}, {0, period}};
  timer_t timer;
  if (timer_create(clock, &event, &timer) != 0 ||
      timer_settime(timer, 0, &storm, 0) != 0)
    fail("no timer");
}

NOT_COUNTED static void *run_in_child(void *argument) {
  work();
  return argument;
}

// Counts from zero, with signals, and with a thread of its own.
NOT_COUNTED static void run_child(int number) {
  memset(&own, 0, sizeof(own));
  if (number % 2)
    send_signals(SIGUSR1, CLOCK_MONOTONIC, 50000);
  pthread_sigmask(SIG_UNBLOCK, &signals, 0);
  child();
  if (number % 4 > 1) {
    pthread_t thread;
    pthread_create(&thread, 0, run_in_child, 0);
    pthread_join(thread, 0);
  }
  for (int i = 0; i != 200; ++i)
    child();
  pthread_sigmask(SIG_BLOCK, &signals, 0);
  add(&children->workers, own.workers);
  add(&children->handled, own.handled);
  add(&children->children, own.children);
  add(&children->visits, own.visits);
  _exit(0);
}

// Another child may have the same process id later. The library's profile is
// there only if the child has used the library.
NOT_COUNTED static void keep_profiles(int number, pid_t process) {
  char from[64], to[64];
  snprintf(from, sizeof(from), "gmon.out.%d", process);
  snprintf(to, sizeof(to), "gmon.out.%d.%d", process, number);
  if (rename(from, to) != 0)
    fail("a child has no profile");
  snprintf(from, sizeof(from), "gmon.out.%d.libstay.so", process);
  snprintf(to, sizeof(to), "gmon.out.%d.%d.libstay.so", process, number);
  rename(from, to);
}

NOT_COUNTED static void fork_child(int number) {
  sigset_t before;
  pthread_sigmask(SIG_BLOCK, &signals, &before);
  pid_t process = fork();
  if (process < 0)
    fail("no child");
  if (process == 0)
    run_child(number);
  pthread_sigmask(SIG_SETMASK, &before, 0);
  int status;
  if (waitpid(process, &status, 0) != process || status != 0)
    fail("a child died");
  keep_profiles(number, process);
}

NOT_COUNTED static void *run_worker(void *argument) {
  long number = (long)argument;
  pthread_setspecific(key, (void *)1);
  work();
  int step = num_threads / num_children;
  if (number % step == step / 2)
    fork_child((int)(number / step));
  if (number % 3 == 0)
    work();
  sem_post(&slots);
  return 0;
}

NOT_COUNTED static void *run_pooled(void *argument) {
  pthread_setspecific(key, (void *)1);
  while (!done) {
    task();
    if (own.tasks % 64 == 0)
      usleep(100);
  }
  return argument;
}

NOT_COUNTED static void *run_alive(void *argument) {
  pthread_setspecific(key, (void *)1);
  work();
  pthread_sigmask(SIG_BLOCK, &signals, 0);
  add(&alive, 1);
  for (;;)
    pause();
  return argument;
}

// --- libraries ---

static struct {
  sem_t go, done;
  void (*visit)(int);
} guest;

NOT_COUNTED static void visit_gone(void (*visit)(int)) {
  visit(strides);
  add(&gone_visits, 1);
}

// Knows the library through all its lives.
NOT_COUNTED static void *run_guest(void *argument) {
  for (;;) {
    sem_wait(&guest.go);
    if (!guest.visit)
      return argument;
    visit_gone(guest.visit);
    sem_post(&guest.done);
  }
}

// Knows it in one life only.
NOT_COUNTED static void *run_short_guest(void *visit) {
  visit_gone((void (*)(int))visit);
  return 0;
}

NOT_COUNTED static void *run_loader(void *argument) {
  while (!done) {
    void *gone = dlopen("./libgone.so", RTLD_NOW);
    if (!gone)
      fail(dlerror());
    guest.visit = (void (*)(int))dlsym(gone, "visit");
    visit_gone(guest.visit);
    sem_post(&guest.go);
    pthread_t thread;
    pthread_create(&thread, 0, run_short_guest, (void *)guest.visit);
    pthread_join(thread, 0);
    while (sem_wait(&guest.done) != 0) {
    }
    dlclose(gone);
    if (dlopen("./libgone.so", RTLD_NOW | RTLD_NOLOAD))
      fail("the library is still there");
    char name[64];
    snprintf(name, sizeof(name), "gone.%ld", ++lives);
    if (rename("gmon.out.libgone.so", name) != 0)
      fail("the library has no profile");
    void *stay = dlopen("./libstay.so", RTLD_NOW);
    ((void (*)(int))dlsym(stay, "visit"))(strides);
    add(&own.visits, 1);
    dlclose(stay);
    usleep(500);
  }
  guest.visit = 0;
  sem_post(&guest.go);
  return argument;
}

// --- what must have been counted ---

NOT_COUNTED static void write_counts(const char *name,
                                     const struct counts *of) {
  FILE *list = fopen(name, "w");
  if (!list)
    fail("cannot write what is expected");
  struct {
    const char *from, *self;
    long count;
  } arcs[] = {
      {"<other>", "child", of->children},
      {"<other>", "end", of->ends * PTHREAD_DESTRUCTOR_ITERATIONS},
      {"<other>", "handler", of->handled},
      {"<other>", "task", of->tasks},
      {"<other>", "work", of->workers},
      {"child", "leaf", of->children * calls},
      {"end", "leaf", of->ends * PTHREAD_DESTRUCTOR_ITERATIONS},
      {"handler", "leaf", of->handled * calls},
      {"handler", "spread0", of->handled},
      {"spread0", "leaf", of->workers + of->handled},
      {"spread1", "leaf", of->workers},
      {"spread2", "leaf", of->workers},
      {"spread3", "leaf", of->workers},
      {"task", "leaf", of->tasks * calls},
      {"work", "leaf", of->workers * calls},
      {"work", "spread0", of->workers},
      {"work", "spread1", of->workers},
      {"work", "spread2", of->workers},
      {"work", "spread3", of->workers},
  };
  long leaves = 0;
  for (size_t i = 0; i != sizeof(arcs) / sizeof(*arcs); ++i) {
    if (arcs[i].count)
      fprintf(list, "%s -> %s %ld\n", arcs[i].from, arcs[i].self,
              arcs[i].count);
    if (strcmp(arcs[i].self, "leaf") == 0)
      leaves += arcs[i].count;
  }
  fprintf(list, "block leaf %ld\n", leaves);
  fclose(list);
}

NOT_COUNTED static void write_visits(const char *name, long visits) {
  FILE *list = fopen(name, "w");
  if (!list)
    fail("cannot write what is expected");
  fprintf(list, "<other> -> visit %ld\n", visits);
  fprintf(list, "stride -> step %ld\n", visits * strides);
  fprintf(list, "visit -> stride %ld\n", visits * strides);
  fprintf(list, "block step %ld\n", visits * strides);
  fclose(list);
}

/// Kilobytes in memory.
NOT_COUNTED static long resident(void) {
  long size, pages = 0;
  FILE *status = fopen("/proc/self/statm", "r");
  if (!status || fscanf(status, "%ld %ld", &size, &pages) != 2)
    fail("no statm");
  fclose(status);
  return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

// --- the run ---

NOT_COUNTED static void start(pthread_t *thread, void *run(void *),
                              void *argument) {
  pthread_t forgotten;
  pthread_attr_t detached;
  pthread_attr_init(&detached);
  pthread_attr_setstacksize(&detached, 128 << 10);
  if (!thread)
    pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
  if (pthread_create(thread ? thread : &forgotten, &detached, run, argument) !=
      0)
    fail("no thread");
  pthread_attr_destroy(&detached);
}

/// Half of the threads are joined by the next one, half are detached.
NOT_COUNTED static void run_workers(long first, long last) {
  pthread_t thread, *joined = 0;
  for (long number = first; number != last; ++number) {
    sem_wait(&slots);
    if (number % 2) {
      start(0, run_worker, (void *)number);
      continue;
    }
    if (joined)
      pthread_join(thread, 0);
    joined = &thread;
    start(joined, run_worker, (void *)number);
  }
  if (joined)
    pthread_join(thread, 0);
}

int main(int count, char **arguments) NOT_COUNTED;
int main(int count, char **arguments) {
  if (count != 4)
    return 2;
  num_threads = atoi(arguments[1]);
  num_children = atoi(arguments[3]);
  sem_init(&slots, 0, (unsigned)atoi(arguments[2]));
  sem_init(&guest.go, 0, 0);
  sem_init(&guest.done, 0, 0);
  pthread_key_create(&key, end);
  children = mmap(0, sizeof(*children), PROT_READ | PROT_WRITE,
                  MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  void *stay = dlopen("./libstay.so", RTLD_NOW);
  if (!stay)
    fail(dlerror());
  stay_visit = (void (*)(int))dlsym(stay, "visit");

  struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};
  sigaction(SIGUSR1, &action, 0);
  sigaction(SIGUSR2, &action, 0);
  sigemptyset(&signals);
  sigaddset(&signals, SIGUSR1);
  sigaddset(&signals, SIGUSR2);
  send_signals(SIGUSR1, CLOCK_MONOTONIC, 100000);
  send_signals(SIGUSR2, CLOCK_PROCESS_CPUTIME_ID, 1000000);

  pthread_t pool[pool_size], loader, visitor;
  start(&loader, run_loader, 0);
  start(&visitor, run_guest, 0);
  for (int i = 0; i != pool_size; ++i)
    start(&pool[i], run_pooled, 0);
  for (int i = 0; i != alive_size; ++i)
    start(0, run_alive, 0);
  // Signals are for the other threads.
  pthread_sigmask(SIG_BLOCK, &signals, 0);

  run_workers(0, num_threads / 2);
  long before = resident();
  run_workers(num_threads / 2, num_threads);
  done = 1;
  pthread_join(loader, 0);
  pthread_join(visitor, 0);
  for (int i = 0; i != pool_size; ++i)
    pthread_join(pool[i], 0);
  while (read_count(&alive) != alive_size ||
         read_count(&finished) != num_threads + pool_size)
    usleep(1000);
  long grown = resident() - before;

  write_counts("expected", &own);
  write_counts("expected.children", children);
  write_visits("expected.stay", own.visits + children->visits);
  write_visits("expected.gone", gone_visits);
  printf("%d threads, %d children, %ld lives of a library, %ld signals\n",
         num_threads, num_children, lives, own.handled + children->handled);
  printf("memory grew by %ld KB in the second half\n", grown);
  if (grown > most_grown)
    fail("memory grew");
  return 0;
}
