// musl has no unwind tables, and musl-gcc links programs without a search table.
// The program's own tables are found all the same, and functions of musl are left
// where a call of them is on the stack. An optimized handler that ends with a jump
// to such a function has no frame any more.
//
// REQUIRES: musl-gcc, x86_64-linux-musl-runtime
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: cp %gmon_obj_root/lib/x86_64-linux-musl/libgmon_rt.a rt.a
// RUN: %clangxx --target=x86_64-linux-musl -nostdinc++ -fno-exceptions -O2 -fPIE %rt_include -c %s -o p.o
// RUN: musl-gcc p.o rt.a -o p && ./p | FileCheck %s
// RUN: musl-gcc -static p.o rt.a -o p && ./p | FileCheck %s
// RUN: %clangxx --target=x86_64-linux-musl -nostdinc++ -fno-exceptions -O0 -fPIE %rt_include -c %s -o p.o
// RUN: musl-gcc -static p.o rt.a -o p && ./p | FileCheck %s
//
// CHECK: raises calls interrupted
// CHECK-NEXT: {{^(handles )?}}calls interrupted

#include "unwind/modules.h"
#include "unwind/stack.h"
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <ucontext.h>

#define FUNCTION(name)                                                         \
  extern "C" char __start_of_##name[], __stop_of_##name[];                     \
  extern "C" __attribute__((noinline, section("of_" #name))) void name

static volatile int whole;

FUNCTION(raises)() {
  raise(SIGUSR1);
  whole = whole + 1;
}
FUNCTION(handles)(int) { raise(SIGUSR1); }
FUNCTION(calls)(int signal) {
  if (signal)
    raise(signal);
  else
    raises();
  whole = whole + 1;
}
FUNCTION(interrupted)(int signal) {
  calls(signal);
  whole = whole + 1;
}

static void print(int, siginfo_t *, void *context) {
#define ENTRY(name) {#name, __start_of_##name, __stop_of_##name}
  static const struct {
    const char *name, *begin, *end;
  } functions[] = {ENTRY(raises), ENTRY(handles), ENTRY(calls),
                   ENTRY(interrupted)};
  gmon::code_place places[100];
  size_t count = gmon::walk_stack(gmon::interrupted_registers(context), true,
                                  places, 100);
  for (size_t i = 0; i != count; ++i) {
    uint32_t module = gmon::module_of(places[i]);
    if (module == gmon::no_module)
      continue;
    auto at = reinterpret_cast<const char *>(gmon::address_of(places[i]) +
                                             gmon::module_at(module).slide);
    for (const auto &each : functions)
      if (at >= each.begin && at < each.end)
        printf("%s ", each.name);
  }
  puts("");
}

int main() {
  gmon::update_modules();
  struct sigaction action = {};
  action.sa_sigaction = print;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGUSR1, &action, nullptr);
  action.sa_handler = handles;
  action.sa_flags = 0;
  sigaction(SIGUSR2, &action, nullptr);
  interrupted(0);
  interrupted(SIGUSR2);
  return 0;
}
