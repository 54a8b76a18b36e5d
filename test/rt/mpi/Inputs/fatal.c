/* Rank 1 makes an error that the first argument names. A second one says that errors return. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

static char byte;

__attribute__((noinline)) static void step(void) { __asm__ volatile(""); }

static int send_to_nobody(MPI_Comm comm) { return MPI_Send(&byte, 1, MPI_CHAR, 77, 0, comm); }

static int send_to_nobody_by_copy(MPI_Comm of) {
  MPI_Comm copy;
  MPI_Comm_dup(of, &copy);
  return send_to_nobody(copy);
}

static int put_nowhere(void) {
  MPI_Win window;
  MPI_Win_create(&byte, 1, 1, MPI_INFO_NULL, MPI_COMM_SELF, &window);
  int error = MPI_Put(&byte, 1, MPI_CHAR, 77, 0, 1, MPI_CHAR, window);
  MPI_Win_free(&window);
  return error;
}

static int make_error(const char *how) {
  MPI_Datatype type = MPI_DATATYPE_NULL;
  if (strcmp(how, "world") == 0)
    return send_to_nobody(MPI_COMM_WORLD);
  if (strcmp(how, "self") == 0)
    return send_to_nobody(MPI_COMM_SELF);
  if (strcmp(how, "copy") == 0)
    return send_to_nobody_by_copy(MPI_COMM_SELF);
  if (strcmp(how, "null") == 0)
    return MPI_Barrier(MPI_COMM_NULL);
  if (strcmp(how, "type") == 0)
    return MPI_Type_commit(&type);
  if (strcmp(how, "window") == 0)
    return put_nowhere();
  return MPI_Comm_call_errhandler(MPI_COMM_WORLD, MPI_ERR_TAG);
}

int main(int argc, char **argv) {
  int rank;
  MPI_Errhandler handler;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (argc > 2)
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  for (int i = 0; i != 10; ++i)
    step();
  if (rank == 1) {
    int is_error = make_error(argv[1]) != MPI_SUCCESS;
    MPI_Comm_get_errhandler(MPI_COMM_SELF, &handler);
    printf("error %d, fatal %d\n", is_error, handler == MPI_ERRORS_ARE_FATAL);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
