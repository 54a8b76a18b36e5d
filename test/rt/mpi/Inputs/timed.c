/* Measures its own MPI calls by MPI_Wtime, on three communicators: world, halves and self. Writes a
   line for each function and communicator size: the number of calls, and the time in seconds, of all
   ranks. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
enum { most = 64 };
static struct { const char *name; int size; double calls, time; } table[most];
static int used;
static void count(const char *name, int size, double time) {
  int i = 0;
  while (i != used && (strcmp(table[i].name, name) || table[i].size != size))
    ++i;
  if (i == used) {
    table[used].name = name;
    table[used++].size = size;
  }
  table[i].calls += 1;
  table[i].time += time;
}
#define TIME(size, name, ...)                                                          \
  do {                                                                                 \
    double start = MPI_Wtime();                                                        \
    name(__VA_ARGS__);                                                                 \
    count(#name, size, MPI_Wtime() - start);                                           \
  } while (0)

static void work(int rank, int i) {
  struct timespec pause = {0, ((rank * 7 + i * 3) % 5) * 1000000};
  nanosleep(&pause, NULL);
}

int main(int argc, char **argv) {
  int rank, size, times = argc > 1 ? atoi(argv[1]) : 20;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm half;
  TIME(size, MPI_Comm_split, MPI_COMM_WORLD, rank % 2, rank, &half);
  MPI_Comm all[] = {MPI_COMM_WORLD, half, MPI_COMM_SELF};
  double a[1000] = {0}, b[1000];
  static double many[64 * 100], more[64 * 100];
  for (int i = 0; i != times; ++i)
    for (int k = 0; k != 3; ++k) {
      int my, n;
      MPI_Comm_rank(all[k], &my);
      MPI_Comm_size(all[k], &n);
      work(rank, i);
      TIME(n, MPI_Barrier, all[k]);
      work(rank, i + 1);
      TIME(n, MPI_Allreduce, a, b, 1000, MPI_DOUBLE, MPI_SUM, all[k]);
      work(rank, i + 2);
      TIME(n, MPI_Bcast, a, 1000, MPI_DOUBLE, i % n, all[k]);
      work(rank, i + 3);
      TIME(n, MPI_Alltoall, many, 100, MPI_DOUBLE, more, 100, MPI_DOUBLE, all[k]);
      work(rank, i + 4);
      MPI_Request request[2];
      TIME(n, MPI_Irecv, b, 1000, MPI_DOUBLE, (my + n - 1) % n, 5, all[k], &request[0]);
      TIME(n, MPI_Isend, a, 1000, MPI_DOUBLE, (my + 1) % n, 5, all[k], &request[1]);
      TIME(0, MPI_Waitall, 2, request, MPI_STATUSES_IGNORE);
      if (n > 1 && my < n / 2 * 2) {
        if (my % 2)
          TIME(n, MPI_Recv, b, 1000, MPI_DOUBLE, my - 1, 6, all[k], MPI_STATUS_IGNORE);
        else
          TIME(n, MPI_Ssend, a, 1000, MPI_DOUBLE, my + 1, 6, all[k]);
      }
    }
  PMPI_Barrier(MPI_COMM_WORLD);
  /* Ranks may lack a function: each row is added up by its name. */
  static const char *names[] = {"MPI_Comm_split", "MPI_Barrier", "MPI_Allreduce", "MPI_Bcast", "MPI_Alltoall",
                                "MPI_Irecv", "MPI_Isend", "MPI_Waitall", "MPI_Recv", "MPI_Ssend"};
  for (unsigned k = 0; k != sizeof(names) / sizeof(*names); ++k)
    for (int n = 0; n <= size; ++n) {
      double mine[2] = {0, 0}, sum[2];
      for (int i = 0; i != used; ++i)
        if (table[i].size == n && !strcmp(table[i].name, names[k])) {
          mine[0] = table[i].calls;
          mine[1] = table[i].time;
        }
      PMPI_Reduce(mine, sum, 2, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
      if (rank == 0 && sum[0] > 0)
        printf("%s %d %.0f %.9f\n", names[k], n, sum[0], sum[1]);
    }
  MPI_Finalize();
  return 0;
}
