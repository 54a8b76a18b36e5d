/* A job in which the last rank but one has most of the work of one function, while the others wait for
   it. The arguments: milliseconds of work, the number of barriers. */
#include <mpi.h>
#include <stdlib.h>
#include <time.h>

/* Uses CPU time. */
#define WORK(name)                                                                     \
  __attribute__((noinline)) static void name(double ms) {                              \
    struct timespec now;                                                               \
    double end = 0;                                                                    \
    do {                                                                               \
      for (volatile int i = 0; i < 200000; ++i)                                        \
        ;                                                                              \
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);                                    \
      double time = 1e3 * now.tv_sec + 1e-6 * now.tv_nsec;                             \
      if (!end)                                                                        \
        end = time + ms;                                                               \
      if (time >= end)                                                                 \
        return;                                                                        \
    } while (1);                                                                       \
  }

WORK(balanced)
WORK(unbalanced)
__attribute__((noinline)) static void counted(void) { __asm__ volatile(""); }

int main(int argc, char **argv) {
  double ms = atof(argv[1]);
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int i = 0, end = atoi(argv[2]); i != end; ++i) {
    balanced(ms);
    unbalanced(rank == size - 2 ? 6 * ms : ms);
    for (int k = rank == 1 ? 40 : 10; k; --k)
      counted();
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
