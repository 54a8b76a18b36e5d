/* Calls functions with arrays of counts, with four ranks: two buffers, and MPI_IN_PLACE. */
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv) {
  enum { size = 4, root = 1 };
  int rank, counts[size], places[size], unequal[size], starts[size], byte_places[size];
  static double from[64], to[64];
  MPI_Datatype own[size], other[size];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; i != size; ++i) {
    counts[i] = rank + i;
    places[i] = 16 * i;
    byte_places[i] = 16 * i * (int)sizeof(double);
    unequal[i] = i + 1;
    starts[i] = 8 * i;
    other[i] = rank % 2 ? MPI_DOUBLE : MPI_INT;
    own[i] = i % 2 ? MPI_DOUBLE : MPI_INT;
  }
  MPI_Alltoallv(from, counts, places, MPI_DOUBLE, to, counts, places, MPI_DOUBLE, MPI_COMM_WORLD);
  MPI_Alltoallv(MPI_IN_PLACE, NULL, NULL, MPI_DATATYPE_NULL, to, counts, places, MPI_INT,
                MPI_COMM_WORLD);
  MPI_Alltoallw(from, counts, byte_places, own, to, counts, byte_places, other, MPI_COMM_WORLD);
  MPI_Allgatherv(from, rank + 1, MPI_INT, to, unequal, starts, MPI_INT, MPI_COMM_WORLD);
  MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, to, unequal, starts, MPI_INT, MPI_COMM_WORLD);
  MPI_Gatherv(from, rank + 1, MPI_INT, to, unequal, starts, MPI_INT, root, MPI_COMM_WORLD);
  MPI_Gatherv(rank == root ? MPI_IN_PLACE : from, rank + 1, MPI_INT, to,
              rank == root ? unequal : NULL, starts, MPI_INT, root, MPI_COMM_WORLD);
  MPI_Scatterv(from, unequal, starts, MPI_INT, to, rank + 1, MPI_INT, root, MPI_COMM_WORLD);
  MPI_Scatterv(from, rank == root ? unequal : NULL, starts, MPI_INT,
               rank == root ? MPI_IN_PLACE : to, rank + 1, MPI_INT, root, MPI_COMM_WORLD);
  MPI_Reduce_scatter(from, to, unequal, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Request request;
  MPI_Ialltoallv(from, counts, places, MPI_DOUBLE, to, counts, places, MPI_DOUBLE, MPI_COMM_WORLD,
                 &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  /* One rank and three. */
  MPI_Comm half, both;
  int num_others = rank ? 1 : 3;
  MPI_Comm_split(MPI_COMM_WORLD, rank > 0, rank, &half);
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, rank > 0 ? 0 : 1, 3, &both);
  for (int i = 0; i != num_others; ++i)
    counts[i] = 1;
  MPI_Ialltoallv(from, counts, places, MPI_INT, to, counts, places, MPI_INT, both, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
