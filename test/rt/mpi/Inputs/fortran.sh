# usage: fortran.sh LINKER MPI [OPTION]
#
# Compiles calls.F90 with the Fortran wrapper of an MPI library, and links it with LINKER.
set -e
mpifort.$2 -w -fallow-argument-mismatch $3 -c "$(dirname "$0")/calls.F90" -o calls.o
libraries=$(mpifort.$2 -show | tr ' ' '\n' | grep -E '^-[lL]')
$1 calls.o $libraries -lgfortran -lm -o calls
