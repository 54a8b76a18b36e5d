! Calls by each of Fortran's three interfaces: mpif.h, mpi (MODULE) and mpi_f08 (F08).
program calls
#ifdef F08
  use mpi_f08
  type(MPI_Comm) :: half
  type(MPI_Request) :: requests(2)
#else
#ifdef MODULE
  use mpi
#else
  include 'mpif.h'
#endif
  integer :: half, requests(2)
#endif
  integer :: error, rank, ranks, i, x(100), y(1000)
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)
  call MPI_Comm_split(MPI_COMM_WORLD, mod(rank, 2), rank, half, error)
  x = rank
  do i = 1, 10
    call MPI_Barrier(half, error)
    call MPI_Allreduce(x, y, 100, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, error)
    if (i == 1 .and. rank == 0) print *, 'sum', y(1), y(100)
    call MPI_Allreduce(MPI_IN_PLACE, y, 100, MPI_INTEGER, MPI_SUM, half, error)
    call MPI_Bcast(x, 100, MPI_INTEGER, 0, half, error)
    call MPI_Gather(x, 10, MPI_INTEGER, y, 10, MPI_INTEGER, 0, MPI_COMM_WORLD, error)
    call MPI_Irecv(y, 100, MPI_INTEGER, mod(rank + ranks - 1, ranks), 1, MPI_COMM_WORLD, requests(1), error)
    call MPI_Isend(x, 100, MPI_INTEGER, mod(rank + 1, ranks), 1, MPI_COMM_WORLD, requests(2), error)
    call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE, error)
  end do
#ifdef F08
  call MPI_Barrier(half)
#else
  call MPI_Barrier(half, error)
#endif
  call MPI_Finalize(error)
end program
