//===-- interface.cpp - What programs call --------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Defines the functions of gmon/gmon.h that C libraries do not define.
//
//===----------------------------------------------------------------------===//

#include "control/all_modules.h"
#include "control/control.h"
#include "gmon/gmon.h"
#include "output/snapshot.h"
#include "process/process.h"
#include "sampling/samples.h"
#include "settings/profile_name.h"

#include <errno.h>

using namespace gmon;

namespace {

/// Measures the size of a profile, and writes it if the buffer is large enough.
struct buffer_output : output {
  buffer_output(void *buffer, size_t size)
      : output{write_to_memory}, buffer(static_cast<char *>(buffer)),
        size(size) {}

  static int write_to_memory(output &self, const void *bytes, size_t count) {
    auto &file = static_cast<buffer_output &>(self);
    if (file.used <= file.size && count <= file.size - file.used)
      __builtin_memcpy(file.buffer + file.used, bytes, count);
    file.used += count;
    return 0;
  }

  char *buffer;
  size_t size;
  size_t used = 0;
};

} // namespace

extern "C" {

int gmon_dump(const char *path) noexcept {
  int saved = errno;
  if (!start())
    return -1;
  process_lock lock;
  int error = dump_all(path);
  errno = error ? error : saved;
  return error ? -1 : 0;
}

int gmon_label(const char *label) noexcept {
  int saved = errno;
  if (!start()) {
    errno = ENOMEM;
    return -1;
  }
  process_lock lock;
  // The child of a vfork has its parent's memory.
  if (!writes_set() || !is_this_process())
    return 0;
  int error = change_label(label ? label : "");
  errno = error ? error : saved;
  return error ? -1 : 0;
}

void gmon_reset(void) noexcept {
  int saved = errno;
  if (start()) {
    process_lock lock;
    reset_all();
  }
  errno = saved;
}

size_t gmon_buffer(void *buffer, size_t size) noexcept {
  int saved = errno;
  if (!start())
    return 0;
  process_lock lock;
  buffer_output file(buffer, size);
  int error = write_profile(file, process().stopped, 0);
  errno = error ? error : saved;
  return error ? 0 : file.used;
}
}

/// profil(3), under another name: the C library's header declares that its
/// buffer is never null, but a null buffer stops it.
extern "C" int __gmon_profil(unsigned short *buffer, size_t size, size_t offset,
                             unsigned int scale) __asm__("profil");

int __gmon_profil(unsigned short *buffer, size_t size, size_t offset,
                  unsigned int scale) {
  module_lock lock;
  if (!lock)
    return -1;
  set_user_bins(buffer, size, offset, scale);
  update_timer();
  return 0;
}
