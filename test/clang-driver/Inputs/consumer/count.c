__attribute__((noinline)) int count(int n) {
  static volatile int total;
  if (n % 4 == 0)
    total += 1;
  return total;
}
