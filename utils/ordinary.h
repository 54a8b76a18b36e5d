// What the ways of utils/ordinary.py share.

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/signalfd.h>
#endif
#ifdef __GLIBC__
#include <ucontext.h>
#endif

#define COUNTED __attribute__((noinline))
#define NUM_THREADS 3

extern char **environ;

struct way {
  const char *name; // null behind the last
  void (*run)(void);
};
extern const struct way thread_ways[];

extern char *self;            // the program
extern _Atomic int num_done;  // threads
extern _Atomic int num_ticks; // of timers, and signals of children

// Calls spin() for a part of a whole way.
void work(long part);
void threads(void);
void report(void);
void handle(int signal, void (*handler)(int), int flags);
void tick(int signal);
