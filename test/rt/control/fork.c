// The child of a fork starts from zero, is sampled, and writes its own file.
// The parent's file is complete.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %gmon_clang -O0 -a -I%S/../Inputs %s -o program && %run ./program
// RUN: ls | FileCheck %s --check-prefix=FILES
// RUN: %calls program gmon.out | FileCheck %s --check-prefix=PARENT
// RUN: mv gmon.out parent
// RUN: %calls program gmon.out.* | FileCheck %s
// RUN: %samples program gmon.out.* | FileCheck %s --check-prefix=SAMPLES
//
// FILES: {{^gmon.out$}}
// FILES-NEXT: {{^gmon.out.[0-9]+$}}
// FILES-NOT: {{^gmon}}
// FILES: {{^stacks.gmon.out$}}
// FILES-NEXT: {{^stacks.gmon.out.[0-9]+$}}
// FILES-NOT: gmon
//
// PARENT: <spontaneous> -> main 1
// PARENT: main -> in_both 7
// PARENT: main -> in_parent 2
// PARENT-NOT: ->
// PARENT: block in_both 7
//
// What the child returns from was called before the fork.
// CHECK-NOT: -> main
// CHECK: main -> burn 1
// CHECK-NEXT: main -> in_both 5
// CHECK-NEXT: main -> in_child 3
// CHECK-NOT: ->
// CHECK: block in_both 5
// CHECK: block in_parent 0
//
// SAMPLES: burn {{[1-9]}}

#include "burn.h"

#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static void in_both(void) {}
static void in_parent(void) {}
static void in_child(void) {}

static void burn(void) { burn_until_sampled(1); }

int main(void) {
  for (int i = 0; i != 7; ++i)
    in_both();
  pid_t child = fork();
  if (child == 0) {
    for (int i = 0; i != 5; ++i)
      in_both();
    for (int i = 0; i != 3; ++i)
      in_child();
    burn();
    return 0;
  }
  in_parent();
  in_parent();
  int status;
  waitpid(child, &status, 0);
  return status;
}
