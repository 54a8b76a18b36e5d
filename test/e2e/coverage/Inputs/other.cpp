#include "shapes.h"

namespace shapes {

// In C++, each file has its own function of this name.
static int helper(int n) {
  switch (n & 3) {
  case 0:
    return 1;
  case 1:
  case 2:
    return n;
  default:
    break;
  }
  return 0;
}

int inOtherFile(int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i)
    sum += helper(i) * sign(i - 5);
  return sum + area(n, 3) + int(most(std::vector<double>{1, 2.5, 2}));
}

int withCallback(const std::function<int(int)> &callback) {
  return callback(3) + callback(-3);
}

} // namespace shapes
