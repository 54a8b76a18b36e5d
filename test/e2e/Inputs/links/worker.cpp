#include "worker.h"

Worker::Worker(long n) : n(n) {}

[[gnu::noinline]] int Worker::work() const {
  volatile int sum = 0;
  for (long i = 0; i != 10 * n; ++i)
    sum = sum + 1;
  return busy(n) != 0;
}
