// A running program can write its profile to its usual file, another file or
// memory, and can reset it; also while profiling is stopped.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %gmon_clang -O0 -a -I%gmon_include %s -o program && ./program
// RUN: %calls program first | FileCheck %s --check-prefix=FIRST
// RUN: %calls program in-memory | FileCheck %s --check-prefix=FIRST
// RUN: %calls program stopped | FileCheck %s --check-prefix=STOPPED
// RUN: %calls program gmon.out | FileCheck %s --check-prefix=LAST
//
// FIRST: <spontaneous> -> main 1
// FIRST: main -> leaf 3
// FIRST: block leaf 3
//
// STOPPED-NOT: leaf
// STOPPED: {{^}}block main 0
// STOPPED-NOT: leaf {{[1-9]}}
//
// LAST-NOT: <spontaneous>
// LAST: main -> leaf 5
// LAST: block leaf 5

#include <errno.h>
#include <gmon/gmon.h>
#include <stdio.h>
#include <stdlib.h>

static void leaf(void) {}

static int write_buffer(const char *name) {
  char small[4] = "abc";
  size_t size = gmon_buffer(small, 0);
  if (!size || small[0] != 'a')
    return 1;
  char *buffer = malloc(size + 1);
  buffer[size] = 42;
  if (gmon_buffer(buffer, size) != size || buffer[size] != 42)
    return 2;
  FILE *file = fopen(name, "w");
  return fwrite(buffer, size, 1, file) != 1 || fclose(file) != 0;
}

int main(void) {
  for (int i = 0; i != 3; ++i)
    leaf();
  if (gmon_dump("first") != 0 || write_buffer("in-memory") != 0)
    return 1;
  errno = 0;
  if (gmon_dump("program/file") != -1 || errno != ENOTDIR)
    return 2;
  errno = EDOM;
  leaf();
  moncontrol(0);
  leaf();
  gmon_reset();
  if (gmon_dump("stopped") != 0 || gmon_dump(NULL) != 0 || errno != EDOM)
    return 3;
  moncontrol(1);
  leaf();
  leaf();
  gmon_reset();
  for (int i = 0; i != 5; ++i)
    leaf();
  return 0;
}
