// The runtime calls none of a program's functions that have the names of the C
// library's functions, and gives way to those with the names of its own.

// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %clang -O1 %s -o plain && ./plain > calls
// RUN: %gmon_clang -O1 %s -o dynamic && ./dynamic | diff calls -
// RUN: %calls ./dynamic gmon.out | FileCheck %s
// RUN: rm gmon.out && env GMON_OPTIONS=checkpoint=60 ./dynamic | diff calls -
// RUN: %calls ./dynamic gmon.out | FileCheck %s

// A static C library calls some of the functions itself.

// RUN: %clang -O1 -static -Wl,-z,muldefs %s -o plain && ./plain > calls
// RUN: %gmon_clang -O1 -static -Wl,-z,muldefs %s -o static
// RUN: rm gmon.out && ./static | diff calls -
// RUN: %calls ./static gmon.out | FileCheck %s

// CHECK: main -> leaf 3
// CHECK: main -> moncontrol 1

#include <stdarg.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

static int called;

#define MOCK(type, name, ...)                                                  \
  __attribute__((noinline)) type name(__VA_ARGS__) {                           \
    ++called;                                                                  \
    return (type)-1;                                                           \
  }
struct timespec;
MOCK(long, time, long *now)
MOCK(int, clock_gettime, int clock, struct timespec *now)
MOCK(char *, secure_getenv, const char *name)
MOCK(int, gethostname, char *name, size_t size)
MOCK(int, moncontrol, int mode)
MOCK(int, monstartup, unsigned long low, unsigned long high)
MOCK(int, mcleanup, void)
char *getenv(const char *name) {
  ++called;
  return NULL;
}
char *getcwd(char *name, size_t size) {
  ++called;
  return NULL;
}

__attribute__((noinline)) void leaf(void) { __asm__ volatile(""); }

__attribute__((destructor(101))) static void print(void) {
  char digit = (char)('0' + called);
  syscall(SYS_write, 1, &digit, 1);
}

int main(void) {
  for (int i = 0; i != 3; ++i)
    leaf();
  return moncontrol(1) != -1;
}
