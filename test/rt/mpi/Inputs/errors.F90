! An error that returns, or is fatal (FATAL), by mpi or mpi_f08 (F08).
program errors
#ifdef F08
  use mpi_f08
#else
  use mpi
#endif
  integer :: error, level, byte, class
  call MPI_Init_thread(MPI_THREAD_MULTIPLE, level, error)
#ifndef FATAL
  call MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN, error)
#endif
  call MPI_Send(byte, 1, MPI_INTEGER, 77, 0, MPI_COMM_WORLD, error)
  call MPI_Error_class(error, class, level)
  print *, 'rank error:', class == MPI_ERR_RANK
  call MPI_Finalize(error)
end program
