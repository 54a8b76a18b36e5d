//===-- number.h - Numbers in texts -----------------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decimal numbers in the environment and in the kernel's files.
// Async-signal-safe.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_BASE_NUMBER_H
#define GMON_RT_BASE_NUMBER_H

#include <stdint.h>

namespace gmon {

/// Reads the decimal number at the beginning of `text`; `number` is 0 if there
/// is none, and the largest number if it is larger than that. Returns the text
/// behind it.
const char *read_number(const char *text, uint64_t &number);

/// Whether `text` is a decimal number up to `most`, which then is `number`.
bool is_number(const char *text, uint64_t most, uint64_t &number);

} // namespace gmon

#endif // GMON_RT_BASE_NUMBER_H
