//===-- ReportCommand.cpp - llvm-gprof report -----------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints a table of the functions, or lines, that took time or were called,
// sorted as the user chooses.
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"
#include "Commands.h"
#include "model/FunctionLookup.h"
#include "TextTable.h"
#include "driver/Driver.h"
#include "support/Printable.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Path.h"

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

namespace {

enum class SortKey { Self, Total, Calls, Call, Name };

struct ReportRow {
  std::string Name;
  double Self = 0;  ///< in samples
  double Total = 0; ///< with callees
  uint64_t Calls = 0;

  double eachCall() const { return Calls ? Self / double(Calls) : 0; }
};

/// The settings from the command's options.
struct ReportSettings {
  SortKey Sort = SortKey::Self;
  uint64_t Top = UINT64_MAX;
  std::string Focus; ///< or empty
  bool ShowErrors = false;
  Terminal Display;
};

} // namespace

static Expected<ReportSettings> takeSettings(const CommandLine &Line,
                                             raw_ostream &OS) {
  ReportSettings Settings;
  StringRef Key = Line.valueOf(OPT_sort, "self");
  auto Sort = StringSwitch<std::optional<SortKey>>(Key)
                  .Case("self", SortKey::Self)
                  .Case("total", SortKey::Total)
                  .Case("calls", SortKey::Calls)
                  .Case("call", SortKey::Call)
                  .Case("name", SortKey::Name)
                  .Default(std::nullopt);
  if (!Sort)
    return makeError(
        "option '--sort' expects self, total, calls, call or name, "
        "not '" +
        Key + "'");
  Settings.Sort = *Sort;
  if (Error E = Line.numberOf(OPT_top, 1, UINT64_MAX).moveInto(Settings.Top))
    return std::move(E);
  if (Error E = Terminal::of(OS, Line).moveInto(Settings.Display))
    return std::move(E);
  Settings.Focus = Line.valueOf(OPT_focus, "").str();
  Settings.ShowErrors = Line.has(OPT_errors);
  return Settings;
}

/// Returns the functions called \p Name and their direct and indirect callees.
static Expected<BitVector> focusOn(const ProfileModel &Model, StringRef Name) {
  Expected<SmallVector<FunctionIndex, 1>> Found =
      FunctionLookup(Model).findMeant(
          Name,
          "no function '" + shortened(Name) + "' was called or sampled");
  if (!Found)
    return Found.takeError();
  SmallVector<FunctionIndex, 1> Left = std::move(*Found);
  BitVector Chosen(Model.Functions.size());
  while (!Left.empty()) {
    FunctionIndex I = Left.pop_back_val();
    if (Chosen.test(I))
      continue;
    Chosen.set(I);
    for (ArcIndex A : Model.Functions[I].Callees)
      Left.push_back(Model.Arcs[A].Callee);
  }
  return Chosen;
}

static std::vector<ReportRow> makeRows(const ProfileModel &Model,
                                       const BitVector &Chosen) {
  std::vector<ReportRow> Rows;
  if (Model.Run.IsByLine) {
    for (const ModelRow &Row : Model.Flat)
      if (Chosen.test(Row.Function))
        Rows.push_back({Row.nameOfLine(), Row.Self, Row.Total, Row.Calls});
    return Rows;
  }
  for (FunctionIndex I = 0; I < Model.Functions.size(); ++I) {
    const ModelFunction &F = Model.Functions[I];
    uint64_t Calls = F.Calls + F.SelfCalls;
    double Total = F.Self + F.Children;
    if (Chosen.test(I) && (Calls || Total > 0))
      Rows.push_back({F.Name.str(), F.Self, Total, Calls});
  }
  return Rows;
}

static void sortRows(std::vector<ReportRow> &Rows, SortKey Key) {
  auto KeyOf = [Key](const ReportRow &Row) {
    switch (Key) {
    case SortKey::Self:
      return Row.Self;
    case SortKey::Total:
      return Row.Total;
    case SortKey::Calls:
      return double(Row.Calls);
    case SortKey::Call:
      return Row.eachCall();
    case SortKey::Name:
      return 0.0;
    }
    llvm_unreachable("a key that is none");
  };
  llvm::stable_sort(Rows, [&](const ReportRow &A, const ReportRow &B) {
    double Left = KeyOf(A), Right = KeyOf(B);
    return Left != Right ? Left > Right : A.Name < B.Name;
  });
}

static void printRows(raw_ostream &OS, const ProfileModel &Model,
                      ArrayRef<ReportRow> Rows,
                      const ReportSettings &Settings) {
  bool HasTimes = Model.Run.HasTimes;
  TextTable Table;
  if (HasTimes) {
    Table.addColumn("self %");
    Table.addColumn("self s");
    if (Settings.ShowErrors)
      Table.addColumn("+-");
    Table.addColumn("total s");
  }
  Table.addColumn("calls");
  if (HasTimes)
    Table.addColumn("self/call");
  Table.addColumn("name", /*IsNumber=*/false);
  for (const ReportRow &Row : Rows) {
    std::vector<Cell> Cells;
    auto Add = [&](std::string Text,
                   std::optional<raw_ostream::Colors> Color = std::nullopt) {
      Cells.push_back({std::move(Text), Color});
    };
    double Percent = ProfileModel::percent(Row.Self, Model.Run.Total);
    std::optional<raw_ostream::Colors> Heat = heatOf(Percent);
    if (HasTimes) {
      Add(fixed(Percent, 1), Heat);
      Add(fixed(Model.seconds(Row.Self), 2), Heat);
      if (Settings.ShowErrors)
        Add(fixed(Model.seconds(Model.errorOf(Row.Self)), 2));
      Add(fixed(Model.seconds(Row.Total), 2));
    }
    Add(Row.Calls ? utostr(Row.Calls) : "");
    if (HasTimes)
      Add(Row.Calls && Row.Self > 0 ? shortTime(Model.seconds(Row.eachCall()))
                                    : "");
    Add(Row.Name);
    Table.addRow(std::move(Cells));
  }
  Table.print(OS, Settings.Display);
}

/// Prints which part of the process's time the table covers. The rest is in the
/// runtime, which is excluded from all reports (mainly the hooks that
/// unoptimized code calls), and in the C library and other modules.
static void printProcessTime(raw_ostream &OS, const ProfileModel &Model) {
  const ModelRun &Run = Model.Run;
  double All = Run.Total + Run.ExcludedSamples + Run.RunNotes.OtherSamples;
  if (!Run.HasTimes || All == Run.Total)
    return;
  OS << fixed(Model.seconds(All), 2)
     << " s: " << fixed(Model.seconds(Run.Total), 2) << " s in "
     << sys::path::filename(Run.Program);
  auto PrintPart = [&](double Samples, const char *Where) {
    if (Samples > 0)
      OS << ", " << fixed(Model.seconds(Samples), 2) << " s ("
         << fixed(ProfileModel::percent(Samples, All), 1) << "%) in " << Where;
  };
  PrintPart(Run.ExcludedSamples, "the profiler");
  PrintPart(Run.RunNotes.OtherSamples, "other modules");
  OS << '\n';
}

Expected<int> command::report(const CommandLine &Line, Context &To) {
  Expected<ReportSettings> Settings = takeSettings(Line, To.OS);
  if (!Settings)
    return Settings.takeError();
  auto Print = [&](const ProfileModel &Model) -> Error {
    BitVector Chosen(Model.Functions.size(), true);
    if (!Settings->Focus.empty())
      if (Error E = focusOn(Model, Settings->Focus).moveInto(Chosen))
        return E;
    std::vector<ReportRow> Rows = makeRows(Model, Chosen);
    sortRows(Rows, Settings->Sort);
    printProcessTime(To.OS, Model);
    size_t NumRows = std::min<uint64_t>(Rows.size(), Settings->Top);
    printRows(To.OS, Model, ArrayRef(Rows).take_front(NumRows), *Settings);
    if (NumRows < Rows.size())
      To.OS << Rows.size() - NumRows << " more\n";
    return Error::success();
  };
  Expected<Options> Opts = viewOptions(Line, Line.inputs());
  if (!Opts)
    return Opts.takeError();
  if (Error E = computeModel(*Opts, To.Warn, Print))
    return std::move(E);
  return EXIT_SUCCESS;
}
