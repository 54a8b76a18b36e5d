// A library that is instrumented: `visit` calls `step` as often as it is told.

__attribute__((noinline)) static void step(int x) {
  __asm__ volatile("" : "+r"(x));
}

__attribute__((noinline)) static void stride(int x) {
  step(x);
  __asm__ volatile("");
}

void visit(int strides) {
  for (int i = 0; i != strides; ++i)
    stride(i);
  __asm__ volatile("");
}
