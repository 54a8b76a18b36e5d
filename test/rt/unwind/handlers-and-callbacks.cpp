// A stack goes through handlers of signals, on this stack and on another one,
// through the C library that called back, and to the start of a thread or of the
// program. libgcc finds the same stacks.
//
// RUN: rm -rf %t && mkdir %t && cd %t
//   Code of the runtime that takes samples has no tables.
// RUN: export GMON_OPTIONS=sampler=off
// DEFINE: %{test} = %rt_include %s -o p %gmon_rt -rdynamic -pthread
// RUN: %clangxx -O0 %{test} && %run ./p | FileCheck %s
// RUN: %clangxx -O2 %{test} && %run ./p | FileCheck %s
// RUN: %clangxx -O2 -fno-omit-frame-pointer %{test} && %run ./p | FileCheck %s
// RUN: %if aarch64 %{ %clangxx -O2 -mbranch-protection=standard %{test} && %run ./p | FileCheck %s %}
// RUN: %clangxx -O2 %{test} -static && %run ./p | FileCheck %s
//
// CHECK: in_handler other_handler in_compare compares sorts recurses end
// CHECK-NEXT: in_handler with_array begins end
// CHECK-NEXT: 2 same, 0 different

#include "../Inputs/stack-judge.h"
#include <pthread.h>
#include <string.h>

// A section of its own bounds each function.
#define FUNCTION(result, name)                                                 \
  extern "C" char __start_of_##name[], __stop_of_##name[];                     \
  extern "C" __attribute__((noinline, section("of_" #name))) result name

static volatile int whole;

FUNCTION(void, in_handler)() {
  raise(SIGUSR2);
  whole = whole + 1;
}
FUNCTION(void, other_handler)(int) {
  in_handler();
  whole = whole + 1;
}
FUNCTION(void, in_compare)() {
  raise(SIGUSR1);
  whole = whole + 1;
}
FUNCTION(int, compares)(const void *a, const void *b) {
  in_compare();
  return *static_cast<const char *>(a) - *static_cast<const char *>(b);
}
FUNCTION(void, sorts)() {
  char two[] = {2, 1};
  qsort(two, 2, 1, compares);
  whole = whole + two[0];
}
FUNCTION(void, recurses)(int n) {
  if (n)
    recurses(n - 1);
  else
    sorts();
  whole = whole + 1;
}
FUNCTION(void, with_array)(long x) {
  volatile char array[x];
  array[0] = 1;
  in_handler();
  whole = whole + array[0];
}
FUNCTION(void *, begins)(void *) {
  with_array(300);
  whole = whole + 1;
  return nullptr;
}

/// Prints the program's functions on the stack, and how it ends.
static void print(int, siginfo_t *, void *context) {
  judge::compare(context);
  gmon::code_place places[100];
  size_t count = gmon::walk_stack(gmon::interrupted_registers(context), true,
                                  places, 100);
  const char *last = "";
#define ENTRY(name) {#name, __start_of_##name, __stop_of_##name}
  static const struct {
    const char *name, *begin, *end;
  } functions[] = {ENTRY(in_handler), ENTRY(other_handler), ENTRY(in_compare),
                   ENTRY(compares),   ENTRY(sorts),         ENTRY(recurses),
                   ENTRY(with_array), ENTRY(begins)};
  for (size_t i = 0; i != count; ++i) {
    auto at = reinterpret_cast<const char *>(judge::address(places[i]));
    for (const auto &each : functions)
      if (at >= each.begin && at < each.end && strcmp(last, each.name) != 0)
        printf("%s ", last = each.name);
  }
  uintptr_t end = judge::address(places[count - 1]);
  if (end <= GMON_STACK_TOO_DEEP)
    printf("MARK %d\n", int(end));
  else
    puts("end");
}

int main() {
  gmon::update_modules();
  static char room[1 << 16];
  stack_t stack = {room, 0, sizeof(room)};
  sigaltstack(&stack, nullptr);
  struct sigaction action = {};
  action.sa_handler = other_handler;
  action.sa_flags = SA_ONSTACK;
  sigaction(SIGUSR1, &action, nullptr);
  action.sa_sigaction = print;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGUSR2, &action, nullptr);
  recurses(3);
  pthread_t thread;
  pthread_create(&thread, nullptr, begins, nullptr);
  pthread_join(thread, nullptr);
  printf("%ld same, %ld different\n", judge::num_same, judge::num_different);
  return 0;
}
