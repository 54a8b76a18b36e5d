/* A job whose ranks exchange the ends of an array, and do unequal work. The first
   argument says what happens otherwise. */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

static double cells[20000];
enum { last = sizeof(cells) / sizeof(*cells) - 1 };

__attribute__((noinline)) static void step(void) {
  for (int i = 1; i < last; ++i)
    cells[i] = 0.25 * (cells[i - 1] + 2 * cells[i] + cells[i + 1]);
  __asm__ volatile("" ::: "memory");
}

__attribute__((noinline)) static void exchange(int rank, int size) {
  MPI_Sendrecv(&cells[last - 1], 1, MPI_DOUBLE, (rank + 1) % size, 1, cells, 1,
               MPI_DOUBLE, (rank + size - 1) % size, 1, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
}

int main(int argc, char **argv) {
  const char *how = argc > 1 ? argv[1] : "";
  if (strcmp(how, "no-mpi") == 0)
    return 0;
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  cells[5] = rank;
  for (int i = 0; i != 10; ++i) {
    exchange(rank, size);
    for (int k = 0; k != (rank == 2 ? 10 : 1); ++k)
      step();
  }
  if (strcmp(how, "abort-job") == 0 && rank == 1)
    MPI_Abort(MPI_COMM_WORLD, 3);
  if (strcmp(how, "abort") == 0 && rank == 1)
    abort();
  if (strcmp(how, "exit") == 0)
    exit(0);
  MPI_Finalize();
  if (strcmp(how, "late") == 0 && rank == 1)
    for (int i = 0; i != 7; ++i)
      step();
  return 0;
}
