// profil counts the samples of a range in the caller's own buffer, at its scale,
// beside the profile, until it is called with a null buffer.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %gmon_clang -O0 -I%gmon_include -I%S/../Inputs %s -o program && %run ./program
// RUN: %samples program gmon.out | FileCheck %s
//
// CHECK: burn {{[1-9]}}

#include "burn.h"

#include <gmon/gmon.h>
#include <stdio.h>

static void burn(void) { burn_until_sampled(10); }
static void end_of_burn(void) {}

static int sum(const unsigned short *bins, int from, int to) {
  int total = 0;
  for (int i = from; i != to; ++i)
    total += bins[i];
  return total;
}

/// What the profile has.
static int profiled(void) {
  return (int)samples_between((uintptr_t)burn, (uintptr_t)end_of_burn);
}

static int failures;

static void expect(const char *what, int condition) {
  if (!condition) {
    printf("not so: %s\n", what);
    ++failures;
  }
}

int main(void) {
  static unsigned short bins[4096];
  size_t low = (size_t)burn, size = (size_t)end_of_burn - low;

  // Two bytes a bin.
  burn();
  int before = profiled();
  profil(bins, sizeof(bins), low, 65536);
  burn();
  profil(0, 0, 0, 0);
  int all = sum(bins, 0, (int)size / 2 + 1);
  expect("samples", all >= 9);
  expect("as many as in the profile", all == profiled() - before);
  expect("none behind the function", sum(bins, 0, 4096) == all);

  burn();
  expect("none after the end", sum(bins, 0, 4096) == all);

  // 16 bytes a bin: eight times as many fall together.
  for (int i = 0; i != 4096; ++i)
    bins[i] = 0;
  before = profiled();
  profil(bins, sizeof(bins), low, 65536 / 8);
  burn();
  profil(0, 0, 0, 0);
  all = sum(bins, 0, (int)size / 16 + 1);
  expect("samples in wide bins", all >= 9);
  expect("as many as in the profile in wide bins", all == profiled() - before);
  expect("none behind them", sum(bins, 0, 4096) == all);
  return failures;
}
