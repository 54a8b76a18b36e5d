//===-- remote.h - What gmonctl says to a program ---------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program that may be controlled maps memory whose name is visible in
// /proc/PID/maps. gmonctl sends signals only to such programs. The environment
// is no reliable mark: programs overwrite theirs to change their titles.
//
// gmonctl writes a remote_message into an unnamed file and queues a signal
// for the program. The signal's value is the file's descriptor in gmonctl. The
// sender's id and the descriptor make the name /proc/PID/fd/NUMBER. The handler
// opens that file, obeys the message, and writes the answer there. So no port
// and no thread is needed, nothing stays in the file system, and the kernel
// decides who may send the signal and open the file.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_CONTROL_REMOTE_H
#define GMON_RT_CONTROL_REMOTE_H

#include <signal.h>
#include <stdint.h>

namespace gmon {

/// The name of the mapped memory, for memfd_create(2).
inline constexpr char remote_map_name[] = "gmonctl";

inline constexpr char remote_magic[8] = "gmonctl";
inline constexpr uint32_t remote_version = 1;
inline constexpr uint32_t remote_path_size = 4096;

/// The signal, tick_signal: threads do not block it.
inline constexpr int remote_signal = 33;

/// The upper half of the signal's value; the lower half is the descriptor.
inline constexpr uint32_t remote_value = 0x676d6f6e;

enum class remote_command : uint32_t { status, start, stop, dump, reset };

struct remote_status {
  uint64_t samples;
  uint64_t calls;
  uint32_t samples_per_second;
  uint32_t modules;
  uint32_t stopped;
  uint32_t reserved;
};

struct remote_message {
  char magic[8];
  uint32_t version;
  remote_command command;
  char path[remote_path_size]; ///< for dump: an absolute path, or empty
  // The answer.
  uint32_t answered; ///< not 0 if there is one
  int32_t error;     ///< 0 or an error number
  remote_status status;
};

/// Allows or forbids gmonctl to find this process and its children. The process
/// is locked.
void allow_remote(bool allow);

/// Obeys the message of the signal. Returns false if gmonctl did not send the
/// signal. Async-signal-safe; takes the lock of the process.
bool obey_remote(const siginfo_t *info, const void *context);

} // namespace gmon

#endif // GMON_RT_CONTROL_REMOTE_H
