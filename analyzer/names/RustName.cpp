//===-- RustName.cpp - Bounds names of Rust -------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks the grammar of RFC 2603, "Rust symbol name mangling", and counts parts.
// Almost all paths, types and constants begin with different letters, so one
// function walks them all. Malformed names are left to the demangler.
//
//===----------------------------------------------------------------------===//

#include "names/RustName.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace gmon;
using namespace llvm;

namespace {

class RustNameWalker {
public:
  RustNameWalker(StringRef Text, size_t MaxParts)
      : Text(Text), Left(MaxParts) {}

  /// Walks one path or type.
  void walk() {
    if (isAtEnd() || Left == 0)
      return;
    Left = Depth == MaxDepth ? 0 : Left - 1;
    ++Depth;
    char Kind = Text[Position++];
    switch (Kind) {
    case 'C': // crate
    case 'N': // name in a path
      if (Kind == 'N') {
        ++Position;
        walk();
      }
      if (take('s'))
        takeNumber();
      takeIdentifier();
      break;
    case 'M': // implementation
    case 'X': // implementation of a trait
      if (take('s'))
        takeNumber();
      walk();
      walk();
      if (Kind == 'X')
        walk();
      break;
    case 'Y': // trait
      walk();
      walk();
      break;
    case 'I': // generic arguments
      walk();
      walkUntilEnd();
      break;
    case 'T': // tuple
      walkUntilEnd();
      break;
    case 'A': // array
      walk();
      walkConstant();
      break;
    case 'R': // references
    case 'Q':
      if (take('L'))
        takeNumber();
      walk();
      break;
    case 'S': // slice, pointers
    case 'P':
    case 'O':
      walk();
      break;
    case 'F':
      walkFunction();
      break;
    case 'D':
      walkBounds();
      break;
    case 'B':
      walkBack();
      break;
    default: // a simple type
      break;
    }
    --Depth;
  }

  bool isTooLong() const { return Left == 0; }

private:
  /// A greater depth than LLVM's demangler accepts.
  static constexpr unsigned MaxDepth = 500;

  bool isAtEnd() const { return Position >= Text.size(); }

  bool take(char C) {
    bool Result = !isAtEnd() && Text[Position] == C;
    Position += Result;
    return Result;
  }

  /// Reads a number of base 62, which ends in an underscore.
  uint64_t takeNumber() {
    if (take('_'))
      return 0;
    uint64_t Number = 0;
    for (; !isAtEnd() && Text[Position] != '_'; ++Position) {
      char C = Text[Position];
      uint64_t Digit = isDigit(C)   ? C - '0'
                       : isLower(C) ? C - 'a' + 10
                                    : C - 'A' + 36;
      Number = Number * 62 + Digit;
    }
    take('_');
    return Number + 1;
  }

  void takeIdentifier() {
    take('u');
    size_t Length = 0;
    for (; !isAtEnd() && isDigit(Text[Position]); ++Position)
      Length =
          std::min<size_t>(10 * Length + (Text[Position] - '0'), Text.size());
    take('_');
    Position = std::min(Position + Length, Text.size());
  }

  /// Walks the part to which the number here refers back.
  void walkBack() {
    uint64_t Target = takeNumber();
    size_t End = Position;
    if (Target < End) {
      Position = Target;
      walk();
      Position = End;
    }
  }

  /// Walks parts up to the letter that ends a list.
  void walkUntilEnd() {
    while (!isAtEnd() && Left && !take('E')) {
      if (take('L'))
        takeNumber();
      else if (take('K'))
        walkConstant();
      else
        walk();
    }
  }

  void walkFunction() {
    if (take('G'))
      takeNumber();
    take('U');
    if (take('K') && !take('C'))
      takeIdentifier();
    walkUntilEnd();
    walk();
  }

  /// Walks the traits of a trait object.
  void walkBounds() {
    if (take('G'))
      takeNumber();
    while (!isAtEnd() && Left && !take('E')) {
      walk();
      while (Left && take('p')) {
        takeIdentifier();
        walk();
      }
    }
    if (take('L'))
      takeNumber();
  }

  void walkConstant() {
    if (take('B'))
      return walkBack();
    if (take('p') || isAtEnd())
      return;
    // A letter for the type, a sign, hexadecimal digits.
    Position = std::min(Text.find('_', Position), Text.size() - 1) + 1;
  }

  StringRef Text;
  size_t Position = 0;
  size_t Left; ///< number of parts that the name may still have
  unsigned Depth = 0;
};

} // namespace

bool gmon::isBoundedRustName(StringRef Name, size_t MaxParts) {
  // Offsets count from behind the prefix.
  RustNameWalker Walker(
      Name.drop_front(2).take_until([](char C) { return C == '.'; }), MaxParts);
  Walker.walk();
  return !Walker.isTooLong();
}
