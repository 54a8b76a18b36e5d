#include "util.h"

static int sum(int n)
{
  int total = 0;
  for (int i = 0; i < n; i++)
    total += square(i);
  return total;
}

int main(void)
{
  return sum(100) == 0;
}
