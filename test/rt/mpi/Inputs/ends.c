/* Rank 1 ends two seconds after the others have come to MPI_Finalize; or, with "threads", all ranks
   have a thread that still runs after MPI_Finalize. */
#include <mpi.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

__attribute__((noinline)) static void step(void) { __asm__ volatile(""); }
__attribute__((noinline)) static void step_of_thread(void) { usleep(1000); }

static void *run(void *argument) {
  for (;;)
    step_of_thread();
  return argument;
}

int main(int argc, char **argv) {
  int rank, provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; i != 10; ++i)
    step();
  pthread_t thread;
  int has_thread = strcmp(argv[1], "threads") == 0;
  if (has_thread)
    pthread_create(&thread, NULL, run, NULL);
  else if (rank == 1)
    sleep(2);
  if (strcmp(argv[1], "abort") == 0 && rank == 1)
    abort();
  if (strcmp(argv[1], "kill") == 0 && rank == 1)
    raise(SIGKILL);
  if (strcmp(argv[1], "exit") == 0 && rank == 1)
    exit(0);
  MPI_Finalize();
  if (has_thread)
    usleep(200000);
  return 0;
}
