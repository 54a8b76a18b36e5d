//===-- checked_memory.cpp - Memory that may be unmapped ------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// To try an address, asks for something that cannot be: the kernel looks at
// the argument in memory first (EFAULT), and then at the other arguments
// (EINVAL). That is many times faster than process_vm_readv, and nobody
// forbids it.
//
//===----------------------------------------------------------------------===//

#include "frames/checked_memory.h"
#include "base/system.h"
#include "libc/environment.h"

#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>

namespace gmon {

/// Ways to try an address.
enum class trial : uint8_t { unknown, none, signal_mask, limits };

static trial way = trial::signal_mask;
static bool is_search_forbidden;

/// Returns -EFAULT if the kernel cannot read 8 bytes at `address`, and -EINVAL
/// if it can.
static long try_address(trial candidate, uintptr_t address) {
  if (candidate == trial::signal_mask)
    return raw_syscall(SYS_rt_sigprocmask, ~0L, long(address), 0, 8);
  return raw_syscall(SYS_prlimit64, 0, INT32_MAX, long(address & ~uintptr_t(8)),
                     0);
}

/// Finds a way that works here. Another thread may do the same.
static trial find_way() {
  alignas(16) static const uint64_t something[2] = {};
  static constexpr trial ways[] = {trial::signal_mask, trial::limits};
  for (trial candidate : ways)
    if (try_address(candidate, reinterpret_cast<uintptr_t>(something)) ==
            -EINVAL &&
        try_address(candidate, 16) == -EFAULT)
      return candidate;
  return trial::none;
}

void prepare_checks() {
  // Valgrind would report each trial as an error of the program.
  way = is_under_valgrind() ? trial::none : trial::unknown;
  is_search_forbidden = way == trial::none;
}

bool may_search() { return !is_search_forbidden; }

bool can_read(uintptr_t address) {
  address &= ~uintptr_t(7);
  if (way == trial::unknown)
    way = find_way();
  if (way != trial::none)
    return try_address(way, address) == -EINVAL;
  char byte;
  iovec local = {&byte, 1};
  iovec remote = {reinterpret_cast<void *>(address), 1};
  return raw_syscall(SYS_process_vm_readv, raw_syscall(SYS_getpid),
                     kernel::address(&local), 1, kernel::address(&remote), 1,
                     0) == 1;
}

/// Copies bytes of one page.
static size_t read_page(uintptr_t address, char *target, size_t size) {
  static bool is_forbidden; // by a container or an emulator
  iovec local = {target, size};
  iovec remote = {reinterpret_cast<void *>(address), size};
  long read = __atomic_load_n(&is_forbidden, __ATOMIC_RELAXED)
                  ? -ENOSYS
                  : raw_syscall(SYS_process_vm_readv, raw_syscall(SYS_getpid),
                                kernel::address(&local), 1,
                                kernel::address(&remote), 1, 0);
  if (read >= 0)
    return size_t(read);
  if (read == -EFAULT)
    return 0;
  __atomic_store_n(&is_forbidden, true, __ATOMIC_RELAXED);
  if (!can_read(address))
    return 0;
  for (size_t i = 0; i != size; ++i)
    target[i] = reinterpret_cast<const volatile char *>(address)[i];
  return size;
}

size_t read_checked(uintptr_t address, void *target, size_t size) {
  size_t done = 0;
  while (done != size) {
    size_t left = page_size - (address + done) % page_size;
    if (left > size - done)
      left = size - done;
    size_t read =
        read_page(address + done, static_cast<char *>(target) + done, left);
    done += read;
    if (read != left)
      break;
  }
  return done;
}

} // namespace gmon
