// A function's table grows until each caller has a slot of its own. Callers for
// which the table would become too large are counted, too, and get slots if
// they call often.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %clang -O1 %rt_include %s %gmon_rt -o program && ./program
// RUN: %calls program gmon.out | FileCheck %s
//
// CHECK: <spontaneous> -> far_apart 4000000
// CHECK: <spontaneous> -> many 3000000
// CHECK: <spontaneous> -> never_apart 2000000
// CHECK: <spontaneous> -> next_to_each_other 2000000
// CHECK: <spontaneous> -> very_many 120000

#include "../Inputs/emulated.h"
#include <stdio.h>

FUNCTION(many, 0, "0")
FUNCTION(far_apart, 0, "0")
FUNCTION(never_apart, 0, "0")
FUNCTION(next_to_each_other, 0, "0")
FUNCTION(very_many, 0, "0")

/// Calls from `callers` addresses, `distance` apart, each `times` times. Returns
/// how often the runtime was asked.
#define REPEAT(name, callers, distance, times)                                 \
  ({                                                                           \
    long misses = 0;                                                           \
    for (long i = 0; i != times; ++i)                                          \
      for (uintptr_t caller = 0; caller != callers; ++caller)                  \
        misses += CALL(name, 0x10000 + caller * distance);                     \
    misses;                                                                    \
  })

static int failures;

static void expect(const char *what, long misses, long most) {
  if (misses > most) {
    printf("%s: %ld calls of the runtime\n", what, misses);
    ++failures;
  }
}

int main(void) {
  expect("many", REPEAT(many, 3000, 14, 1000), 3000);
  // Their slots are 16 Ki places apart: a table of 512 KiB.
  expect("far apart", REPEAT(far_apart, 4, 32768, 1000000), 100000);
  // Equal in all bits that an index is made of.
  expect("never apart", REPEAT(never_apart, 2, 0x1000000, 1000000), 1000001);
  // Not two calls: but the runtime must not rely on that.
  expect("next to each other", REPEAT(next_to_each_other, 2, 1, 1000000),
         1000001);
  // More than the runtime has simple numbers for.
  expect("very many", REPEAT(very_many, 40000, 14, 3), 120000);
  return failures;
}
