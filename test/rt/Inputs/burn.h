// Uses the processor until the runtime has taken samples. How much time that
// takes is the machine's: the kernel looks at timers of CPU time at its clock's
// ticks, and on a busy machine these may miss a program for long. All the time
// that has passed then counts at once, where the program is at that moment.
//
// The runtime is not called: what it should do by itself is seen to be done.

#ifndef BURN_H
#define BURN_H

#include <stddef.h>
#include <stdint.h>
#include <time.h>

/// What rt/sampling/samples.h and rt/process/module.h declare, in C.
struct sample_bins {
  uint32_t *counts;
  size_t num_bins;
  uint64_t *pages_hit;
};
struct module_facts {
  uintptr_t slide, text_low;
};
struct sample_bins
module_samples(unsigned series) __asm__("_ZN7gmon$rt7samplesEj");
const struct module_facts *own_module(void) __asm__("_ZN7gmon$rt6moduleEv");

/// Samples fall on the caller, which is what the test is about.
#define INTO_CALLER                                                            \
  __attribute__((always_inline, no_instrument_function)) static inline

/// The samples of this module in [low, high), with bins of two bytes.
INTO_CALLER unsigned long samples_between(uintptr_t low, uintptr_t high) {
  struct sample_bins bins = module_samples(0);
  uintptr_t first = own_module()->text_low;
  unsigned long sum = 0;
  if (bins.counts)
    for (size_t i = (low - first) / 2, end = (high - first) / 2; i < end; ++i)
      sum += *(volatile const uint32_t *)&bins.counts[i];
  return sum;
}

INTO_CALLER unsigned long sum_of_bins(struct sample_bins bins) {
  unsigned long sum = 0;
  for (size_t i = 0; i < bins.num_bins; ++i)
    sum += *(volatile const uint32_t *)&bins.counts[i];
  return sum;
}

/// All samples of this module.
INTO_CALLER unsigned long all_samples(void) {
  return sum_of_bins(module_samples(0));
}

/// Less than a millisecond, mostly.
INTO_CALLER void burn_a_little(void) {
  for (volatile int i = 0; i != 100000; ++i) {
  }
}

/// The program has used so much time that something must be wrong. Outside the
/// module: to be called rarely.
INTO_CALLER int has_burnt_too_long(void) {
  return clock() / CLOCKS_PER_SEC >= 30;
}

/// Uses the processor until there are `more` samples of this module. All that
/// was used until then has been counted when it returns. Gives up some time if
/// there are none. No function is called meanwhile: the samples would be its.
INTO_CALLER void burn_until_sampled(unsigned more) {
  struct sample_bins bins = module_samples(0);
  unsigned long enough = sum_of_bins(bins) + more;
  for (unsigned i = 1; sum_of_bins(bins) < enough; ++i) {
    burn_a_little();
    if (!bins.counts)
      bins = module_samples(0);
    if (i % 64 == 0 && has_burnt_too_long())
      break;
  }
}

#endif // BURN_H
