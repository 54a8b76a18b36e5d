# usage: fortran.sh LINKER MPI [OPTION [PROGRAM]]
#
# Compiles calls.F90, or PROGRAM.F90, with the Fortran wrapper of an MPI library, and links it with LINKER.
set -e
program=${4:-calls}
mpifort.$2 -w -fallow-argument-mismatch $3 -c "$(dirname "$0")/$program.F90" -o $program.o
libraries=$(mpifort.$2 -show | tr ' ' '\n' | grep -E '^-[lL]')
$1 $program.o $libraries -lgfortran -lm -o $program
