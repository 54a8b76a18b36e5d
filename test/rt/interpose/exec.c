// The sampling timer does not survive exec: SIGPROF would end the next program,
// which has no handler.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %gmon_clang -O0 %s -o program && ./program | FileCheck %s
//
// CHECK: done

#include <unistd.h>

int main(void) {
  execlp("sh", "sh", "-c",
         "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done; echo done",
         (char *)0);
  return 1;
}
