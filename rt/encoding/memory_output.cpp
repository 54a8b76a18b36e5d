//===-- memory_output.cpp - A file in memory ------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "encoding/memory_output.h"

#include <errno.h>

namespace gmon {

static int append(output &to, const void *bytes, size_t size) {
  auto &list = static_cast<memory_output &>(to).list;
  return list.add_all(static_cast<const char *>(bytes), size) ? 0 : ENOMEM;
}

memory_output::memory_output() : output{append} {}

} // namespace gmon
