// Bins have 32 bits. In the file, where they have 16, a larger count takes
// several records of the same range, which gprof adds up.
//
// REQUIRES: gprof
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %clangxx -std=c++20 -O1 %rt_include %s %gmon_rt -Wl,-u,__gmon_start -o program
// RUN: ./program
// RUN: %gmon_to_text --program program gmon.out | FileCheck %s
// RUN: gprof -b -p program | FileCheck %s --check-prefix=GPROF
// RUN: ./program alone
// RUN: gprof -b -p program | FileCheck %s --check-prefix=MILLION
// RUN: %llvm_gprof -b -p program | FileCheck %s --check-prefix=MILLION
//
// Cells of 16 bins, code being at the start of one: the first, of three bins,
// is there once more for the rest of the million, 14 times for bins of 65535.
// CHECK:      histogram code code+0x20 16 100 seconds s
// CHECK-NEXT: bin 1 5
// CHECK-NEXT: bin 11 65535
// CHECK-NEXT: bin 12 65535
// CHECK-COUNT-14: histogram code code+0x20 16 100 seconds s{{$[[:space:]]}}bin 12 65535{{$}}
// CHECK-NEXT: histogram code code+0x20 16 100 seconds s
// CHECK-NEXT: bin 12 16975
// What lies far away.
// CHECK-NEXT: histogram code+0x100 code+0x120 16 100 seconds s
// CHECK-NEXT: bin 0 1
//
// GPROF: 10655.41 10655.41 {{.*}}code
//
// A million samples alone, which both readers show exactly.
// MILLION:      time {{.*}} name
// MILLION-NEXT: 100.0{{.*}} 10000.00 10000.00 {{.*}}code
// MILLION-NOT:  {{[^ ]}}

#include "process/module.h"
#include "sampling/samples.h"

#include <time.h>

// Burns time, in the 2 KiB of code whose bins are to be hit.
__asm__(".text\n.p2align 11\n.globl code\n.type code, @function\n"
        "code: movl $1000000, %ecx\n1: decl %ecx\njnz 1b\nret\n"
        ".zero 512\n.size code, . - code");
extern "C" char code[];

static uint32_t &bin(char *address) {
  size_t index =
      (reinterpret_cast<uintptr_t>(address) - gmon::module().text_low) /
      gmon::bin_bytes();
  return const_cast<uint32_t &>(gmon::samples(0).counts[index]);
}

int main(int count, char **) {
  // What the file is to hold is looked for only where a sample was.
  auto *burn = reinterpret_cast<void (*)()>(code);
  while (!bin(code + 5) && !bin(code + 7))
    burn();
  gmon::stop_samples();
  for (size_t i = 0; i != gmon::samples(0).num_bins; ++i)
    const_cast<uint32_t &>(gmon::samples(0).counts[i]) = 0;
  bin(code + 24) = 1000000;
  if (count != 1)
    return 0;
  bin(code + 2) = 5;
  bin(code + 22) = 65535;
  bin(code + 256) = 1;
}
