/* Measures MPI_Finalize: each rank prints its rank, the elapsed seconds that MPI_Finalize took, by how many
   KiB the memory of the process grew in it at most, and the CPU seconds of the process in it. Before, the ranks walk at random through
   1024 functions, which makes many arcs and stacks. The arguments: the number of walks, and the number of bytes that each rank
   writes to one file by MPI's means: that time is part of MPI_Finalize's. */
#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum { num_functions = 1024 };
static unsigned seed = 1;
static unsigned next_random(void) { return (seed = seed * 1103515245 + 12345) >> 16; }

static void (*const functions[num_functions])(int depth);
static volatile int work;

#define F1(name)                                                                                     \
  __attribute__((noinline)) static void name(int depth) {                                            \
    for (int i = 0; i != 100; ++i)                                                                   \
      ++work;                                                                                        \
    if (depth)                                                                                       \
      functions[next_random() % num_functions](depth - 1);                                           \
    ++work;                                                                                          \
  }
#define F4(name) F1(name##0) F1(name##1) F1(name##2) F1(name##3)
#define F16(name) F4(name##0) F4(name##1) F4(name##2) F4(name##3)
#define F64(name) F16(name##0) F16(name##1) F16(name##2) F16(name##3)
#define F256(name) F64(name##0) F64(name##1) F64(name##2) F64(name##3)
F256(f0) F256(f1) F256(f2) F256(f3)

#define N1(name) name,
#define N4(name) N1(name##0) N1(name##1) N1(name##2) N1(name##3)
#define N16(name) N4(name##0) N4(name##1) N4(name##2) N4(name##3)
#define N64(name) N16(name##0) N16(name##1) N16(name##2) N16(name##3)
#define N256(name) N64(name##0) N64(name##1) N64(name##2) N64(name##3)
static void (*const functions[num_functions])(int) = {N256(f0) N256(f1) N256(f2) N256(f3)};

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + 1e-9 * time.tv_nsec;
}

static double seconds_of(struct timeval time) { return time.tv_sec + 1e-6 * time.tv_usec; }

/* Returns the CPU seconds of the process until now. */
static double cpu_time(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
}

/* Returns a number of /proc/self/status, in KiB. */
static long status(const char *name) {
  char line[256];
  long value = -1;
  FILE *file = fopen("/proc/self/status", "r");
  while (file && fgets(line, sizeof(line), file))
    if (strncmp(line, name, strlen(name)) == 0)
      value = atol(line + strlen(name));
  fclose(file);
  return value;
}

/* Sets the high-water mark to what the process uses now. */
static void reset_mark(void) {
  FILE *file = fopen("/proc/self/clear_refs", "w");
  fputs("5", file);
  fclose(file);
}

/* Writes behind the ranks before this one, and learns whether all could. */
static void write_by_mpi(long size) {
  long offset = 0;
  char *bytes = malloc(size);
  memset(bytes, 1, size);
  MPI_Exscan(&size, &offset, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
  int file = open("by-mpi", O_RDWR | O_CREAT, 0666);
  int error = pwrite(file, bytes, size, offset) != size, all;
  close(file);
  MPI_Allreduce(&error, &all, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  free(bytes);
}

int main(int argc, char **argv) {
  int rank;
  long size = argc > 2 ? atol(argv[2]) : 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0, end = argc > 1 ? atoi(argv[1]) : 0; i != end; ++i)
    functions[i % num_functions](15);
  MPI_Barrier(MPI_COMM_WORLD);
  reset_mark();
  long before = status("VmRSS:");
  double start = now(), cpu_start = cpu_time();
  if (size)
    write_by_mpi(size);
  MPI_Finalize();
  double seconds = now() - start, cpu_seconds = cpu_time() - cpu_start;
  printf("%d %.6f %ld %.6f\n", rank, seconds, status("VmHWM:") - before, cpu_seconds);
  return 0;
}
