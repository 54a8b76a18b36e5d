/* Rank 1 makes the errors that the arguments name. Others of them: the threads may all call MPI (`threads`),
   errors return (`return`), or come to a handler of the program (`own`). */
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static char byte;
static int is_fatal = 1;

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
  if (!is_fatal)
    MPI_Win_set_errhandler(window, MPI_ERRORS_RETURN);
  int error = MPI_Put(&byte, 1, MPI_CHAR, 77, 0, 1, MPI_CHAR, window);
  MPI_Win_free(&window);
  return error;
}

static void *send_often(void *error) {
  for (int i = 0; i != 100; ++i)
    *(int *)error = send_to_nobody(MPI_COMM_WORLD);
  return NULL;
}

static int send_by_threads(void) {
  pthread_t threads[4];
  int errors[4], result = MPI_SUCCESS;
  for (int i = 0; i != 4; ++i)
    pthread_create(&threads[i], NULL, send_often, &errors[i]);
  for (int i = 0; i != 4; ++i) {
    pthread_join(threads[i], NULL);
    result = errors[i];
  }
  return result;
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
  if (strcmp(how, "several") == 0)
    return send_by_threads();
  if (strcmp(how, "handler") == 0)
    return MPI_Comm_call_errhandler(MPI_COMM_WORLD, MPI_ERR_TAG);
  return MPI_SUCCESS;
}

static void handle(MPI_Comm *communicator, int *error, ...) { printf("handler\n"); }

static int has_argument(char **argv, const char *name) {
  while (*++argv)
    if (strcmp(*argv, name) == 0)
      return 1;
  return 0;
}

int main(int argc, char **argv) {
  int rank, level;
  MPI_Errhandler handler = MPI_ERRORS_RETURN;
  MPI_Init_thread(&argc, &argv, has_argument(argv, "threads") ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE, &level);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  is_fatal = !has_argument(argv, "return") && !has_argument(argv, "own");
  if (has_argument(argv, "own"))
    MPI_Comm_create_errhandler(handle, &handler);
  if (!is_fatal) {
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, handler);
  }
  for (int i = 0; i != 10; ++i)
    step();
  for (char **argument = argv + 1; rank == 1 && *argument; ++argument)
    printf("%s: error %d\n", *argument, make_error(*argument) != MPI_SUCCESS);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
