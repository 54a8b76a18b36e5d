// Counts are exact where a call exits the program or jumps out of its caller:
// counts of the lines before the call and of its own line, whether its value is
// used or not.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %gmon_clang -g -a %s -o program && %run ./program
// RUN: %llvm_gprof -b -l -C program | FileCheck %s

#include <setjmp.h>
#include <stdlib.h>

static jmp_buf Back;

int leave(int How) {
  if (How == 1)
    longjmp(Back, 1);
  if (How == 2)
    exit(0);
  return How;
}

int useValue(int How) {
  int Result = 0;
  Result += leave(0);
  // CHECK-DAG: :[[#@LINE-1]]: (useValue:{{.*}}) 3 executions
  Result += leave(How);
  // CHECK-DAG: :[[#@LINE-1]]: (useValue:{{.*}}) 3 executions
  Result += 1;
  // CHECK-DAG: :[[#@LINE-1]]: (useValue:{{.*}}) 1 executions
  return Result;
}

void dropValue(int How) {
  leave(0);
  // CHECK-DAG: :[[#@LINE-1]]: (dropValue:{{.*}}) 2 executions
  useValue(How);
  // CHECK-DAG: :[[#@LINE-1]]: (dropValue:{{.*}}) 2 executions
}

int main(void) {
  int Sum = useValue(0);
  // CHECK-DAG: :[[#@LINE-1]]: (main:{{.*}}) 1 executions
  if (setjmp(Back) == 0)
    // CHECK-DAG: :[[#@LINE-1]]: (main:{{.*}}) 2 executions
    dropValue(1);
  // CHECK-DAG: :[[#@LINE-1]]: (main:{{.*}}) 1 executions
  Sum += 1;
  // CHECK-DAG: :[[#@LINE-1]]: (main:{{.*}}) 1 executions
  dropValue(2);
  // CHECK-DAG: :[[#@LINE-1]]: (main:{{.*}}) 1 executions
  return Sum;
}
