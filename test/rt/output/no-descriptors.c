// If a program can open no file, the runtime prints one line, also to a pipe, and the program ends as usual.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %gmon_clang -O1 %s -o program
// RUN: %run ./program 2>&1 | FileCheck %s
// RUN: %run ./program 2> errors && FileCheck %s --input-file=errors
// CHECK: gmon: cannot write {{.*}}gmon.out: Too many open files

#include <sys/resource.h>

int main(void) {
  struct rlimit none = {0, 0};
  return setrlimit(RLIMIT_NOFILE, &none);
}
