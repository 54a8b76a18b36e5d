//===-- checksum.h - CRC-32 -------------------------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The checksum of files that are written in place, and of the sidecar file.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_ENCODING_CHECKSUM_H
#define GMON_RT_ENCODING_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

namespace gmon {

/// Returns the next state of the CRC-32 that zlib uses, after some bytes. The
/// first state has all bits set; the checksum is the inverse of the last state.
uint32_t add_to_checksum(uint32_t state, const char *bytes, size_t count);

/// Does the same for bytes whose own checksum is known, in time O(log(count)).
uint32_t add_known_to_checksum(uint32_t state, uint32_t checksum, size_t count);

} // namespace gmon

#endif // GMON_RT_ENCODING_CHECKSUM_H
