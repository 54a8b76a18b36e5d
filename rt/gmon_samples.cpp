//===-- gmon_samples.cpp - Sampling the program counter -------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The timer, its handler, and the bins. Bins are 32 bits wide and lie in memory
// of which only what is hit is touched; a bitmap of their pages says where to
// look. profil(3) is served by the same timer.
//
//===----------------------------------------------------------------------===//

#include "gmon_samples.h"
#include "gmon_arch.h"
#include "gmon_memory.h"
#include "gmon_module.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

namespace gmon {

static constexpr size_t bins_per_page = 1024;
static constexpr size_t bits_per_word = 64;

static uint32_t *bins;
static uint64_t *pages_hit;
static size_t num_bins;
static uintptr_t sample_low, sample_high = UINTPTR_MAX;
static bool sampling;

/// What profil(3) was told; `buffer` is null while it is off.
static struct {
  unsigned short *buffer;
  size_t num_bins;
  size_t offset;
  unsigned scale;
} user;

static enum { no_timer, cpu_timer, interval_timer } timer_kind;
static int cpu_timer_id;
static bool handler_installed;
static struct sigaction previous_handler;

static size_t page_words() {
  return num_bins / bins_per_page / bits_per_word + 1;
}

static void count_sample(uintptr_t pc, uint32_t amount) {
  if (__atomic_load_n(&sampling, __ATOMIC_RELAXED) && pc >= sample_low &&
      pc < sample_high && pc - module().text_low < num_bins * bin_bytes) {
    size_t bin = (pc - module().text_low) / bin_bytes;
    __atomic_fetch_add(&bins[bin], amount, __ATOMIC_RELAXED);
    size_t page = bin / bins_per_page;
    __atomic_fetch_or(&pages_hit[page / bits_per_word],
                      uint64_t(1) << page % bits_per_word, __ATOMIC_RELAXED);
  }
  if (unsigned short *buffer =
          __atomic_load_n(&user.buffer, __ATOMIC_ACQUIRE)) {
    // The scale is a fixed-point fraction, with 16 bits behind the point.
    size_t at = (pc - user.offset) / 2;
    size_t bin = (at / 65536) * user.scale + (at % 65536) * user.scale / 65536;
    if (pc >= user.offset && bin < user.num_bins)
      __atomic_fetch_add(&buffer[bin], (unsigned short)amount,
                         __ATOMIC_RELAXED);
  }
}

static bool is_own(const siginfo_t *info) {
  if (timer_kind == cpu_timer)
    return info->si_code == SI_TIMER && info->si_value.sival_ptr == &sampling;
  return timer_kind == interval_timer && info->si_code == SI_KERNEL;
}

static void handle_sigprof(int signal, siginfo_t *info, void *context) {
  if (is_own(info)) {
    // Where a signal was late, the time that passed meanwhile counts too.
    uint32_t missed =
        timer_kind == cpu_timer && info->si_overrun > 0 ? info->si_overrun : 0;
    count_sample(interrupted_pc(context), 1 + missed);
    return;
  }
  // The default action would end the program, for a signal that it got only
  // because it is profiled.
  if (previous_handler.sa_flags & SA_SIGINFO)
    previous_handler.sa_sigaction(signal, info, context);
  else if (previous_handler.sa_handler != SIG_DFL &&
           previous_handler.sa_handler != SIG_IGN)
    previous_handler.sa_handler(signal);
}

static void install_handler() {
  if (handler_installed)
    return;
  struct sigaction action = {};
  action.sa_sigaction = handle_sigprof;
  // Handlers that came in between could leave by longjmp, and SIGPROF blocked.
  sigfillset(&action.sa_mask);
  // Not SA_ONSTACK: an alternate stack is the program's own, and Valgrind,
  // which takes the flag to mean that there is one, would end the program.
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  handler_installed = sigaction(SIGPROF, &action, &previous_handler) == 0;
}

void remove_sample_handler() {
  struct sigaction current;
  if (!handler_installed || sigaction(SIGPROF, nullptr, &current) != 0 ||
      !(current.sa_flags & SA_SIGINFO) ||
      current.sa_sigaction != handle_sigprof)
    return;
  // A tick may be pending, and would end the program by default: ignoring a
  // signal discards it.
  struct sigaction ignore = {};
  ignore.sa_handler = SIG_IGN;
  sigaction(SIGPROF, &ignore, nullptr);
  sigaction(SIGPROF, &previous_handler, nullptr);
  handler_installed = false;
}

static void start_timer() {
  if (timer_kind != no_timer)
    return;
  install_handler();
  constexpr long period = 1000000000 / samples_per_second;
  sigevent event = {};
  event.sigev_notify = SIGEV_SIGNAL;
  event.sigev_signo = SIGPROF;
  event.sigev_value.sival_ptr = &sampling;
  // This timer ends at exec. One of setitimer would live on and end the next
  // program, which has no handler. Raw, since old C libraries have it in librt.
  if (raw_syscall(SYS_timer_create, CLOCK_PROCESS_CPUTIME_ID,
                  reinterpret_cast<long>(&event),
                  reinterpret_cast<long>(&cpu_timer_id)) == 0) {
    timer_kind = cpu_timer;
    itimerspec interval = {{0, period}, {0, period}};
    raw_syscall(SYS_timer_settime, cpu_timer_id, 0,
                reinterpret_cast<long>(&interval), 0);
    return;
  }
  timer_kind = interval_timer;
  itimerval interval = {{0, period / 1000}, {0, period / 1000}};
  raw_syscall(SYS_setitimer, ITIMER_PROF, reinterpret_cast<long>(&interval), 0);
}

static void stop_timer() {
  if (timer_kind == cpu_timer)
    raw_syscall(SYS_timer_delete, cpu_timer_id);
  itimerval none = {};
  if (timer_kind == interval_timer)
    raw_syscall(SYS_setitimer, ITIMER_PROF, reinterpret_cast<long>(&none), 0);
  timer_kind = no_timer;
}

void start_samples() {
  if (!bins) {
    uintptr_t size = module().text_high - module().text_low;
    if (module().text_high <= module().text_low)
      return;
    num_bins = (size + bin_bytes - 1) / bin_bytes;
    bins = static_cast<uint32_t *>(map_zeros(num_bins * sizeof(uint32_t)));
    pages_hit =
        static_cast<uint64_t *>(map_zeros(page_words() * sizeof(uint64_t)));
    if (!bins || !pages_hit) {
      num_bins = 0;
      return;
    }
  }
  __atomic_store_n(&sampling, true, __ATOMIC_RELEASE);
  start_timer();
}

void stop_samples() {
  __atomic_store_n(&sampling, false, __ATOMIC_RELEASE);
  if (!user.buffer)
    stop_timer();
}

void limit_samples(uintptr_t low, uintptr_t high) {
  sample_low = low;
  sample_high = high;
}

void restart_samples_after_fork() {
  if (num_bins) {
    zero(bins, num_bins * sizeof(uint32_t));
    zero(pages_hit, page_words() * sizeof(uint64_t));
  }
  if (timer_kind == no_timer)
    return;
  timer_kind = no_timer;
  start_timer();
}

sample_bins samples() { return {bins, num_bins}; }

size_t sample_bins::next(size_t at) const {
  while (at < num_bins) {
    size_t page = at / bins_per_page;
    if (pages_hit[page / bits_per_word] >> page % bits_per_word & 1)
      return at;
    at = (page + 1) * bins_per_page;
  }
  return num_bins;
}

} // namespace gmon

using namespace gmon;

/// profil(3), under another name, since the C library's header declares that
/// its buffer is never null, which is how it is ended.
extern "C" int __gmon_profil(unsigned short *buffer, size_t size, size_t offset,
                             unsigned int scale) __asm__("profil");

int __gmon_profil(unsigned short *buffer, size_t size, size_t offset,
                  unsigned int scale) {
  // The handler must not see a mixture of the old and the new.
  __atomic_store_n(&user.buffer, nullptr, __ATOMIC_RELEASE);
  if (!buffer) {
    if (!sampling)
      stop_timer();
    return 0;
  }
  user.num_bins = size / sizeof(*buffer);
  user.offset = offset;
  user.scale = scale;
  __atomic_store_n(&user.buffer, buffer, __ATOMIC_RELEASE);
  start_timer();
  return 0;
}
