// Code before and after main is counted: static objects, and constructors and
// destructors of any priority.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %gmon_clangxx -O0 %s -o program && %run ./program
// RUN: %calls program gmon.out | FileCheck %s
// RUN: rm gmon.out
// RUN: %gmon_clangxx -O0 -static %s -o static && %run ./static
// RUN: %calls static gmon.out | FileCheck %s --check-prefix=STATIC
//
// CHECK-DAG: <spontaneous> -> at_exit 1
// CHECK-DAG: <spontaneous> -> before 1
// CHECK-DAG: <spontaneous> -> after 1
// CHECK-DAG: <spontaneous> -> main 1
// CHECK-DAG: before -> leaf 3
// CHECK-DAG: after -> leaf 5
// CHECK-DAG: at_exit -> leaf 7
// CHECK-DAG: _ZN6objectC2Ev -> leaf 11
// CHECK-DAG: _ZN6objectD2Ev -> leaf 13
//
// STATIC-DAG: before -> leaf 3
// STATIC-DAG: after -> leaf 5
// STATIC-DAG: at_exit -> leaf 7
// STATIC-DAG: _ZN6objectC2Ev -> leaf 11
// STATIC-DAG: _ZN6objectD2Ev -> leaf 13

#include <stdlib.h>

extern "C" {
void leaf() {}
}

#define REPEAT(n)                                                              \
  for (int i = 0; i != n; ++i)                                                 \
  leaf()

struct object {
  object() { REPEAT(11); }
  ~object() { REPEAT(13); }
} global;

extern "C" {
__attribute__((constructor(102))) void before() { REPEAT(3); }
__attribute__((destructor(102))) void after() { REPEAT(5); }
void at_exit() { REPEAT(7); }
}

int main() { atexit(at_exit); }
