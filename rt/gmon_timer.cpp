//===-- gmon_timer.cpp - The timer that samples are taken by --------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gmon_timer.h"
#include "gmon_arch.h"
#include "gmon_process.h"
#include "gmon_remote.h"

#include <errno.h>
#include <signal.h>
#include <sys/time.h>
#include <time.h>

namespace gmon {

static enum { no_timer, cpu_timer, interval_timer } timer_kind;
static int cpu_timer_id;
static bool handler_installed;
static struct sigaction previous_handler;

static bool is_own(const siginfo_t *info) {
  if (timer_kind == cpu_timer)
    return info->si_code == SI_TIMER &&
           info->si_value.sival_ptr == &cpu_timer_id;
  return timer_kind == interval_timer && info->si_code == SI_KERNEL;
}

static void handle_sigprof(int signal, siginfo_t *info, void *context) {
  if (options().control && is_remote(info)) {
    obey_remote(info);
    return;
  }
  if (is_own(info)) {
    // Where a signal was late, the time that passed meanwhile counts too.
    uint32_t missed =
        timer_kind == cpu_timer && info->si_overrun > 0 ? info->si_overrun : 0;
    uintptr_t pc = interrupted_pc(context);
    for_each_member([&](member &each) { each.count_sample(pc, 1 + missed); });
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

void remove_timer_handler() {
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
  const long period = 1000000000 / samples_per_second();
  sigevent event = {};
  event.sigev_notify = SIGEV_SIGNAL;
  event.sigev_signo = SIGPROF;
  event.sigev_value.sival_ptr = &cpu_timer_id;
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

void set_timer(bool on) {
  if (options().control)
    install_handler();
  on ? start_timer() : stop_timer();
}

void stop_timer_for_exec() {
  if (timer_kind == interval_timer)
    stop_timer();
}

void forget_timer() { timer_kind = no_timer; }

} // namespace gmon
