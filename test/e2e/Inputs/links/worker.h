extern "C" int busy(long n), idle(int x);

struct Worker {
  explicit Worker(long n);
  virtual ~Worker() = default;
  int work() const;

  long n;
};
