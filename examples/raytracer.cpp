//===- raytracer.cpp - A program worth profiling --------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Draws mirroring spheres on a chequered floor, in letters. Builds a tree of
// boxes over the spheres (recursion, sorting with a comparator), through which
// every ray descends (hot loops); spheres reflect rays (mutual recursion), and
// threads share the rows of the picture. The output is the same in every run.
//
// Usage: raytracer [WIDTH [THREADS]]
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <limits>
#include <memory>
#include <thread>
#include <vector>

template <typename T, unsigned N> struct Vector {
  T Parts[N];

  T &operator[](unsigned I) { return Parts[I]; }
  T operator[](unsigned I) const { return Parts[I]; }
};

template <typename T, unsigned N, typename Function>
Vector<T, N> combine(const Vector<T, N> &A, const Vector<T, N> &B, Function F) {
  Vector<T, N> Result;
  for (unsigned I = 0; I != N; ++I)
    Result[I] = F(A[I], B[I]);
  return Result;
}

template <typename T, unsigned N>
Vector<T, N> operator+(const Vector<T, N> &A, const Vector<T, N> &B) {
  return combine(A, B, [](T X, T Y) { return X + Y; });
}

template <typename T, unsigned N>
Vector<T, N> operator-(const Vector<T, N> &A, const Vector<T, N> &B) {
  return combine(A, B, [](T X, T Y) { return X - Y; });
}

template <typename T, unsigned N>
Vector<T, N> operator*(const Vector<T, N> &A, T Factor) {
  return combine(A, A, [Factor](T X, T) { return X * Factor; });
}

template <typename T, unsigned N>
T dot(const Vector<T, N> &A, const Vector<T, N> &B) {
  T Sum{};
  for (unsigned I = 0; I != N; ++I)
    Sum += A[I] * B[I];
  return Sum;
}

template <typename T, unsigned N>
Vector<T, N> normalize(const Vector<T, N> &V) {
  return V * (T(1) / std::sqrt(dot(V, V)));
}

using Point = Vector<double, 3>;

struct Ray {
  Point Origin, Direction;
};

struct Sphere {
  Point Centre;
  double Radius;
  double Mirror; // 0 to 1

  /// The distance at which \p R enters the sphere, or infinity.
  double hit(const Ray &R) const;
};

constexpr double Far = std::numeric_limits<double>::infinity();

double Sphere::hit(const Ray &R) const {
  Point Offset = R.Origin - Centre;
  double B = dot(Offset, R.Direction);
  double Root = B * B - dot(Offset, Offset) + Radius * Radius;
  if (Root < 0)
    return Far;
  double Distance = -B - std::sqrt(Root);
  return Distance > 1e-6 ? Distance : Far;
}

struct Box {
  Point Low, High;

  void add(const Sphere &S) {
    for (unsigned I = 0; I != 3; ++I) {
      Low[I] = std::min(Low[I], S.Centre[I] - S.Radius);
      High[I] = std::max(High[I], S.Centre[I] + S.Radius);
    }
  }

  /// Whether \p R meets the box at a distance below \p Limit.
  bool hit(const Ray &R, double Limit) const {
    double Near = 0;
    for (unsigned I = 0; I != 3; ++I) {
      double A = (Low[I] - R.Origin[I]) / R.Direction[I];
      double B = (High[I] - R.Origin[I]) / R.Direction[I];
      Near = std::max(Near, std::min(A, B));
      Limit = std::min(Limit, std::max(A, B));
    }
    return Near <= Limit;
  }
};

/// A tree of boxes around spheres; leaves hold at most two.
struct Node {
  Box Bounds{{{Far, Far, Far}}, {{-Far, -Far, -Far}}};
  std::vector<Sphere> Spheres;
  std::unique_ptr<Node> Left, Right;

  explicit Node(std::vector<Sphere> All, unsigned Axis = 0) {
    for (const Sphere &S : All)
      Bounds.add(S);
    if (All.size() <= 2) {
      Spheres = std::move(All);
      return;
    }
    std::sort(All.begin(), All.end(), [Axis](const Sphere &A, const Sphere &B) {
      return A.Centre[Axis] < B.Centre[Axis];
    });
    auto Middle = All.begin() + All.size() / 2;
    unsigned Next = (Axis + 1) % 3;
    Left =
        std::make_unique<Node>(std::vector<Sphere>(All.begin(), Middle), Next);
    Right =
        std::make_unique<Node>(std::vector<Sphere>(Middle, All.end()), Next);
  }

  /// The nearest sphere that \p R hits before \p Distance, which is updated.
  const Sphere *nearest(const Ray &R, double &Distance) const {
    if (!Bounds.hit(R, Distance))
      return nullptr;
    const Sphere *Found = nullptr;
    for (const Sphere &S : Spheres)
      if (double D = S.hit(R); D < Distance) {
        Distance = D;
        Found = &S;
      }
    if (!Left)
      return Found;
    const Sphere *OnLeft = Left->nearest(R, Distance);
    const Sphere *OnRight = Right->nearest(R, Distance);
    return OnRight ? OnRight : OnLeft;
  }
};

class Scene {
public:
  Scene() : Tree(makeSpheres()) {}

  /// The brightness, 0 to 1, that \p R sees.
  double trace(const Ray &R, unsigned Depth = 0) const {
    double Distance = Far;
    if (const Sphere *S = Tree.nearest(R, Distance))
      return shade(R, *S, Distance, Depth);
    return R.Direction[1] < 0 ? floor(R) : 0.1 * R.Direction[1];
  }

private:
  Node Tree;
  Point Sun = normalize(Point{{-0.5, 0.8, -0.4}});

  static std::vector<Sphere> makeSpheres() {
    std::vector<Sphere> All;
    for (int I = 0; I != 60; ++I) {
      double Turn = I * 2.399963, Away = 0.45 * std::sqrt(I);
      double Radius = 0.2 + 0.04 * (I % 4);
      All.push_back(
          {{{Away * std::cos(Turn), Radius, 4 + Away * std::sin(Turn)}},
           Radius,
           0.2 + 0.1 * (I % 5)});
    }
    All.push_back({{{0, 2.2, 4}}, 1.1, 0.8});
    return All;
  }

  bool isShaded(const Point &P) const {
    double Distance = Far;
    return Tree.nearest({P, Sun}, Distance) != nullptr;
  }

  double floor(const Ray &R) const {
    double Distance = -R.Origin[1] / R.Direction[1];
    Point P = R.Origin + R.Direction * Distance;
    bool Dark = (std::lround(P[0]) + std::lround(P[2])) & 1;
    double Light = Dark ? 0.3 : 0.8;
    return (isShaded(P) ? 0.4 * Light : Light) / (1 + 0.02 * Distance);
  }

  double shade(const Ray &R, const Sphere &S, double Distance,
               unsigned Depth) const {
    Point P = R.Origin + R.Direction * Distance;
    Point Normal = (P - S.Centre) * (1 / S.Radius);
    double Light = 0.1;
    if (!isShaded(P))
      Light += 0.9 * std::max(0.0, dot(Normal, Sun));
    if (Depth == 4)
      return Light;
    Ray Mirrored{P, R.Direction - Normal * (2 * dot(R.Direction, Normal))};
    return (1 - S.Mirror) * Light + S.Mirror * trace(Mirrored, Depth + 1);
  }
};

class Picture {
public:
  explicit Picture(unsigned Width)
      : Width(Width), Height(Width * 2 / 5), Pixels(Width * Height) {}

  /// Threads call this function; each draws rows until none is left.
  void drawRows(const Scene &World) {
    for (unsigned Y; (Y = NextRow++) < Height;)
      for (unsigned X = 0; X != Width; ++X)
        Pixels[Y * Width + X] = drawPixel(World, X, Y);
  }

  void print() const {
    for (unsigned Y = 0; Y != Height; ++Y) {
      for (unsigned X = 0; X != Width; ++X) {
        double Light = std::clamp(Pixels[Y * Width + X], 0.0, 0.999);
        std::putchar(" .:-=+*#%@"[unsigned(Light * 10)]);
      }
      std::putchar('\n');
    }
  }

private:
  unsigned Width, Height;
  std::vector<double> Pixels;
  std::atomic<unsigned> NextRow{0};

  double drawPixel(const Scene &World, unsigned X, unsigned Y) const {
    constexpr unsigned Samples = 24;
    double Sum = 0;
    for (unsigned I = 0; I != Samples * Samples; ++I) {
      double U = (X + (I % Samples + 0.5) / Samples) / Width - 0.5;
      double V = 0.5 - (Y + (I / Samples + 0.5) / Samples) / Height;
      Sum +=
          World.trace({{{0, 2, -3}}, normalize(Point{{U, 0.8 * V - 0.15, 1}})});
    }
    return Sum / (Samples * Samples);
  }
};

int main(int Argc, char **Argv) {
  unsigned Width = Argc > 1 ? std::atoi(Argv[1]) : 78;
  unsigned NumThreads = Argc > 2 ? std::atoi(Argv[2]) : 4;

  Scene World;
  Picture Canvas(Width);
  std::vector<std::thread> Threads;
  for (unsigned I = 0; I != NumThreads; ++I)
    Threads.emplace_back(&Picture::drawRows, &Canvas, std::cref(World));
  for (std::thread &T : Threads)
    T.join();
  Canvas.print();
}
