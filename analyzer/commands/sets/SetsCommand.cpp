//===-- SetsCommand.cpp - llvm-gprof sets ---------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints what is in sets: a row for each segment that counts, by its start.
//
//===----------------------------------------------------------------------===//

#include "commands/CommandLine.h"
#include "commands/Commands.h"
#include "commands/MergeInputs.h"
#include "commands/TextTable.h"
#include "files/FileNames.h"
#include "files/ProfileSet.h"
#include "files/SegmentChoice.h"
#include "files/SetReader.h"
#include "profile/Cost.h"
#include "support/Errors.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Chrono.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include <csignal>
#include <cstring>

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

namespace {

/// The chosen segments of all sets.
struct SetsSummary {
  std::vector<std::shared_ptr<const ProfileSet>> Sets; ///< own the segments
  std::vector<SegmentOfSet> Rows;                      ///< by time
  ProfileSet::Unused Rest;
  bool IsAll = true; ///< no segment was left out by a choice

  uint64_t numProcesses() const;
  /// Whether numProcesses() may count a process once for each label.
  bool mayCountTwice() const { return gmon::mayCountTwice(Rows); }
  size_t numLabels() const {
    return numOf([](const Segment &S) { return S.label(); }) -
           any_of(Rows, [](SegmentOfSet Row) { return Row->label().empty(); });
  }
  size_t numRanks() const {
    return numOf([](const Segment &S) { return S.Rank; }) -
           any_of(Rows,
                  [](SegmentOfSet Row) { return Row->Rank == GMON_NO_RANK; });
  }
  std::string missingRanks() const;
  size_t numHosts() const {
    return numOf([](const Segment &S) { return S.host(); });
  }

private:
  template <class KeyFn> size_t numOf(KeyFn KeyOf) const {
    std::set<decltype(KeyOf(Segment()))> Found;
    for (SegmentOfSet Row : Rows)
      Found.insert(KeyOf(*Row.Chosen));
    return Found.size();
  }
};

} // namespace

/// A process that changes its label, or executes another program, goes on in
/// the next segment.
uint64_t SetsSummary::numProcesses() const {
  std::vector<SegmentOfSet> ByProcess = Rows;
  llvm::stable_sort(ByProcess, [](SegmentOfSet A, SegmentOfSet B) {
    return std::pair(A->Process, A->host()) < std::pair(B->Process, B->host());
  });
  uint64_t Number = 0;
  for (size_t I = 0; I < ByProcess.size(); ++I) {
    const Segment &Current = *ByProcess[I].Chosen;
    const Segment *Next =
        I + 1 < ByProcess.size() ? ByProcess[I + 1].Chosen : nullptr;
    const bool GoesOn =
        (Current.hasGoneOn() || Current.Ending == GMON_ENDED_BY_EXEC) && Next &&
        Current.isOfProcessOf(*Next);
    Number += GoesOn ? 0 : Current.Processes;
  }
  return Number;
}

/// Returns the ranks without a segment that are below others of their job, as
/// in "2, 5-7": they were killed, or write to another set.
std::string SetsSummary::missingRanks() const {
  constexpr unsigned MostRanges = 5;
  std::set<uint32_t> Found;
  for (SegmentOfSet Row : Rows)
    if (Row->Rank != GMON_NO_RANK && Row->Processes == 1)
      Found.insert(Row->Rank);
  std::string Text;
  unsigned NumRanges = 0;
  uint32_t Next = 0;
  for (uint32_t Rank : Found) {
    const uint32_t First = std::max(Next, Rank - Rank % GMON_RANKS_OF_JOB);
    Next = Rank + 1;
    if (First == Rank || ++NumRanges > MostRanges)
      continue;
    Text += (Text.empty() ? "" : ", ") + utostr(First) +
            (First + 1 == Rank ? "" : "-" + utostr(Rank - 1));
  }
  return Text + (NumRanges > MostRanges ? ", ..." : "");
}

static Expected<SetsSummary> readSets(const CommandLine &Line) {
  const SegmentChoice &Choice = Line.segments();
  std::vector<std::string> Paths = Line.inputs();
  if (Paths.empty())
    Paths.push_back(GMON_SET_NAME);
  SetsSummary Result;
  std::set<std::string> Seen;
  Result.IsAll = Choice.isAll();
  for (const std::string &Path : Paths) {
    const bool IsPipe = Path == "-" || (sys::fs::exists(Path) &&
                                        !sys::fs::is_regular_file(Path));
    if (IsPipe || (sys::fs::exists(Path) && !isSet(Path)))
      return makeFileError(Path, IsPipe ? "a set of profiles is read from a "
                                          "regular file only, by its name"
                                 : isProgram(Path)
                                     ? "a program; sets expects sets, and "
                                       "--process=NAME chooses a program's"
                                     : "no set of profiles");
    if (!Seen.insert(Path).second)
      continue;
    auto Set = openSet(Path);
    if (!Set)
      return Set.takeError();
    for (const Segment *Chosen : Choice.choose(**Set))
      Result.Rows.push_back({Set->get(), Chosen});
    const ProfileSet::Unused &Rest = (*Set)->unused();
    Result.Rest.Damaged += Rest.Damaged;
    Result.Rest.DamagedBytes += Rest.DamagedBytes;
    Result.Rest.Superseded += Rest.Superseded;
    Result.Rest.SupersededBytes += Rest.SupersededBytes;
    Result.Sets.push_back(std::move(*Set));
  }
  if (Result.Sets.size() > 1) {
    Expected<BitVector> IsSuperseded = findSuperseded(Result.Rows);
    if (!IsSuperseded)
      return IsSuperseded.takeError();
    size_t I = 0;
    llvm::erase_if(Result.Rows,
                   [&](SegmentOfSet) { return (*IsSuperseded)[I++]; });
  }
  if (Result.Rows.empty() && !Choice.isAll())
    return makeError("no profile with '" + Choice.text() + "' in '" +
                     join(Paths, "', '") + "'");
  llvm::stable_sort(Result.Rows, [](SegmentOfSet A, SegmentOfSet B) {
    return std::tie(A->Start, A->Offset) < std::tie(B->Start, B->Offset);
  });
  return std::move(Result);
}

static std::string nameOfSignal(uint32_t Signal) {
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 32)
  if (const char *Name = sigabbrev_np(Signal))
    return std::string("SIG") + Name;
#endif
  return "signal " + utostr(Signal);
}

/// Returns how the processes of \p Head ended; nothing if they differ.
static std::string endingOf(const SegmentHead &Head) {
  switch (Head.Ending & ~GMON_SOME_WENT_ON) {
  case GMON_STILL_RUNNING:
    return "running";
  case GMON_ENDED:
    return "exited";
  case GMON_ENDED_BY_EXEC:
    return "exec";
  case GMON_ENDED_BY_SIGNAL:
    return nameOfSignal(Head.Signal);
  case GMON_ENDED_BY_LABEL:
    return "label";
  case GMON_ENDED_DIFFERENTLY:
    return "";
  default:
    return "unknown (" + utostr(Head.Ending) + ")";
  }
}

static std::string startOf(const Segment &S) {
  const sys::TimePoint<> Start{std::chrono::nanoseconds(S.Start)};
  return formatv("{0:%Y-%m-%d %H:%M:%S}", Start).str();
}

static double secondsOf(const SegmentHead &Head) {
  return double(Head.elapsed()) * 1e-9;
}

static std::string rankOf(const Segment &S) {
  return S.Rank == GMON_NO_RANK ? "" : utostr(S.Rank);
}

static std::string processOf(const Segment &S) {
  return S.Processes == 1 ? utostr(S.Process)
                          : utostr(S.Processes) + " processes";
}

/// Returns the number of \p What, with an s if it is not 1.
static std::string numbered(uint64_t Number, StringRef What) {
  return groupedNumber(double(Number)) + " " + What.str() +
         (Number == 1           ? ""
          : What.ends_with("s") ? "es"
                                : "s");
}

static std::string summaryOf(const SetsSummary &Sets) {
  std::string Text = Sets.mayCountTwice() ? "up to " : "";
  Text += numbered(Sets.numProcesses(), "process");
  if (const size_t Labels = Sets.numLabels())
    Text += ", " + numbered(Labels, "label");
  if (const size_t Ranks = Sets.numRanks())
    Text += ", " + numbered(Ranks, "rank");
  if (std::string Missing = Sets.missingRanks(); Sets.IsAll && !Missing.empty())
    Text += " (without " + Missing + ")";
  if (Sets.Rest.Superseded)
    Text += ", " + numbered(Sets.Rest.SupersededBytes, "superseded byte");
  if (Sets.Rest.Damaged)
    Text += ", " + numbered(Sets.Rest.DamagedBytes, "damaged byte");
  return Text;
}

/// Reads the head of \p Row. Sets \p Failure if the file has changed meanwhile.
static SegmentHead headOf(SegmentOfSet Row, Error &Failure) {
  Expected<SegmentHead> Head = Row.Set->headOf(*Row.Chosen);
  if (Head)
    return *Head;
  if (Failure)
    consumeError(Head.takeError());
  else
    Failure = Head.takeError();
  SegmentHead Known;
  static_cast<Segment &>(Known) = *Row.Chosen;
  return Known;
}

static Error printText(raw_ostream &OS, const SetsSummary &Sets,
                       const Terminal &Display) {
  const bool HasRanks = Sets.numRanks(), HasLabels = Sets.numLabels();
  const bool HasHosts = Sets.numHosts() > 1;
  using Head = SegmentHead;
  TableOf<Head> Table;
  Table.add("process", processOf);
  if (HasRanks)
    Table.add("rank", rankOf);
  Table.add("start", startOf);
  Table.add("time", [](const Head &S) { return shortTime(secondsOf(S)); });
  Table.add("bytes",
            [](const Head &S) { return groupedNumber(double(S.Size)); });
  Table.add("ended", endingOf, TextTable::Text);
  if (HasHosts)
    Table.add(
        "host", [](const Head &S) { return S.host().str(); }, TextTable::Text);
  if (HasLabels)
    Table.add(
        "label", [](const Head &S) { return S.label().str(); },
        TextTable::Text);
  Table.add(
      "program",
      [](const Head &S) { return sys::path::filename(S.program()).str(); },
      TextTable::Name);
  Error Failure = Error::success();
  if (!Sets.Rows.empty())
    Table.print(OS, Display, Sets.Rows.size(),
                [&](size_t I) { return headOf(Sets.Rows[I], Failure); });
  OS << (Sets.Rows.empty() ? "" : "\n") << summaryOf(Sets) << '\n';
  return Failure;
}

static Error printJson(raw_ostream &OS, const SetsSummary &Sets) {
  Error Failure = Error::success();
  json::OStream Out(OS, 2);
  auto PrintRow = [&](const SegmentHead &Row) {
    Out.attribute("process", Row.Process);
    Out.attribute("processes", Row.Processes);
    Out.attribute("program", json::fixUTF8(Row.program()));
    if (Row.Rank != GMON_NO_RANK)
      Out.attribute("rank", Row.Rank);
    Out.attribute("label", json::fixUTF8(Row.label()));
    Out.attribute("host", json::fixUTF8(Row.host()));
    Out.attribute("start_seconds", double(Row.Start) * 1e-9);
    Out.attribute("seconds", secondsOf(Row));
    Out.attribute("bytes", Row.Size);
    Out.attribute("ended", endingOf(Row));
  };
  Out.object([&] {
    Out.attribute("format", "llvm-gprof-sets");
    Out.attribute("version", 1);
    Out.attribute("processes", Sets.numProcesses());
    Out.attribute("superseded_bytes", Sets.Rest.SupersededBytes);
    Out.attribute("damaged_bytes", Sets.Rest.DamagedBytes);
    Out.attributeArray("segments", [&] {
      for (SegmentOfSet Row : Sets.Rows)
        Out.object([&] { PrintRow(headOf(Row, Failure)); });
    });
  });
  OS << '\n';
  return Failure;
}

Expected<int> command::sets(const CommandLine &Line, Context &Ctx) {
  Expected<StringRef> Format =
      formatOf(Line, " of sets", {"text", "markdown", "json"});
  if (!Format)
    return Format.takeError();
  const Terminal Display = Terminal::of(Ctx.OS, Line);
  Expected<SetsSummary> Sets = readSets(Line);
  if (!Sets)
    return Sets.takeError();
  Error Failure = Error::success();
  if (*Format == "json")
    Failure = printJson(Ctx.OS, *Sets);
  else
    printInFormat(Ctx.OS, *Format, Display,
                  [&](raw_ostream &OS, const Terminal &Shown) {
                    Failure = printText(OS, *Sets, Shown);
                  });
  if (Failure)
    return std::move(Failure);
  return EXIT_SUCCESS;
}
