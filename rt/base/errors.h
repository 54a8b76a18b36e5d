//===-- errors.h - Texts of error numbers -----------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Replaces strerror() for signal handlers. strerror() translates, so it takes
// locks and calls malloc: in a handler it could wait for the thread that was
// interrupted. Async-signal-safe.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_BASE_ERRORS_H
#define GMON_RT_BASE_ERRORS_H

#include "base/text.h"

#include <errno.h>
#include <string.h>

namespace gmon {

/// The texts of errors, each behind its number, without pointers or padding.
struct error_texts {
  char bytes[720] = {};

  constexpr error_texts() {
    constexpr struct {
      int number;
      const char *text;
    } known[] = {
        {EPERM, "Operation not permitted"},
        {ENOENT, "No such file or directory"},
        {EIO, "Input/output error"},
        {ENXIO, "No such device or address"},
        {EBADF, "Bad file descriptor"},
        {EAGAIN, "Resource temporarily unavailable"},
        {ENOMEM, "Cannot allocate memory"},
        {EACCES, "Permission denied"},
        {EFAULT, "Bad address"},
        {EBUSY, "Device or resource busy"},
        {EEXIST, "Not a regular file"},
        {EXDEV, "Invalid cross-device link"},
        {ENODEV, "No such device"},
        {ENOTDIR, "Not a directory"},
        {EISDIR, "Is a directory"},
        {EINVAL, "Invalid argument"},
        {ENFILE, "Too many open files in system"},
        {EMFILE, "Too many open files"},
        {ETXTBSY, "Text file busy"},
        {EFBIG, "File too large"},
        {ENOSPC, "No space left on device"},
        {EROFS, "Read-only file system"},
        {EMLINK, "Too many links"},
        {EPIPE, "Broken pipe"},
        {ENAMETOOLONG, "File name too long"},
        {ENOSYS, "Function not implemented"},
        {ELOOP, "Too many levels of symbolic links"},
        {EOVERFLOW, "Value too large for defined data type"},
        {EOPNOTSUPP, "Operation not supported"},
        {ESTALE, "Stale file handle"},
        {EDQUOT, "Disk quota exceeded"},
    };
    char *end = bytes;
    for (const auto &error : known) {
      *end++ = char(error.number);
      for (const char *c = error.text; *c; ++c)
        *end++ = *c;
      *end++ = 0;
    }
  }
};

/// Returns the C library's English text for `error`; EEXIST is that of a name
/// that means a pipe, a device or a socket. For errors that file operations
/// rarely return, writes "error NUMBER" to `room` and returns that.
inline const char *error_text(int error, text<32> &room) {
  static constexpr error_texts known;
  for (const char *entry = known.bytes; *entry; entry += strlen(entry) + 1)
    if (*entry == error)
      return entry + 1;
  room.clear();
  room << "error " << uint64_t(error);
  return room.c_str();
}

} // namespace gmon

#endif // GMON_RT_BASE_ERRORS_H
