// monstartup limits samples to an address range. _mcleanup writes the profile
// at the call, once: later events are not in it.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %gmon_clang -O0 -I%gmon_include -I%S/../Inputs %s -o program && %run ./program
// RUN: %calls program early | FileCheck %s
// RUN: %samples program early | FileCheck %s --check-prefix=SAMPLES
// RUN: not ls gmon.out
//
// CHECK: main -> inside 1
// CHECK-NEXT: main -> outside 1
//
// SAMPLES-NOT: outside
// SAMPLES: inside {{[1-9]}}
// SAMPLES-NOT: outside

#include "burn.h"

#include <gmon/gmon.h>
#include <stdio.h>

// One bin of a kilobyte.
static volatile unsigned short samples_outside;

/// Whether there were samples, which profil counts wherever they are.
static int outside(void) {
  samples_outside = 0;
  profil((unsigned short *)&samples_outside, sizeof(samples_outside),
         (size_t)outside, 65536 / 512);
  while (samples_outside < 2 && !has_burnt_too_long())
    burn_a_little();
  profil(0, 0, 0, 0);
  return samples_outside >= 2;
}

static void inside(void) { burn_until_sampled(2); }
static void end_of_inside(void) {}

int main(void) {
  monstartup((unsigned long)inside, (unsigned long)end_of_inside);
  if (!outside())
    return 1;
  inside();
  _mcleanup();
  if (rename("gmon.out", "early") != 0 || !outside())
    return 2;
  _mcleanup();
  return 0;
}
