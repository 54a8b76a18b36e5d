//===-- job_pieces.h - Files that processes send in pieces ------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The messages of a job: a file has any number of them, and neither end has it
// whole in memory for that.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_CONTROL_JOB_PIECES_H
#define GMON_RT_CONTROL_JOB_PIECES_H

#include "encoding/field_reader.h"
#include "encoding/output.h"
#include "encoding/pieces_buffer.h"
#include "gmon/job.h"
#include "process/process.h"

#include <errno.h>

namespace gmon {

/// A file's messages have this size, but for the last one, which is smaller.
inline constexpr size_t piece_size = size_t(1) << 16;

/// A piece that is sent or dropped.
inline constinit char any_piece[piece_size] = {};

/// Receives a message of known size.
template <typename Message>
int receive(Message &to, int rank, const gmon_job &job) {
  size_t size = sizeof(to);
  int error = job.receive(rank, &to, &size);
  return error || size == sizeof(to) ? error : EIO;
}

/// While the process is not locked: MPI libraries create threads.
struct process_unlock {
  process_unlock() { process_lock::release(); }
  ~process_unlock() { process_lock::acquire(); }
};

/// Sends a file in pieces. The process is locked, but not meanwhile.
class sent_file : public output {
public:
  sent_file(int rank, const gmon_job &job)
      : output{take}, rank(rank), job(job) {
    is_passed_on = true;
  }

  /// Sends the last piece. Returns 0 or an error number.
  int finish() { return send(); }

private:
  static int take(output &to, const void *bytes, size_t count) {
    auto &self = static_cast<sent_file &>(to);
    auto *from = static_cast<const char *>(bytes);
    while (count) {
      fill_up(any_piece, piece_size, self.used, from, count);
      if (self.used == piece_size)
        if (int error = self.send())
          return error;
    }
    return 0;
  }

  int send() {
    process_unlock unlocked;
    int error = job.send(rank, any_piece, used);
    used = 0;
    return error;
  }

  int rank;
  const gmon_job &job;
  size_t used = 0;
};

/// Receives a file in pieces. The process is locked, but not meanwhile.
class received_file : public file_pieces {
public:
  received_file(int rank, const gmon_job &job)
      : file_pieces{receive_more}, rank(rank), job(job) {}

  /// Drops the pieces that were not needed: their sender waits. Returns 0 or an
  /// error number.
  int finish() {
    for (size_t size; !is_complete;)
      (void)receive_piece(any_piece, size);
    return error;
  }

private:
  static bool receive_more(file_pieces &of, file_bytes &left, uint64_t count) {
    return static_cast<received_file &>(of).extend(left, count);
  }

  bool extend(file_bytes &left, uint64_t count) {
    constexpr uint64_t most = uint64_t(1) << 32;
    if (is_complete || count > most)
      return false;
    char *to = buffer.make_room(left, count + piece_size);
    if (!to)
      return false;
    while (left.size < count) {
      size_t size;
      if (is_complete || !receive_piece(to + left.size, size))
        return false;
      left.size += size;
    }
    return true;
  }

  bool receive_piece(char *to, size_t &size) {
    process_unlock unlocked;
    size = piece_size;
    error = job.receive(rank, to, &size);
    is_complete = error || size != piece_size;
    return !error;
  }

  int rank;
  const gmon_job &job;
  pieces_buffer buffer;
  bool is_complete = false;
  int error = 0; ///< of a message
};

} // namespace gmon

#endif // GMON_RT_CONTROL_JOB_PIECES_H
