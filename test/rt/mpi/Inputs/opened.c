/* A program, or with LIBRARY the library that it calls. */
#include <mpi.h>

int step(int i);

#ifdef LIBRARY
int step(int i) { return i + 1; }
#else
int main(int argc, char **argv) {
  int sum = 0;
  MPI_Init(&argc, &argv);
  for (int i = 0; i != 10; ++i)
    sum += step(i);
  MPI_Finalize();
  return sum != 55;
}
#endif
