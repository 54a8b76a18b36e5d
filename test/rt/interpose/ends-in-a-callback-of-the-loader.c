// A program ends while another thread is in a callback of dl_iterate_phdr, and
// so has a lock of the dynamic linker.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %gmon_clang -pthread %s -o program
// RUN: timeout 60 ./program exit && %calls program gmon.out | FileCheck %s
// RUN: rm gmon.out && timeout 60 ./program quick_exit
// RUN: %calls program gmon.out | FileCheck %s

// CHECK: <spontaneous> -> visit 1

#define _GNU_SOURCE
#include <link.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int is_visiting;

static int visit(struct dl_phdr_info *info, size_t size, void *data) {
  __atomic_store_n(&is_visiting, 1, __ATOMIC_SEQ_CST);
  for (;;)
    pause();
}

static void *run(void *unused) {
  dl_iterate_phdr(visit, NULL);
  return unused;
}

int main(int argc, char **argv) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  while (!__atomic_load_n(&is_visiting, __ATOMIC_SEQ_CST))
    usleep(1000);
  if (argc == 2 && strcmp(argv[1], "exit") == 0)
    exit(0);
  quick_exit(0);
}
