// Code that several files compile: inline, templates, a static function.
#ifndef SHAPES_H
#define SHAPES_H

#include <functional>
#include <vector>

namespace shapes {

inline int area(int width, int height) {
  if (width < 0 || height < 0)
    return 0;
  return width * height;
}

template <class T> T most(const std::vector<T> &values) {
  T result = values.front();
  for (const T &value : values)
    if (value > result)
      result = value;
  return result;
}

static int sign(int value) { return value > 0 ? 1 : value < 0 ? -1 : 0; }

class Shape {
public:
  virtual ~Shape() = default;
  virtual int size() const { return 0; }
  int neverCalled() const { return size() + 1; }
};

int inOtherFile(int n);
int withCallback(const std::function<int(int)> &callback);

} // namespace shapes

#endif
