#include "util.h"

int square(int n)
{
  if (n < 0)
    n = -n;
  return n * n;
}
