//===-- remote.h - What gmonctl says to a program ---------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program that may be controlled has a piece of memory mapped whose name is
// seen in /proc/PID/maps; only then does gmonctl send it a signal. The
// program's environment would not do: programs overwrite it to change their
// title.
//
// gmonctl writes a remote_message into a file without a name and queues SIGPROF
// for the program. The signal's value is the number of the file; who sent it
// and the number make the name /proc/PID/fd/NUMBER, by which the handler opens
// the file, does as it says, and writes the answer there. So there is no port
// and no thread, nothing is left in the file system, and who may not send a
// signal or open the file is kept out by the kernel.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_CONTROL_REMOTE_H
#define GMON_RT_CONTROL_REMOTE_H

#include <signal.h>
#include <stdint.h>

namespace gmon {

/// The name of the mapped memory, as memfd_create(2) takes it.
inline constexpr char remote_map_name[] = "gmonctl";

inline constexpr char remote_magic[8] = "gmonctl";
inline constexpr uint32_t remote_version = 1;
inline constexpr uint32_t remote_path_size = 4096;

/// The upper half of the signal's value; the lower one is the file's number.
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
  char path[remote_path_size]; ///< of dump: an absolute one, or empty
  // The answer.
  uint32_t answered; ///< not 0 if there is one
  int32_t error;     ///< 0 or an error number
  remote_status status;
};

/// Lets gmonctl find this process, and its children, or not any more. The
/// process is locked.
void allow_remote(bool allow);

/// Does what the message of the signal says. Returns false if the signal is not
/// from gmonctl. Async-signal-safe; takes the lock of the process.
bool obey_remote(const siginfo_t *info);

} // namespace gmon

#endif // GMON_RT_CONTROL_REMOTE_H
