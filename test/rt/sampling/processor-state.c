// Samples leave errno and the state of floating-point and vector units alone.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %gmon_clang -O2 -I%S/../Inputs %s -lm -o program
// RUN: env GMON_OPTIONS=hz=10000 ./program
// RUN: %samples program gmon.out | %python %S/../Inputs/between.py sum 3000:100000

#include "burn.h"

#include <errno.h>
#include <fenv.h>
#include <stdio.h>

typedef double vector __attribute__((vector_size(32)));

#if defined(__x86_64__)
#include <immintrin.h>

/// Modes that no function of C's sets: denormals as zeros, in single precision.
static void set_modes(void) {
  unsigned short word;
  _mm_setcsr(_mm_getcsr() | 0x8040);
  __asm__ volatile("fnstcw %0" : "=m"(word));
  word &= ~0x300;
  __asm__ volatile("fldcw %0" ::"m"(word));
}

static int has_modes(void) {
  unsigned short word;
  __asm__ volatile("fnstcw %0" : "=m"(word));
  return (_mm_getcsr() & 0x8040) == 0x8040 && (word & 0x300) == 0;
}
#else
static void set_modes(void) {}
static int has_modes(void) { return 1; }
#endif

/// Depends on each rounding, in vectors and in long doubles.
__attribute__((noinline)) static long double sum(void) {
  vector all = {1, 2, 3, 4}, step = {0.1, 0.3, 0.7, 1.1};
  long double other = 0;
  __asm__ volatile("" : "+m"(step)); // not a constant
  for (int i = 1; i != 1000000; ++i) {
    all = all * 0.999999 + step / (double)i;
    other += 1.0L / i;
  }
  return other + all[0] + all[1] + all[2] + all[3];
}

int main(void) {
  fesetround(FE_UPWARD);
  set_modes();
  long double expected = sum();
  errno = 1234;
  feclearexcept(FE_ALL_EXCEPT);
  feraiseexcept(FE_OVERFLOW);
  while (all_samples() < 4000 && !has_burnt_too_long())
    if (sum() != expected || errno != 1234 || fegetround() != FE_UPWARD ||
        fetestexcept(FE_DIVBYZERO | FE_INVALID | FE_OVERFLOW) != FE_OVERFLOW ||
        !has_modes()) {
      printf("changed\n");
      return 1;
    }
  return 0;
}
