//===-- CommandOpts.td - The options of the commands -------*- tablegen -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The options of llvm-gprof's commands, with the commands that accept them. An
// option has the same meaning in all of its commands. A required argument
// follows "=" or is the next word.
//
//===----------------------------------------------------------------------===//

include "llvm/Option/OptParser.td"

// CommandLine.cpp says what they are.
def check : OptionVisibility;
def completion : OptionVisibility;
def coverage : OptionVisibility;
def diff : OptionVisibility;
def export_profile : OptionVisibility;
def list_source : OptionVisibility;
def merge : OptionVisibility;
def pgo : OptionVisibility;
def report : OptionVisibility;
def sets : OptionVisibility;
def tests : OptionVisibility;

class For<list<OptionVisibility> commands> {
  list<OptionVisibility> Visibility = commands;
}

multiclass Switch<string letter, string long, string help,
                  list<OptionVisibility> commands> {
  def NAME : Flag<["--"], long>, HelpText<help>, For<commands>;
  if !ne(letter, "") then
    def NAME#_letter : Flag<["-"], letter>, Alias<!cast<Option>(NAME)>,
                       For<commands>;
}

multiclass Argument<string letter, string long, string meta, string help,
                    list<OptionVisibility> commands> {
  def NAME : Separate<["--"], long>, MetaVarName<meta>, HelpText<help>,
             For<commands>;
  def NAME#_eq : Joined<["--"], long#"=">, Alias<!cast<Option>(NAME)>,
                 For<commands>;
  if !ne(letter, "") then
    def NAME#_letter : JoinedOrSeparate<["-"], letter>,
                       Alias<!cast<Option>(NAME)>, For<commands>;
}

defm weighted : Argument<"w", "weighted-input", "weight,file",
  "Count this file so many times", [merge]>;
defm list_file : Argument<"f", "input-files", "list",
  "Read file names from this list", [merge]>;
defm output : Argument<"o", "output", "file",
  "Write to this file (merge: gmon.sum)", [diff, export_profile, merge, pgo]>;
defm program : Argument<"", "program", "file",
  "Reject files of other programs", [merge]>;
defm jobs : Argument<"j", "jobs", "number",
  "Read this many files at a time", [merge]>;
defm quiet : Switch<"q", "quiet", "Print only the rules that fail", [check]>;
defm line : Switch<"l", "line", "By line of source code, not by function",
  [diff, export_profile, report]>;
defm shares : Switch<"", "shares", "Compare shares of the time, not seconds",
  [diff]>;
defm tolerance : Argument<"", "tolerance", "percent",
  "Ignore changes up to this (1)", [diff]>;
defm risk : Argument<"", "risk", "percent",
  "Risk of reporting a false change (5)", [diff]>;
defm all : Switch<"", "all", "All rows, also of no change or little time",
  [diff, export_profile, report]>;
defm summary : Switch<"", "summary",
  "Twenty rows, the hot path, and what to ask next", [report]>;
defm top : Argument<"n", "top", "number", "At most this many rows",
  [diff, report]>;
defm format : Argument<"", "format", "name",
  "Form of the output; see 'help formats'",
  [check, diff, export_profile, report, sets, tests]>,
  Values<"text,markdown,json,html">;
defm table : Argument<"", "table", "name",
  "csv: functions (default), arcs, executions, lines", [export_profile]>,
  Values<"functions,arcs,executions,lines">;
defm baseline : Argument<"", "baseline", "file",
  "Values that rules compare with", [check]>;
defm write_baseline : Argument<"", "write-baseline", "file",
  "Check nothing; write these values", [check]>;
defm exit_code : Switch<"", "exit-code",
  "Exit with 1 if there is a significant change", [diff]>;
defm columns : Argument<"", "width", "columns",
  "Columns of a line; 0 is no limit",
  [diff, list_source, report, sets, tests]>;
defm color : Argument<"", "color", "when", "auto (default), always or never",
  [diff, list_source, report, sets, tests]>,
  Values<"auto,always,never">;
defm sort : Argument<"s", "sort", "key",
  "self (default), total, calls, call or name", [report]>,
  Values<"self,total,calls,call,name">;
defm focus : Argument<"", "focus", "name",
  "Only stacks with this function; or only this file", [list_source, report]>;
defm ignore : Argument<"", "ignore", "name",
  "Only stacks without this function", [report]>;
defm callers : Argument<"", "callers", "function",
  "Who calls it, how often, and how long that takes", [report]>;
defm callees : Argument<"", "callees", "function",
  "What it calls, how often, and how long that takes", [report]>;
defm tree : Switch<"", "tree", "Tree of calls; the hot path is first",
  [report]>;
defm ranks : Switch<"", "ranks",
  "Imbalance between the ranks of an MPI job, by function", [report]>;
defm mpi : Switch<"", "mpi",
  "Time in MPI, by function and size of the communicator", [report]>;
defm rank : Argument<"", "rank", "list",
  "Of sets: only these ranks, as in 7,10-12",
  [check, coverage, diff, export_profile, list_source, merge, pgo, report, sets,
   tests]>;
defm label : Argument<"", "label", "pattern",
  "Of sets: only profiles with this label",
  [check, coverage, diff, export_profile, list_source, merge, pgo, report, sets,
   tests]>;
defm process : Argument<"", "process", "process",
  "Of sets: this number, or pattern of a program",
  [check, coverage, diff, export_profile, list_source, merge, pgo, report, sets,
   tests]>;
defm by : Argument<"", "by", "what",
  "Parts, such as thread, label, rank, process",
  [export_profile, merge, report]>,
  Values<"function,module,thread,label,rank,process,program">;
defm calls : Argument<"", "calls", "function",
  "Tests that call it, or another one of these", [tests]>;
defm runs : Argument<"", "runs", "file:line",
  "Tests that run this line, or another one of these", [tests]>;
defm changed_lines : Argument<"", "changed-lines", "diff",
  "Coverage, or tests, of the lines that this diff changes", [check, tests]>;
defm names : Switch<"", "names", "The labels alone, one a line", [tests]>;
defm depth : Argument<"", "depth", "levels", "Levels of calls in a tree",
  [report]>;
defm min_percent : Argument<"", "min-percent", "percent",
  "Leave out smaller parts", [export_profile, report]>;
defm min_calls : Argument<"", "min-calls", "number",
  "filter: functions with more calls (1000000)", [export_profile]>;
defm assembly_bytes : Argument<"", "assembly-bytes", "bytes",
  "html, json: instructions of so much code", [export_profile]>;
defm inlines : Switch<"", "inlines",
  "json, pprof: lines with chains of inlined calls", [export_profile]>;
defm short_names : Switch<"", "short-names",
  "C++ names without arguments if unambiguous", [export_profile]>;
defm demangle : Argument<"", "demangle", "style",
  "auto (default), none, gnu-v3, rust or dlang", [export_profile]>,
  Values<"auto,none,gnu-v3,rust,dlang">;
defm errors : Switch<"", "errors", "The sampling error of times", [report]>;
defm assembly : Switch<"", "assembly",
  "The instructions of each line, with time and counts", [list_source]>;
defm full_names : Switch<"", "full-names", "C++ names with all arguments",
  [diff, list_source, report]>;
defm source_path : Argument<"I", "directory-path", "folders",
  "Search these folders (a:b:c) for sources", [diff, export_profile, list_source]>;
defm cost : Argument<"", "cost", "name",
  "instructions, loads, ... instead of time",
  [check, diff, export_profile, list_source, report]>;
defm debug_folders : Argument<"", "debug-file-directory", "folders",
  "Search these (a:b:c) for debug files",
  [check, diff, export_profile, list_source, report]>;
defm any_source : Switch<"", "embed-any-source", "Sources from any folder",
  [diff, export_profile, list_source]>;
defm no_pager : Switch<"", "no-pager", "Print long output without a pager",
  [check, diff, export_profile, list_source, report, sets, tests]>;
defm help : Switch<"h", "help", "This help",
  [check, completion, coverage, diff, export_profile, list_source, merge, pgo,
   report, sets, tests]>;
