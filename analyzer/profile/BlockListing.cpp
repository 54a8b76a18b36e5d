//===-- BlockListing.cpp - Reads bb.out -----------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the text file bb.out, in which the runtimes of older GCCs listed how
// often each basic block was executed:
//
//   File a.c, 2 basic blocks
//
//       Block #1: executed          7 time(s) address= 0x401136 function= main
//       ...
//
// There may be several such sections. Some runtimes wrote the date in the first
// line, and omitted what they did not know of a block: function, line or file.
// Only the count and the address matter.
//
//===----------------------------------------------------------------------===//

#include "profile/DataFile.h"
#include "profile/ProfileSum.h"
#include "llvm/ADT/StringExtras.h"

using namespace gmon;
using namespace llvm;

static constexpr StringLiteral FinishedPrefix =
    "Basic block profiling finished";
static constexpr StringLiteral FilePrefix = "File ";
static constexpr StringLiteral BlockPrefix = "Block #";

namespace {

class BlockListing {
public:
  BlockListing(const DataFile &File, ProfileSum &Sum, FileContents &Contents)
      : File(File), Rest(File.at(0, File.size()).getData()), Sum(Sum),
        Contents(Contents) {}

  Error read() {
    while (!Rest.empty()) {
      size_t End = Rest.find('\n');
      StringRef Line = Rest.take_front(End);
      Rest = Rest.drop_front(std::min(Rest.size(), Line.size() + 1));
      ++LineNumber;
      if (Error E = readLine(Line.trim(), End == StringRef::npos))
        return E;
    }
    if (!HasSection)
      return fail("expected 'File NAME, N basic blocks', found the end of the "
                  "file");
    if (NumFound == NumExpected)
      return Error::success();
    return fail("expected " + Twine(NumExpected) +
                " basic blocks, found the end of the file after " +
                Twine(NumFound));
  }

private:
  Error readLine(StringRef Line, bool IsCutOff) {
    if (Line.empty())
      return Error::success();
    if (HasSection && NumFound < NumExpected)
      return readBlock(Line, IsCutOff);
    if (Line.starts_with(FinishedPrefix))
      return Error::success();
    return startSection(Line);
  }

  /// Reads "File NAME, N basic blocks". NAME may contain commas.
  Error startSection(StringRef Line) {
    auto [Name, Counted] = Line.rsplit(',');
    Counted = Counted.trim();
    if (!Name.starts_with(FilePrefix) ||
        Counted.consumeInteger(10, NumExpected) ||
        !Counted.ltrim().starts_with("basic block"))
      return expected("'File NAME, N basic blocks'", Line);
    HasSection = true;
    NumFound = 0;
    Sum.setHasBlocks();
    ++Contents.NumBlockRecords;
    return Error::success();
  }

  /// Reads "Block #K: executed N time(s) address= 0xADDRESS", not the rest.
  Error readBlock(StringRef Line, bool IsCutOff) {
    StringRef Rest = Line;
    uint64_t Number;
    BlockCount Block;
    if (!Rest.consume_front(BlockPrefix) ||
        (Rest = Rest.ltrim(), Rest.consumeInteger(10, Number)) ||
        !Rest.consume_front(":"))
      return expected("'Block #NUMBER:'", Rest.empty() ? Line : Rest);
    Rest = Rest.ltrim();
    if (!Rest.consume_front("executed") ||
        (Rest = Rest.ltrim(), Rest.consumeInteger(10, Block.Count)) ||
        (Rest = Rest.ltrim(), !Rest.consume_front("time(s)")))
      return expected("'executed COUNT time(s)'", Rest);
    Rest = Rest.ltrim();
    if (!Rest.consume_front("address=") ||
        (Rest = Rest.ltrim(), !Rest.consume_front("0x")) ||
        Rest.consumeInteger(16, Block.Address) ||
        !(Rest.empty() || isSpace(Rest.front())))
      return expected("'address= 0xADDRESS'", Rest);
    if (IsCutOff && Rest.empty())
      return fail("expected the end of the line behind the address, found the "
                  "end of the file");
    if (!Sum.addBlock(Block))
      return fail(CountsTooGreat);
    ++NumFound;
    return Error::success();
  }

  /// Makes an error about the current line.
  Error fail(const Twine &Message) const {
    return makeFileError(File.Name,
                         "line " + Twine(LineNumber) + ": " + Message);
  }

  Error expected(const Twine &What, StringRef Found) const {
    constexpr size_t Longest = 40;
    std::string Shown;
    for (char C : Found.take_front(Longest))
      Shown += isPrint(C) ? C : '?';
    if (Found.size() > Longest)
      Shown += "...";
    return fail("expected " + What + ", found '" + Shown + "'");
  }

  const DataFile &File;
  StringRef Rest; ///< the text that is not read yet
  uint64_t LineNumber = 0;
  bool HasSection = false;
  uint64_t NumExpected = 0; ///< number of blocks of this section
  uint64_t NumFound = 0;
  ProfileSum &Sum;
  FileContents &Contents;
};

} // namespace

bool gmon::isBlockListing(const DataFile &File) {
  StringRef Start = File.at(0, FileBytes::PartSize).getData();
  StringRef Line = Start.ltrim().split('\n').first;
  return Line.starts_with(FinishedPrefix) ||
         (Line.starts_with(FilePrefix) && Line.contains(" basic block"));
}

Error gmon::readBlockListing(const DataFile &File, ProfileSum &Sum,
                             FileContents &Contents) {
  return BlockListing(File, Sum, Contents).read();
}
