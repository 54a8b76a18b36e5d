//===-- table_reader.cpp - Bytes of tables --------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads bytes of mapped memory. The kernel copies others to a buffer.
//
//===----------------------------------------------------------------------===//

#include "frames/table_reader.h"
#include "frames/checked_memory.h"

namespace gmon {

bool table_reader::fill(size_t size) {
  size_t wanted = end - next;
  if (wanted > sizeof(buffer))
    wanted = sizeof(buffer);
  size_t read = read_checked(next, buffer, wanted);
  buffered_low = next;
  buffered_high = next + read;
  return read >= size;
}

void table_reader::read(void *target, size_t size) {
  if (is_failed || next > end || size > end - next) {
    is_failed = true;
    return;
  }
  if (next >= mapped.low && next < mapped.high && size <= mapped.high - next) {
    __builtin_memcpy(target, reinterpret_cast<const void *>(next), size);
  } else {
    bool is_buffered = next >= buffered_low && next < buffered_high &&
                       size <= buffered_high - next;
    if (!is_buffered && !fill(size)) {
      is_failed = true;
      return;
    }
    __builtin_memcpy(target, buffer + (next - buffered_low), size);
  }
  next += size;
}

void table_reader::skip(uint64_t size) {
  if (next > end || size > end - next)
    is_failed = true;
  else
    next += size;
}

uint64_t table_reader::unsigned_leb() {
  uint64_t value = 0;
  for (unsigned shift = 0;; shift += 7) {
    auto byte = number<uint8_t>();
    if (shift < 64)
      value |= uint64_t(byte & 0x7f) << shift;
    if (!(byte & 0x80))
      return is_failed ? 0 : value;
  }
}

int64_t table_reader::signed_leb() {
  uint64_t value = 0;
  unsigned shift = 0;
  uint8_t byte;
  do {
    byte = number<uint8_t>();
    if (shift < 64)
      value |= uint64_t(byte & 0x7f) << shift;
    shift += 7;
  } while (byte & 0x80);
  if ((byte & 0x40) && shift < 64)
    value |= ~uint64_t(0) << shift;
  return is_failed ? 0 : int64_t(value);
}

uintptr_t table_reader::address(uint8_t encoding, uintptr_t header) {
  using namespace pointer_encoding;
  if (encoding == omitted)
    return 0;
  if (encoding == aligned) {
    skip(-next & (sizeof(uintptr_t) - 1));
    return number<uintptr_t>();
  }
  uintptr_t self = next;
  uint64_t value = 0;
  switch (encoding & format) {
  case 0x00:
  case 0x04:
  case 0x0c:
    value = number<uint64_t>();
    break;
  case 0x01:
    value = unsigned_leb();
    break;
  case 0x02:
    value = number<uint16_t>();
    break;
  case 0x03:
    value = number<uint32_t>();
    break;
  case 0x09:
    value = uint64_t(signed_leb());
    break;
  case 0x0a:
    value = uint64_t(int64_t(number<int16_t>()));
    break;
  case 0x0b:
    value = uint64_t(int64_t(number<int32_t>()));
    break;
  default:
    is_failed = true;
  }
  // An address of 0 stands for none, relative to anything.
  if (is_failed || value == 0)
    return 0;
  switch (encoding & application) {
  case 0:
    break;
  case relative_to_self:
    value += self;
    break;
  case relative_to_header:
    value += header;
    break;
  default: // relative to text or to a function: no linker makes these
    is_failed = true;
    return 0;
  }
  if (encoding & indirect) {
    uintptr_t after = next, limit = end;
    next = value;
    end = value + sizeof(uintptr_t);
    value = number<uintptr_t>();
    next = after;
    end = limit;
  }
  return value;
}

} // namespace gmon
