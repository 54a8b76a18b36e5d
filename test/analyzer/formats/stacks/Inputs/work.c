__attribute__((noinline)) void spin(volatile int *n) {
  ++*n;
}
void work(int n) {
  volatile int m = n;
  spin(&m);
}
