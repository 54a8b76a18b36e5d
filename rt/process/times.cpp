//===-- times.cpp - The times of the process ------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the kernel's times, and subtracts those while profiling was stopped.
//
//===----------------------------------------------------------------------===//

#include "process/times.h"
#include "base/system.h"
#include "base/time.h"

#include <sys/resource.h>

namespace gmon {

static bool running;
/// While the times run, they are those of the kernel minus `base`; while they
/// are stopped, they are `base`.
static process_times base;
/// CPU time of the process that is in other profiles.
static uint64_t earlier;
/// CPU time of the process when it began to write, or 0.
static uint64_t write_began;
/// CLOCK_MONOTONIC at the end of the label whose profile is written, or 0.
static uint64_t label_end;

static uint64_t nanoseconds_of(const timeval &time) {
  return uint64_t(time.tv_sec) * nanoseconds_per_second +
         uint64_t(time.tv_usec) * 1000;
}

/// Returns the times on processors alone.
static process_times cpu_times_now() {
  rusage usage = {};
  raw_syscall(SYS_getrusage, RUSAGE_SELF, kernel::address(&usage));
  return {nanoseconds_of(usage.ru_utime), nanoseconds_of(usage.ru_stime), 0};
}

static process_times now() {
  process_times times = cpu_times_now();
  times.elapsed = label_end;
  if (!label_end)
    read_clock(CLOCK_MONOTONIC, times.elapsed);
  return times;
}

static process_times difference(const process_times &a,
                                const process_times &b) {
  // The kernel estimates how CPU time is divided, and may correct itself.
  auto minus = [](uint64_t x, uint64_t y) { return x > y ? x - y : 0; };
  return {minus(a.user, b.user), minus(a.system, b.system),
          minus(a.elapsed, b.elapsed)};
}

static uint64_t cpu_time(const process_times &times) {
  return times.user + times.system;
}

void reset_times(bool forgets_earlier) {
  base = running ? now() : process_times();
  write_began = label_end = 0;
  earlier = forgets_earlier ? cpu_time(cpu_times_now()) : 0;
}

void stop_times(bool stopped) {
  if (running == !stopped)
    return;
  base = difference(now(), base);
  running = !stopped;
}

void begin_writing(bool ends_label) {
  write_began = cpu_time(cpu_times_now());
  if (ends_label)
    read_clock(CLOCK_MONOTONIC, label_end);
}

void continue_label() { write_began = label_end = 0; }

uint64_t cpu_time_of_process() {
  return write_began ? write_began : cpu_time(cpu_times_now());
}

process_times times_of_process(unsampled_times &unsampled) {
  process_times all = now();
  process_times times = running ? difference(all, base) : base;
  const uint64_t others = cpu_time(times) + earlier;
  unsampled = {cpu_time(all) > others ? cpu_time(all) - others : 0,
               running && write_began ? cpu_time(all) - write_began : 0};
  return times;
}

} // namespace gmon
