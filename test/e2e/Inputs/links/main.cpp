// Calls by every kind of second entry: of functions and of members in other
// files, of one that is not instrumented, and of an alias, which is what the
// constructor of a class is.
#include "worker.h"

template <class T> [[gnu::noinline]] T twice(T x) { return x + idle(x); }

int main() {
  int sum = 0;
  for (int i = 0; i != 5; ++i)
    sum += busy(4000000) + idle(i);
  Worker worker(12000000);
  return worker.work() + twice(sum) == -1;
}
