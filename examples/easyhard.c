// How much of the time of work do easy and hard cause? Both call it equally often.

static volatile unsigned sum;

__attribute__((noinline)) static void work(unsigned n) {
  for (unsigned i = 0; i < n; i++)
    sum += i;
}

__attribute__((noinline)) static void easy(void) {
  work(2000);
  sum++;
}

__attribute__((noinline)) static void hard(void) {
  work(38000); // 19 times as much
  sum++;
}

int main(void) {
  for (int i = 0; i < 20000; i++) {
    easy();
    hard();
  }
  return 0;
}
