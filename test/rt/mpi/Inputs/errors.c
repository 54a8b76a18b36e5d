/* Errors, and a jump out of an error handler: what the program sees, and what it calls after it. */
#include <mpi.h>
#include <setjmp.h>
#include <stdio.h>

static jmp_buf out;
static int num_errors, is_jump;

static void handle(MPI_Comm *communicator, int *error, ...) {
  ++num_errors;
  if (is_jump)
    longjmp(out, 1);
}

static void print(const char *what, int error) {
  int class;
  MPI_Error_class(error, &class);
  printf("%s: %s, %d\n", what,
         class == MPI_ERR_RANK   ? "rank"
         : class == MPI_ERR_COMM ? "communicator"
         : class == MPI_ERR_TYPE ? "type"
                                 : "?",
         num_errors);
  num_errors = 0;
}

int main(int argc, char **argv) {
  char byte = 0;
  int rank;
  MPI_Errhandler handler;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_create_errhandler(handle, &handler);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
  if (rank == 0) {
    print("send", MPI_Send(&byte, 1, MPI_CHAR, 77, 0, MPI_COMM_WORLD));
    print("barrier", MPI_Barrier(MPI_COMM_NULL));
    print("send", MPI_Send(&byte, 1, MPI_DATATYPE_NULL, 1, 0, MPI_COMM_WORLD));
    is_jump = 1;
    if (!setjmp(out))
      MPI_Send(&byte, 1, MPI_CHAR, 77, 0, MPI_COMM_WORLD);
    printf("jumped, %d\n", num_errors);
  }
  for (int i = 0; i != 3; ++i)
    MPI_Barrier(MPI_COMM_SELF);
  MPI_Finalize();
  return 0;
}
