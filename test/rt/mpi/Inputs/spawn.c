/* Spawns two more processes, and then one. */
#include <mpi.h>

__attribute__((noinline)) static void step(void) { __asm__ volatile(""); }

int main(int argc, char **argv) {
  MPI_Comm parent, children;
  MPI_Init(&argc, &argv);
  MPI_Comm_get_parent(&parent);
  for (int count = parent == MPI_COMM_NULL ? 2 : 0; count; --count)
    MPI_Comm_spawn(argv[0], MPI_ARGV_NULL, count, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &children,
                   MPI_ERRCODES_IGNORE);
  for (int i = parent == MPI_COMM_NULL ? 10 : 7; i; --i)
    step();
  MPI_Finalize();
  return 0;
}
