//===-- scratch_list.cpp - A list in scratch memory -----------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What lists do with their memory, whatever their items are.
//
//===----------------------------------------------------------------------===//

#include "base/scratch_list.h"

namespace gmon {

scratch_memory::scratch_memory() = default;

bool scratch_memory::grow(size_t item_size, size_t larger) {
  void *grown =
      capacity ? remap_scratch(memory, capacity * item_size, larger * item_size)
               : map_scratch(larger * item_size);
  if (!grown)
    return false;
  memory = grown;
  capacity = larger;
  return true;
}

void scratch_memory::release(size_t item_size) {
  unmap_scratch(memory, capacity * item_size);
}

} // namespace gmon
