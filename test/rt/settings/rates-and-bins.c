// hz= sets the rate, which the file's header contains, and bin= the width of
// bins. The reported time stays the same.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %gmon_clang -O0 -I%S/../Inputs %s -o program
// RUN: ./program 10 > seconds && %gmon_to_text gmon.out | FileCheck %s
// RUN: %samples program gmon.out | %python %S/../Inputs/rate.py 100 seconds
// RUN: env GMON_OPTIONS=hz=20:bin=64 ./program 6 > seconds
// RUN: %gmon_to_text gmon.out > text && FileCheck %s --check-prefix=SET < text
// RUN: %python -c "import re; assert all(int(high, 16) - int(low, 16) == 64 * int(bins) for low, high, bins in re.findall('histogram (0x[0-9a-f]+) (0x[0-9a-f]+) ([0-9]+)', open('text').read()))"
// RUN: %samples program gmon.out | %python %S/../Inputs/rate.py 20 seconds
// RUN: env GMON_OPTIONS=hz=1000:bin=4096 ./program 10
// RUN: %gmon_to_text gmon.out | FileCheck %s --check-prefix=WIDE
// RUN: env GMON_OPTIONS=hz=1000 ./program 100 > seconds
// RUN: %samples program gmon.out | %python %S/../Inputs/rate.py 1000 seconds
//
// No kernel looks 10,000 times a second: the file tells that most of the samples were
// taken along with another one, and not so where a look takes one.
// RUN: env GMON_OPTIONS=hz=10000 ./program 200 > seconds
// RUN: llvm-gprof export --format=json program > late.json
// RUN: env GMON_OPTIONS=hz=50 ./program 5 > seconds
// RUN: llvm-gprof export --format=json program > single.json
// RUN: %python -c "import json; late, single = (json.load(open(name + '.json'))['run']['samples_per_interrupt'] for name in ('late', 'single')); assert late >= 5 and single < 2, (late, single)"
//
// CHECK: histogram {{.*}} 100 seconds s
// CHECK: bin
// SET: histogram {{.*}} 20 seconds s
// SET: bin
// WIDE: histogram {{0x[0-9a-f]+000 0x[0-9a-f]+000}} {{[0-9]+}} 1000 seconds s
// WIDE: bin

#include "burn.h"

#include <stdio.h>
#include <stdlib.h>

// What was used before is counted before.
static void before(void) { burn_until_sampled(1); }

__attribute__((aligned(64))) static void burn(unsigned samples) {
  burn_until_sampled(samples);
}

__attribute__((aligned(64))) int main(int argc, char **argv) {
  (void)argc;
  before();
  clock_t start = clock();
  burn((unsigned)atoi(argv[1]));
  printf("burn %f\n", (double)(clock() - start) / CLOCKS_PER_SEC);
  return 0;
}
