//===-- strings.cpp - Functions of memory and strings ---------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The runtime's own copies of the C library's memory and string functions, for
// calls in its source and for calls that the compiler generates:
// base/hidden_names.h redirects both to these. The program's own memcpy could
// count its calls, or not be usable yet. Each function does what the C standard
// says, and is async-signal-safe.
//
//===----------------------------------------------------------------------===//

#include <stddef.h>
#include <stdint.h>

#define NAMED(name) __asm__("__gmon$" #name)

extern "C" {

void *copy(void *target, const void *source, size_t count) NAMED(memcpy);
void *move(void *target, const void *source, size_t count) NAMED(memmove);
void *fill(void *target, int value, size_t count) NAMED(memset);
int compare(const void *a, const void *b, size_t count) NAMED(memcmp);
size_t length(const char *text) NAMED(strlen);
int compare_strings(const char *a, const char *b) NAMED(strcmp);
int compare_starts(const char *a, const char *b, size_t most) NAMED(strncmp);
const char *find(const char *text, int wanted) NAMED(strchr);
const char *find_last(const char *text, int wanted) NAMED(strrchr);
const char *find_string(const char *text, const char *wanted) NAMED(strstr);
size_t length_of(const char *text, const char *set) NAMED(strspn);
size_t length_without(const char *text, const char *set) NAMED(strcspn);

void *copy(void *target, const void *source, size_t count) {
  auto *copied = static_cast<char *>(target);
  auto *bytes = static_cast<const char *>(source);
  size_t i = 0;
  for (uint64_t word; count - i >= sizeof(word); i += sizeof(word)) {
    __builtin_memcpy(&word, bytes + i, sizeof(word));
    __builtin_memcpy(copied + i, &word, sizeof(word));
  }
  for (; i != count; ++i)
    copied[i] = bytes[i];
  return target;
}

void *move(void *target, const void *source, size_t count) {
  if (target <= source)
    return copy(target, source, count);
  for (size_t i = count; i-- != 0;)
    static_cast<char *>(target)[i] = static_cast<const char *>(source)[i];
  return target;
}

void *fill(void *target, int value, size_t count) {
  auto *filled = static_cast<char *>(target);
  const uint64_t word = 0x0101010101010101 * static_cast<unsigned char>(value);
  size_t i = 0;
  for (; count - i >= sizeof(word); i += sizeof(word))
    __builtin_memcpy(filled + i, &word, sizeof(word));
  for (; i != count; ++i)
    filled[i] = char(value);
  return target;
}

int compare(const void *a, const void *b, size_t count) {
  auto *left = static_cast<const unsigned char *>(a);
  auto *right = static_cast<const unsigned char *>(b);
  for (size_t i = 0; i != count; ++i)
    if (left[i] != right[i])
      return left[i] - right[i];
  return 0;
}

size_t length(const char *text) {
  size_t result = 0;
  while (text[result])
    ++result;
  return result;
}

int compare_starts(const char *a, const char *b, size_t most) {
  for (size_t i = 0; i != most; ++i)
    if (a[i] != b[i] || !a[i])
      return static_cast<unsigned char>(a[i]) -
             static_cast<unsigned char>(b[i]);
  return 0;
}

int compare_strings(const char *a, const char *b) {
  return compare_starts(a, b, size_t(-1));
}

const char *find(const char *text, int wanted) {
  while (*text != char(wanted))
    if (!*text++)
      return nullptr;
  return text;
}

const char *find_last(const char *text, int wanted) {
  const char *last = nullptr;
  do
    if (*text == char(wanted))
      last = text;
  while (*text++);
  return last;
}

const char *find_string(const char *text, const char *wanted) {
  size_t count = length(wanted);
  for (; compare_starts(text, wanted, count) != 0; ++text)
    if (!*text)
      return nullptr;
  return text;
}

size_t length_of(const char *text, const char *set) {
  size_t result = 0;
  while (text[result] && find(set, text[result]))
    ++result;
  return result;
}

size_t length_without(const char *text, const char *set) {
  size_t result = 0;
  while (!find(set, text[result]))
    ++result;
  return result;
}

} // extern "C"
