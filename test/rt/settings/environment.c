// Another thread changes the environment while the runtime makes the profile's
// name from it: setenv frees memory that getenv reads. The name that the
// program set is used.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %gmon_clang -O0 -pthread %s -o program
// RUN: %python %S/../Inputs/repeat.py 50 ./program
// RUN: ls name.* | count 50 && not ls gmon.out
//
// An environment that is gone at the end has no name.
//
// RUN: ./program gone && ls gmon.out

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static void *change(void *unused) {
  // Large strings and arrays: free() returns their memory to the kernel.
  static char large[200000];
  memset(large, 'x', sizeof(large) - 1);
  for (int i = 0;; ++i) {
    char name[32];
    snprintf(name, sizeof(name), "VARIABLE_%d", i % 2000);
    setenv(name, i % 7 ? "small" : large, 1);
    if (i % 5 == 0)
      unsetenv(name);
    if (i % 2000 == 1999) {
      clearenv();
      setenv("GMON_OUT_PREFIX", "name", 1);
    }
  }
  return 0;
}

int main(int argc, char **argv) {
  if (argc > 1) {
    extern char **environ;
    environ = mmap(0, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    munmap(environ, 4096);
    return 0;
  }
  setenv("GMON_OUT_PREFIX", "name", 1);
  pthread_t thread;
  pthread_create(&thread, 0, change, 0);
  usleep(5000);
  return 0;
}
