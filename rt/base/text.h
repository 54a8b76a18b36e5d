//===-- text.h - Text without malloc ----------------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builds names and messages. Async-signal-safe.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_BASE_TEXT_H
#define GMON_RT_BASE_TEXT_H

#include <limits.h>
#include <stddef.h>
#include <stdint.h>

namespace gmon {

/// Text that is cut off at its capacity; is_cut() then returns true.
template <size_t Capacity> class text {
public:
  void clear() {
    used = 0;
    cut = false;
    characters[0] = 0;
  }

  text &operator<<(char character) {
    if (used + 1 < Capacity) {
      characters[used++] = character;
      characters[used] = 0;
    } else {
      cut = true;
    }
    return *this;
  }

  text &operator<<(const char *added) {
    while (*added)
      *this << *added++;
    return *this;
  }

  text &operator<<(uint64_t number) {
    char digits[20];
    int count = 0;
    do
      digits[count++] = char('0' + number % 10);
    while (number /= 10);
    while (count)
      *this << digits[--count];
    return *this;
  }

  /// Adds at least one space, and more up to `column`.
  text &pad_to(size_t column) {
    do
      *this << ' ';
    while (used < column && !cut);
    return *this;
  }

  /// Ends the line. If the text is full, the newline replaces its last
  /// character.
  void end_line() {
    if (used + 1 >= Capacity)
      --used;
    *this << '\n';
  }

  const char *c_str() const { return characters; }
  size_t size() const { return used; }
  bool is_cut() const { return cut; }

private:
  // In front: a short text touches one page.
  size_t used = 0;
  bool cut = false;
  char characters[Capacity] = {};
};

using path = text<PATH_MAX>;

/// The part of a file's name behind its folder.
inline const char *last_part(const char *name) {
  const char *last = name;
  for (; *name; ++name)
    if (*name == '/')
      last = name + 1;
  return last;
}

/// Makes the name of a file in the folder of `name`: `start` and the last part
/// of `name`, or of another name.
inline void name_beside(path &result, const char *name, const char *start,
                        const char *last) {
  result.clear();
  for (const char *end = last_part(name); name != end; ++name)
    result << *name;
  result << start << last;
}

} // namespace gmon

#endif // GMON_RT_BASE_TEXT_H
