// Each sample has the stack of its callers: through libraries, recursion,
// pointers, the C library, exceptions, and frames without frame pointers. A
// sample counts once for each kind of caller.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %gmon_clangxx -O2 -DLIBRARY -shared -fPIC %s -o libwork.so
// RUN: %gmon_clangxx -O2 %s -L. -lwork -Wl,-rpath,%t -o program
// RUN: env GMON_OPTIONS=hz=1000 ./program
// RUN: %stacks stacks.gmon.out profile=gmon.out whole complete=99 "main > easy > work=1.5:18" "main > hard > work=18:48" "main > recurse > recurse > recurse > work=0:0" "main > recurse > work=6:32" "main > sort > compare > work=3.5:24" "main > catching > throwing > work=3.5:24" "main > by_pointer > work=3.5:24"
//
// The same statically linked, and without optimization.
//
// RUN: %gmon_clangxx -O2 -DLIBRARY %s -c -o work.o && %gmon_clangxx -O0 -static %s work.o -o program
// RUN: env GMON_OPTIONS=hz=1000 %run ./program
// RUN: %stacks stacks.gmon.out profile=gmon.out whole complete=99 "main > easy > work=1.5:18" "main > hard > work=18:48" "main > recurse > recurse > recurse > work=0:0" "main > recurse > work=6:32" "main > sort > compare > work=3.5:24" "main > catching > throwing > work=3.5:24" "main > by_pointer > work=3.5:24"

#include <functional>
#include <stdlib.h>
#include <time.h>

extern "C" void work(int milliseconds);

#define NOINLINE __attribute__((noinline))
/// Prevents tail calls, which leave no frame.
#define KEEP __asm__ volatile("")

#ifdef LIBRARY
void work(int milliseconds) {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  long long end = now.tv_sec * 1000000000ll + now.tv_nsec + milliseconds * 1000000ll;
  do
    for (volatile int i = 0; i != 1000; ++i) {
    }
  while (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now),
         now.tv_sec * 1000000000ll + now.tv_nsec < end);
}
#else
extern "C" {
NOINLINE void easy() {
  work(1);
  KEEP;
}
NOINLINE void hard() {
  work(40);
  KEEP;
}
NOINLINE void recurse(int depth) {
  if (depth)
    recurse(depth - 1);
  else
    work(20);
  KEEP;
}
NOINLINE int compare(const void *a, const void *b) {
  work(15);
  return *static_cast<const int *>(a) - *static_cast<const int *>(b);
}
NOINLINE void sort() {
  int values[] = {2, 1};
  qsort(values, 2, sizeof(int), compare);
  KEEP;
}
NOINLINE void throwing() {
  work(15);
  throw 1;
}
NOINLINE void catching() {
  try {
    throwing();
  } catch (int) {
  }
  KEEP;
}
NOINLINE void through(const std::function<void()> &function) {
  function();
  KEEP;
}
NOINLINE void by_pointer() {
  through([] { work(15); });
  KEEP;
}
}

int main() {
  for (int i = 0; i != 40; ++i) {
    for (int j = 0; j != 10; ++j)
      easy();
    // On a busy machine the kernel's ticks come rarely, and evenly: the loop
    // must not keep their pace.
    work(1 + i * 13 % 32);
    hard();
    recurse(50);
    sort();
    catching();
    by_pointer();
  }
}
#endif
