/* The program of make-seeds.py: inlined code, recursion, a cycle, a local
   function. */

static int down(int n);

static inline __attribute__((always_inline)) int twice(int n) {
  int result = n;
  if (n & 1)
    result += 1;
  return result + n;
}

static inline __attribute__((always_inline)) int thrice(int n) {
  return twice(n) + n;
}

volatile int sink;

__attribute__((noinline)) int sum(int n) {
  int total = 0;
  for (int i = 0; i < n; ++i) {
    total += thrice(i);
    sink = total;
  }
  return total + down(n);
}

__attribute__((noinline)) int up(int n) { return n < 9 ? down(n + 2) + 1 : n; }

static __attribute__((noinline)) int down(int n) {
  sink = n;
  if (n > 20)
    return down(n - 3) + 1;
  return n > 3 ? up(n - 1) + twice(sink) : n;
}

int main(void) { return sum(100) + up(sink); }
