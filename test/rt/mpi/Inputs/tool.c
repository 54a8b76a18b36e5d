/* Another tool that has functions in front of the MPI library's. */
#include <mpi.h>
#include <stdio.h>

static int num_barriers;

int MPI_Barrier(MPI_Comm communicator) {
  ++num_barriers;
  return PMPI_Barrier(communicator);
}

int MPI_Finalize(void) {
  int rank;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    printf("tool: %d barriers\n", num_barriers);
    fflush(stdout);
  }
  return PMPI_Finalize();
}
