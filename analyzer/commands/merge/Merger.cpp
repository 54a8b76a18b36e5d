//===-- Merger.cpp - Adds up files in several threads ---------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "commands/merge/Merger.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/ThreadPool.h"

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

/// Adds the files from \p First to \p End to \p Reader, and their sidecar files
/// to \p SidecarSum. Only the thread that reads the first ones shows progress.
Error Merger::read(GmonReader &Reader, Sidecars &SidecarSum, size_t First,
                   size_t End) {
  for (const WeightedFile &File : Files.slice(First, End)) {
    Reader.setWeight(File.Weight);
    if (Expected<FileContents> Read = Reader.add(File.Name); !Read)
      return Read.takeError();
    if (WithStacks)
      SidecarSum.add(File.Name, File.Weight);
    uint64_t Done = ++NumDone;
    if (First == 0)
      Shown.update(Done);
  }
  return Error::success();
}

Expected<Profile> Merger::mergeInTurn() {
  NumDone = 0;
  GmonReader Reader = Kind.makeReader();
  Stacks = Sidecars();
  if (Error E = read(Reader, Stacks, 0, Files.size()))
    return std::move(E);
  return Reader.take();
}

/// Whether reading \p File consumes it: standard input, or a pipe.
static bool isReadOnce(const WeightedFile &File) {
  return File.Name == "-" ||
         (sys::fs::exists(File.Name) && !sys::fs::is_regular_file(File.Name));
}

/// Returns the first file of a part. One part has all labels of a run.
size_t Merger::startOfPart(size_t I, size_t NumParts) const {
  size_t First = Files.size() * I / NumParts;
  while (First > 0 && First < Files.size() &&
         areOfOneRun(Files.names()[First - 1], Files.names()[First]))
    ++First;
  return First;
}

Expected<Profile> Merger::sum(unsigned NumThreads) {
  // All files may have to be read again.
  size_t NumParts = any_of(Files, isReadOnce)
                        ? 1
                        : std::min<size_t>(NumThreads, Files.size());
  if (NumParts <= 1)
    return mergeInTurn();
  std::vector<Part> Parts;
  for (size_t I = 0; I < NumParts; ++I)
    Parts.emplace_back(Kind.makeReader());
  auto ReadPart = [&](size_t I) {
    Parts[I].Failure =
        read(Parts[I].Reader, Parts[I].Stacks, startOfPart(I, NumParts),
             startOfPart(I + 1, NumParts));
  };
  DefaultThreadPool Pool(hardware_concurrency(NumParts - 1));
  for (size_t I = 1; I < NumParts; ++I)
    Pool.async(ReadPart, I);
  ReadPart(0);
  Pool.wait();

  bool IsGood = true;
  for (Part &P : Parts)
    IsGood &= !errorToBool(std::move(P.Failure));
  GmonReader &Sum = Parts.front().Reader;
  for (size_t I = 1; I < NumParts && IsGood; ++I) {
    IsGood = Sum.add(Parts[I].Reader.profile());
    (void)Parts[I].Reader.take();
  }
  for (Part &P : Parts)
    IsGood = IsGood && Stacks.add(std::move(P.Stacks));
  // Reports the error for the first file that does not match those before it.
  // Only reading the files in order finds it.
  return IsGood ? Expected<Profile>(Sum.take()) : mergeInTurn();
}

Expected<std::string> Merger::merge(unsigned NumThreads) {
  Expected<Profile> Sum = sum(NumThreads);
  if (!Sum)
    return Sum.takeError();
  sortByAddress(Sum->Arcs, Sum->Blocks);
  if (Error E = checkFits(*Sum, Kind.Layout, FileFormat::Magic))
    return std::move(E);
  std::string Bytes;
  raw_string_ostream OS(Bytes);
  writeGmon(OS, *Sum, Kind.Layout.IsLittleEndian, Kind.Layout.AddressSize);
  return Bytes;
}

GmonLayout command::layoutOf(const WeightedFiles &Files) {
  constexpr GmonLayout Layouts[] = {
      {true, 8}, {true, 4}, {false, 8}, {false, 4}};
  for (const WeightedFile &File : Files) {
    if (isReadOnce(File))
      continue;
    for (GmonLayout Layout : Layouts) {
      GmonReader Reader(Layout.IsLittleEndian, Layout.AddressSize,
                        FileFormat::Magic);
      Expected<FileContents> Read = Reader.add(File.Name);
      if (errorToBool(Read.takeError()))
        continue;
      if (Read->NumHistograms || Read->NumArcs || Read->NumBlockRecords)
        return Layout;
      break; // The header does not say them.
    }
  }
  return Layouts[0];
}
