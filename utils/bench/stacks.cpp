//===-- stacks.cpp - The cost of a stack by its depth ---------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Interrupts itself at several depths, and walks the stack in the handler: with
// the runtime's unwinder, and with libgcc's. Prints for each depth the least
// nanoseconds of a walk that knows all places, and those of the runtime's first
// walk.
//
//===----------------------------------------------------------------------===//

#include "unwind/modules.h"
#include "unwind/stack.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unwind.h>

#define APART __attribute__((noinline))

static volatile int whole;
static gmon::code_place places[20000];
static int num_frames;

static double now() {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return double(time.tv_sec) * 1e9 + double(time.tv_nsec);
}

static _Unwind_Reason_Code count(_Unwind_Context *, void *) {
  ++num_frames;
  return _URC_NO_REASON;
}

/// Returns the least time of a call, among several series of calls.
template <typename Function> static double least(Function walk) {
  double best = 1e18;
  for (int i = 0; i != 9; ++i) {
    double begin = now();
    int number = 0;
    do {
      walk();
      ++number;
    } while (now() < begin + 2e6);
    double each = (now() - begin) / number;
    best = each < best ? each : best;
  }
  return best;
}

static void handle(int, siginfo_t *, void *context) {
  size_t num_places = 0;
  auto walk = [&] {
    num_places = gmon::walk_stack(gmon::interrupted_registers(context), true,
                                  places, sizeof(places) / sizeof(*places));
  };
  double begin = now();
  walk();
  double first = now() - begin;
  double ours = least(walk);
  double theirs = least([] {
    num_frames = 0;
    _Unwind_Backtrace(count, nullptr);
  });
  // libgcc also walks through the handler's frames.
  printf("%d %zu %.0f %.0f %.0f\n", num_frames, num_places, first, ours,
         theirs);
}

APART void end() {
  raise(SIGUSR1);
  whole = whole + 1;
}

APART void recurses(int n) {
  if (n)
    recurses(n - 1);
  else
    end();
  whole = whole + 1;
}

APART void b(int n);
APART void c(int n, int x);
APART void a(int n) {
  if (n)
    b(n - 1);
  else
    end();
  whole = whole + 1;
}
APART void b(int n) {
  volatile char room[40];
  room[0] = char(n);
  if (n)
    c(n - 1, whole);
  else
    end();
  whole = whole + room[0];
}
APART void c(int n, int x) {
  int y = whole, z = whole;
  if (n)
    a(n - 1);
  else
    end();
  whole = whole + x * y + z;
}

int main(int, char **arguments) {
  gmon::update_modules();
  struct sigaction action = {};
  action.sa_sigaction = handle;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGUSR1, &action, nullptr);
  int depth = 0;
  if (sscanf(arguments[2], "%d", &depth) == 1)
    (strcmp(arguments[1], "recursion") == 0 ? recurses : a)(depth);
  return 0;
}
