// A thread of the program may wait for signals that all threads block, those of
// faults too. The runtime unblocks none of them while it prepares new threads.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %gmon_clang -O1 -pthread %s -o program
// RUN: %run ./program 300
// RUN: env GMON_OPTIONS=sampler=thread %run ./program 300
// RUN: env GMON_OPTIONS=sampler=thread:hz=1000:event=time,page-faults %run ./program 300

#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static sigset_t all;
static sem_t has_received;
static int has_ended;

static void *wait_for_signals(void *unused) {
  int signal;
  do {
    if (sigwait(&all, &signal) != 0)
      abort();
    sem_post(&has_received);
  } while (signal != SIGTERM);
  return unused;
}

static void *end_at_once(void *unused) { return unused; }

static void *create_threads(void *unused) {
  while (!__atomic_load_n(&has_ended, __ATOMIC_ACQUIRE)) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, end_at_once, NULL) != 0)
      abort();
    pthread_join(thread, NULL);
  }
  return unused;
}

static void send(int signal) {
  kill(getpid(), signal);
  while (sem_wait(&has_received) != 0) {
  }
}

int main(int argc, char **argv) {
  const int signals[] = {SIGTRAP, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGSYS};
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, NULL);
  sem_init(&has_received, 0, 0);
  pthread_t waiting, creating;
  pthread_create(&waiting, NULL, wait_for_signals, NULL);
  pthread_create(&creating, NULL, create_threads, NULL);
  for (int times = atoi(argv[argc - 1]); times; --times)
    for (unsigned i = 0; i != sizeof(signals) / sizeof(*signals); ++i)
      send(signals[i]);
  __atomic_store_n(&has_ended, 1, __ATOMIC_RELEASE);
  pthread_join(creating, NULL);
  send(SIGTERM);
  pthread_join(waiting, NULL);
  return 0;
}
