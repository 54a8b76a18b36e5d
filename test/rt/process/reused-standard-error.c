// The runtime never writes messages to a file that the program opened under the
// descriptor of standard error. It writes them to a log, opened for appending.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %gmon_clang -O0 %s -o program
// RUN: env GMON_OPTIONS=verbose=1 ./program data
// RUN: ls gmon.out && echo precious | cmp - data
// RUN: env GMON_OPTIONS=verbose=1 sh -c './program data 2>&-'
// RUN: echo precious | cmp - data
// RUN: env GMON_OPTIONS=verbose=1 ./program log append
// RUN: FileCheck %s < log
//
// CHECK:      precious
// CHECK-NEXT: gmon: wrote {{.*}}/gmon.out
// CHECK-NEXT: gmon: wrote {{.*}}/stacks.gmon.out
// CHECK-NOT:  {{.}}

#include <fcntl.h>
#include <unistd.h>

int main(int argc, char **argv) {
  close(2);
  int flags = O_RDWR | O_CREAT | (argc > 2 ? O_APPEND : O_TRUNC);
  return open(argv[1], flags, 0666) != 2 || write(2, "precious\n", 9) != 9;
}
