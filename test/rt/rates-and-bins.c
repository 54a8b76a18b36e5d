// hz= sets the rate, which the file's header says, and bin= the width of bins:
// the time that is shown is the same.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %gmon_clang -O0 %s -o program
// RUN: ./program && %gmon_to_text gmon.out | FileCheck %s
// RUN: env GMON_OPTIONS=hz=20:bin=64 ./program
// RUN: %gmon_to_text gmon.out > text && FileCheck %s --check-prefix=SET < text
// RUN: %python -c "import re; assert all(int(high, 16) - int(low, 16) == 64 * int(bins) for low, high, bins in re.findall('histogram (0x[0-9a-f]+) (0x[0-9a-f]+) ([0-9]+)', open('text').read()))"
// RUN: %samples program gmon.out | FileCheck %s --check-prefix=COUNT
// RUN: env GMON_OPTIONS=hz=1000:bin=4096 ./program
// RUN: %gmon_to_text gmon.out | FileCheck %s --check-prefix=WIDE
//
// CHECK: histogram {{.*}} 100 seconds s
// CHECK: bin
// SET: histogram {{.*}} 20 seconds s
// SET: bin
// WIDE: histogram {{0x[0-9a-f]+000 0x[0-9a-f]+000}} {{[0-9]+}} 1000 seconds s
// WIDE: bin
//
// Half a second is ten samples; twenty would be too many even on a busy machine.
// COUNT: burn {{([6-9]|1[0-5])$}}

#include <time.h>

__attribute__((aligned(64))) static void burn(void) {
  clock_t start = clock();
  while (clock() - start < CLOCKS_PER_SEC / 2)
    for (volatile int i = 0; i != 300000; ++i) {
    }
}

int main(void) {
  burn();
  return 0;
}
