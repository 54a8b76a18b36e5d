// Counts its calls in a file of its own, too: sets.py compares.
//
// usage: sets COUNTS CALLS FUNCTION
//
// COUNTS is a file of 24 bytes: the number of calls of the function that began,
// and that returned, and whether main() returned. FUNCTION is "ends" or
// "killed": which of two functions is called. Each call makes seven calls of a
// twig.

#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static volatile uint64_t *counts;

#define BRANCH(OF)                                                             \
  __attribute__((noinline)) int twig_##OF(int x) {                             \
    __asm__ volatile("");                                                      \
    return x * 3 + 1;                                                          \
  }                                                                            \
  __attribute__((noinline)) int branch_##OF(int x) {                           \
    for (int i = 0; i != 7; ++i)                                               \
      x = twig_##OF(x);                                                        \
    return x;                                                                  \
  }
BRANCH(of_ending)
BRANCH(of_killed)

int main(int argc, char **argv) {
  if (argc != 4)
    return 2;
  int fd = open(argv[1], O_RDWR);
  counts = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (fd < 0 || counts == MAP_FAILED)
    return 2;
  close(fd);
  int calls = atoi(argv[2]), is_killed = strcmp(argv[3], "killed") == 0;
  for (int i = 0; i != calls; ++i) {
    ++counts[0];
    if (is_killed)
      branch_of_killed(i);
    else
      branch_of_ending(i);
    ++counts[1];
    if (is_killed && i % 64 == 0)
      usleep(100);
  }
  counts[2] = 1;
  return 0;
}
