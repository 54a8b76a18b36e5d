// A test of ranges, in four threads. docs/manual/coverage.md has its coverage.

#include <cstdio>
#include <thread>
#include <vector>

struct Range {
  int Low, High;
};

static bool overlap(Range A, Range B) {
  return A.Low < B.High && B.Low < A.High;
}

static int lengthOf(Range R) {
  if (R.High < R.Low)
    return 0;
  return R.High - R.Low;
}

static void testRanges(int First) {
  for (int I = 0; I < 25000; ++I) {
    const Range A = {First, First + 10}, B = {First + I % 9, First + 20};
    if (overlap(A, B) && lengthOf(B) < 10)
      std::puts("too short");
  }
}

int main() {
  std::vector<std::thread> Threads;
  for (int First = 0; First < 4; ++First)
    Threads.emplace_back(testRanges, First);
  for (std::thread &Thread : Threads)
    Thread.join();
}
