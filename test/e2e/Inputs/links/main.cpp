// Calls of all kinds that pass by hooks: of functions and members in other files,
// of an uninstrumented function, and of an alias. A class's constructor is such
// an alias.
#include "worker.h"

template <class T> [[gnu::noinline]] T twice(T x) { return x + idle(x); }

int main() {
  int sum = 0;
  for (int i = 0; i != 5; ++i)
    sum += busy(8000000) + idle(i);
  Worker worker(24000000);
  return worker.work() + twice(sum) == -1;
}
