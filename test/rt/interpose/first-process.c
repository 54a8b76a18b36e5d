// abort() ends the first process of a container as without the runtime, also in a static program.
//
// REQUIRES: root
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %clang %s -static -o plain && %gmon_clang %s -static -o static && %gmon_clang %s -o dynamic
// RUN: sh -c 'unshare -pf ./plain; echo $?; unshare -pf ./static; echo $?; unshare -pf ./dynamic; echo $?' > out 2> err
// RUN: FileCheck %s < out
//
// CHECK: [[STATUS:[0-9]+]]
// CHECK-NEXT: [[STATUS]]
// CHECK-NEXT: [[STATUS]]

#include <stdlib.h>

int main(void) { abort(); }
