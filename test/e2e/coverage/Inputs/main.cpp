#include "shapes.h"

#include <csetjmp>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <thread>

using namespace shapes;

static int helper(int n) { return n ? n % 7 : 1; }

struct Square : Shape {
  explicit Square(int side) : side(side) {}
  int size() const override { return area(side, side); }
  int side;
};

static bool decide(bool a, bool b, bool c, int d) {
  return (a && b) || (c && d > 2 && !a);
}

static int thrower(int n) {
  if (n == 4)
    throw std::runtime_error("four");
  return n;
}

static int catches(int n) {
  try {
    return thrower(n);
  } catch (const std::exception &) {
    return -1;
  }
}

static std::jmp_buf place;

static void jump(int n) {
  if (n > 2)
    std::longjmp(place, n);
}

static int jumps() {
  volatile int count = 0;
  if (setjmp(place) > 5)
    return count;
  while (true)
    jump(count = count + 1);
}

#define LIMIT(value) ((value) > 50 ? 50 : (value))

static int work(int seed) {
  int sum = 0;
  for (int i = 0; i < 200; ++i) {
    sum += helper(i + seed);
    if (decide(i & 1, i & 2, i & 4, i % 5))
      ++sum;
    else if (i == 199)
      goto out;
    sum = LIMIT(sum) + catches(i % 6);
    do
      sum ^= i;
    while (i++ % 3 == 0);
  }
out:
  return sum;
}

int main(int argc, char **) {
  int total = work(argc);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([t] {
      for (int i = 0; i < 500; ++i)
        work(t);
    });
  for (std::thread &thread : threads)
    thread.join();
  auto twice = [&](int n) { return n < 0 ? total : 2 * n; };
  total += withCallback(twice) + inOtherFile(10) + area(2, -1) + sign(-3);
  total += Square(4).size() + most(std::vector<int>{3, 1, 4});
  total += jumps();
  std::printf("%d\n", total);
  return argc > 1 ? std::atoi("0") : 0;
}
