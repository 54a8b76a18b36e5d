// A program may define functions with the names of the C library's string
// functions. The runtime calls none of them.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %gmon_clang -O0 -fno-builtin %s -o program && %run ./program
// RUN: %calls program gmon.out | FileCheck %s
// RUN: env GMON_OPTIONS=out=p:threads=1:checkpoint=1:signals=1 %run ./program
// RUN: %calls program p | FileCheck %s
// CHECK-NOT: {{mem|str}}
// CHECK: main -> memcpy 2
// CHECK-NEXT: main -> memset 1
// CHECK-NEXT: main -> strlen 1
// CHECK-NOT: {{mem|str}}
#include <stddef.h>

void *memcpy(void *to, const void *from, size_t count) {
  for (size_t i = 0; i != count; ++i)
    ((char *)to)[i] = ((const char *)from)[i];
  return to;
}
void *memmove(void *to, const void *from, size_t count) {
  return memcpy(to, from, count);
}
void *memset(void *to, int value, size_t count) {
  for (size_t i = 0; i != count; ++i)
    ((char *)to)[i] = (char)value;
  return to;
}
int memcmp(const void *a, const void *b, size_t count) {
  for (size_t i = 0; i != count; ++i)
    if (((const char *)a)[i] != ((const char *)b)[i])
      return 1;
  return 0;
}
size_t strlen(const char *text) {
  size_t length = 0;
  while (text[length])
    ++length;
  return length;
}
char *strchr(const char *text, int wanted) {
  for (; *text != (char)wanted; ++text)
    if (!*text)
      return NULL;
  return (char *)text;
}
char *strrchr(const char *text, int wanted) {
  char *last = NULL;
  for (; *text; ++text)
    if (*text == (char)wanted)
      last = (char *)text;
  return last;
}
int strcmp(const char *a, const char *b) {
  while (*a && *a == *b)
    ++a, ++b;
  return *a - *b;
}
int strncmp(const char *a, const char *b, size_t most) {
  for (; most && *a && *a == *b; --most)
    ++a, ++b;
  return most ? *a - *b : 0;
}

int main(void) {
  char text[8], other[8];
  memset(text, 0, sizeof(text));
  memcpy(text, "text", 5);
  memcpy(other, text, sizeof(text));
  return strlen(other) != 4;
}
