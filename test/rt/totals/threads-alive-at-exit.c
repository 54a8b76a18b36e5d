// The profile contains the counts of threads that are alive at exit, and calls
// by a thread's last destructors.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %gmon_clang -O0 -pthread %s -o program && %run ./program
// RUN: %calls program gmon.out | FileCheck %s
//
// CHECK-DAG: <spontaneous> -> at_thread_end 4
// CHECK-DAG: at_thread_end -> leaf 4
// CHECK-DAG: endless -> leaf 1000

#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

static pthread_key_t key;
static sem_t ready;

static void leaf(void) {}

/// Sets its key anew, so that it is called in each of the four rounds.
static void at_thread_end(void *value) {
  pthread_setspecific(key, value);
  leaf();
}

static void *brief(void *argument) {
  pthread_setspecific(key, &key);
  return argument;
}

static void *endless(void *argument) {
  for (int i = 0; i != 1000; ++i)
    leaf();
  sem_post(&ready);
  for (;;)
    pause();
  return argument;
}

int main(void) {
  pthread_t thread;
  sem_init(&ready, 0, 0);
  pthread_key_create(&key, at_thread_end);
  pthread_create(&thread, 0, brief, 0);
  pthread_join(thread, 0);
  pthread_create(&thread, 0, endless, 0);
  sem_wait(&ready);
  return 0;
}
