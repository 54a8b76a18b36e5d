// The child of a vfork shares its parent's memory, and may make a thread's
// first instrumented call. Its calls are counted in the parent's profile, and
// the child writes no file.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %gmon_clang -O0 -pthread -Wno-deprecated-declarations %s -o program
// RUN: ./program && ls gmon.out* | count 1
// RUN: %calls program gmon.out | FileCheck %s
//
// CHECK: <spontaneous> -> main 1
// CHECK-NEXT: first -> in_parent 10
// CHECK-NEXT: first -> leaf 10
// CHECK-NEXT: main -> spawn 10
// CHECK-NEXT: spawn -> in_parent 10
// CHECK-NEXT: spawn -> leaf 20
// CHECK-NOT: ->

#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static void leaf(void) {}
static void in_parent(void) {}

static void spawn(void) {
  pid_t child = vfork();
  if (child == 0) {
    leaf();
    leaf();
    _exit(0);
  }
  in_parent();
  waitpid(child, 0, 0);
}

// Not instrumented, so that the thread's first hook runs in the child.
__attribute__((no_instrument_function)) static void *first(void *argument) {
  pid_t child = vfork();
  if (child == 0) {
    leaf();
    _exit(0);
  }
  in_parent();
  waitpid(child, 0, 0);
  return argument;
}

int main(void) {
  for (int i = 0; i != 10; ++i) {
    pthread_t thread;
    pthread_create(&thread, 0, first, 0);
    pthread_join(thread, 0);
    spawn();
  }
  return 0;
}
