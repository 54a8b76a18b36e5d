// The runtime has a real thread-local variable. The plugin says once that options emulate it.
//
// RUN: not %gmon_clang -O2 -fPIC -femulated-tls -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: not %gmon_clang -O2 -a -fPIC -femulated-tls -c %s -o %t.o 2>&1 | FileCheck %s
// CHECK: error: gmon: counters of calls and blocks do not work with -femulated-tls
// CHECK-NOT: -femulated-tls
//
// Code without counters needs none.
// RUN: %gmon_clang -femulated-tls -DNONE -c %s -o %t.o

#ifdef NONE
int none;
#else
void g(void);
void f(void) { g(); g(); }
void h(int x) { while (x--) f(); }
#endif
