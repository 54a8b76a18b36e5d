//===-- MpiNames.h - Names of MPI functions ---------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The MPI functions that the runtime measures: those of rt/mpi/calls.inc.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_NAMES_MPINAMES_H
#define GMON_ANALYZER_NAMES_MPINAMES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace gmon {

/// Returns their names in C, such as "MPI_Bcast".
llvm::ArrayRef<llvm::StringLiteral> measuredMpiFunctions();

/// Returns which of them \p Symbol is, in C, with the suffix _c of large
/// counts, or in Fortran, as in "mpi_bcast_" and "mpi_bcast_f08_"; or "".
llvm::StringRef measuredMpiFunction(llvm::StringRef Symbol);

} // namespace gmon

#endif // GMON_ANALYZER_NAMES_MPINAMES_H
