// A function that returns a struct keeps the struct's address in memory, and
// blocks of unoptimized code load it first. These loads belong to no line; the
// counts still belong to the lines that follow.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %gmon_clang -g -a %s -o program && %run ./program
// RUN: %llvm_gprof -b -l -C program | FileCheck %s

struct Sum {
  long Parts[5];
};

struct Sum add(int Count) {
  struct Sum Result = {{0}};
  for (int I = 0; I < Count; I++) {
    Result.Parts[I % 5] += I;
    // CHECK-DAG: :[[#@LINE-1]]: (add:{{.*}}) 30 executions
  }
  Result.Parts[1] += 1;
  // CHECK-DAG: :[[#@LINE-1]]: (add:{{.*}}) 3 executions
  if (Count == 10) {
    Result.Parts[2] += 1;
    // CHECK-DAG: :[[#@LINE-1]]: (add:{{.*}}) 3 executions
  }
  return Result;
}

int main(void) {
  long Total = 0;
  for (int I = 0; I < 3; I++)
    Total += add(10).Parts[2];
  return Total != 3 * (2 + 7 + 1);
}
