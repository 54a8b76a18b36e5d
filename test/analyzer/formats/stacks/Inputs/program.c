void work(int n);

__attribute__((always_inline)) static inline void twice(int n) {
  work(n);
  work(n);
}
__attribute__((noinline)) void easy(void) {
  work(1);
}
__attribute__((noinline)) void hard(int n) {
  if (n)
    hard(n - 1);
  twice(n);
}
int main(void) {
  easy();
  hard(3);
  return 0;
}
