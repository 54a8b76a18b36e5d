int idle(int x);

int busy(long n) {
  volatile int sum = 0;
  for (long i = 0; i != 10 * n; ++i)
    sum = sum + 1;
  return idle(sum);
}
