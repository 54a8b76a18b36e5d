//===-- ShortTime.cpp - Times with a suitable unit ------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The unit is the greatest in which the number is at least 1.
//
//===----------------------------------------------------------------------===//

#include "support/ShortTime.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <utility>

using namespace llvm;

std::string gmon::shortTime(double Seconds) {
  static constexpr std::pair<double, const char *> Units[] = {
      {1, "s"}, {1e3, "ms"}, {1e6, "us"}, {1e9, "ns"}};
  if (Seconds <= 0)
    return "0 s";
  std::string Text;
  for (auto [Factor, Unit] : Units)
    if (Seconds * Factor >= 0.9995 || Factor == 1e9) {
      raw_string_ostream(Text)
          << format("%.2f", Seconds * Factor) << ' ' << Unit;
      break;
    }
  return Text;
}
