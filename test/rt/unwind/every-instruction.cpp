// The stack is right at every instruction: of prologues and epilogues, of
// hooks, of the runtime's entry points, of stubs of the linker and the loader's
// code behind them, and of the C library. The processor's trap flag stops the
// program after each instruction.
//
// REQUIRES: native, x86_64
// RUN: rm -rf %t && mkdir %t && cd %t
//   Code of the runtime that takes samples has no tables.
// RUN: export GMON_OPTIONS=sampler=off
// DEFINE: %{test} = %rt_include %s -o p
// DEFINE: %{judge} = && ./p | FileCheck %s
// RUN: %gmon_clangxx -O0 %{test} %{judge}
// RUN: %gmon_clangxx -O2 %{test} %{judge}
// RUN: %gmon_clangxx -O2 -fcf-protection -Wl,-z,lazy %{test} %{judge}
// RUN: %gmon_clangxx -O2 -a %{test} %{judge}
// RUN: %gmon_clangxx -O2 -fPIE -static-pie %{test} %{judge}
// RUN: %gmon_clangxx -O2 -fno-omit-frame-pointer %{test} %{judge}
// RUN: %clangxx -pg -O1 %{test} %gmon_rt %{judge}
// RUN: %clangxx -pg -mfentry -O1 %{test} %gmon_rt %{judge}
//
// CHECK: many compared, 0 different

#include "../Inputs/stack-judge.h"
#include <string.h>
#include <strings.h>

#define APART __attribute__((noinline))

static volatile long whole;

APART long leaf(long x) { return x + 1; }

APART long calls_once(long x) { return leaf(x) * 3; }

APART long keeps_registers(long a, long b, long c, long d, long e) {
  long f = leaf(a), g = leaf(b), h = leaf(c), i = leaf(d), j = leaf(e);
  return f * g + h * i + j * calls_once(f + h);
}

APART long with_array(int n) {
  volatile char array[n];
  array[0] = char(leaf(n));
  return array[0] + leaf(n);
}

APART void realigned(long n) {
  alignas(128) volatile long aligned[16];
  aligned[3] = leaf(n);
  whole = whole + aligned[3];
}

APART long with_many(long a, long b, long c, long d, long e, long f, long g,
                     long h) {
  return a + leaf(b + c + d + e + f + g) + h;
}

APART long tail(long x) { [[clang::musttail]] return calls_once(x + 1); }

APART long recursive(int n) { return n ? recursive(n - 1) + leaf(n) : 0; }

struct base {
  virtual long call(long x) { return leaf(x); }
};
struct derived : base {
  long call(long x) override { return base::call(x) + 1; }
};

APART void work(base *object) {
  whole = whole + keeps_registers(1, 2, 3, 4, 5) + with_array(40);
  realigned(3);
  whole = whole + with_many(1, 2, 3, 4, 5, 6, 7, 8) + tail(3) + recursive(3);
  whole = whole + object->call(2);
  whole = whole + long(strspn("abc", "ab")) + index("abc", 'c')[0]; // bound now
  char text[20];
  snprintf(text, sizeof(text), "%d", int(whole));
}

extern "C" void begin_steps(void), end_steps(void);
#define FUNCTION(name, operation)                                              \
  __asm__(".text\n" #name ":\n.cfi_startproc\npushfq\n"                        \
          ".cfi_adjust_cfa_offset 8\n" operation ", (%rsp)\npopfq\n"           \
          ".cfi_adjust_cfa_offset -8\nret\n.cfi_endproc\n");
FUNCTION(begin_steps, "orq $0x100")
FUNCTION(end_steps, "andq $~0x100")

int main() {
  derived object;
  judge::handle_with(SIGTRAP, 0);
  raise(SIGTRAP); // libgcc's first walk takes locks
  judge::num_same = judge::num_longer = 0;
  begin_steps();
  work(&object);
  work(&object);
  end_steps();
  return judge::finish();
}
