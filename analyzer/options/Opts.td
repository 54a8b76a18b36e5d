//===-- Opts.td - The command line of llvm-gprof -----------*- tablegen -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The options of gprof, each with its letter, its long name and its line of
// --help. An optional argument is attached to its option (-pmain,
// --flat-profile=main); a required one may also be the next word (-m 5,
// --min-count 5). --help lists the options by group; an alias shares the line of
// its option. What gprof has not is an option of a command: see CommandOpts.td.
//
//===----------------------------------------------------------------------===//

include "llvm/Option/OptParser.td"

/// GNU gprof has no option of this name, so the name makes no abbreviation
/// of a GNU option ambiguous.
def NotInGnu : OptionFlag;

class Letter<string letter, string help> : Flag<["-"], letter>, HelpText<help>;

multiclass Switch<string letter, string long, string help> {
  def NAME : Letter<letter, help>;
  def NAME#_long : Flag<["--"], long>, Alias<!cast<Option>(NAME)>;
}

multiclass OptionalArgument<string letter, string long, string meta,
                            string help> {
  def NAME : Joined<["-"], letter>, MetaVarName<meta>, HelpText<help>;
  def NAME#_long : Flag<["--"], long>, Alias<!cast<Option>(NAME)>;
  def NAME#_long_eq : Joined<["--"], long#"=">, Alias<!cast<Option>(NAME)>;
}

class RequiredLetter<string letter, string meta, string help>
  : JoinedOrSeparate<["-"], letter>, MetaVarName<meta>, HelpText<help>;

multiclass RequiredArgument<string letter, string long, string meta,
                            string help> {
  def NAME : RequiredLetter<letter, meta, help>;
  def NAME#_long : Separate<["--"], long>, Alias<!cast<Option>(NAME)>;
  def NAME#_long_eq : Joined<["--"], long#"=">, Alias<!cast<Option>(NAME)>;
}

multiclass LongArgument<string long, string meta, string help> {
  def NAME : Separate<["--"], long>, Flags<[NotInGnu]>, MetaVarName<meta>,
    HelpText<help>;
  def NAME#_eq : Joined<["--"], long#"=">, Alias<!cast<Option>(NAME)>,
    Flags<[NotInGnu]>;
}

def reports : OptionGroup<"reports">,
  HelpText<"Reports (the flat profile and the call graph if none is named)">;
let Group = reports in {
defm flat : OptionalArgument<"p", "flat-profile", "symspec",
  "Flat profile [of these symbols]">;
defm graph : OptionalArgument<"q", "graph", "symspec",
  "Call graph [of these symbols or arcs]">;
def graph_b : Flag<["-"], "B">, Alias<graph>;
defm exec : OptionalArgument<"C", "exec-counts", "symspec",
  "Calls of functions and, with -l, of blocks">;
defm annotate : OptionalArgument<"A", "annotated-source", "symspec",
  "Source files with the counts of their lines">;
defm file_info : Switch<"i", "file-info",
  "What each profile data file contains">;
defm sum : Switch<"s", "sum",
  "Write the sum of the data files to gmon.sum">;
defm no_flat : OptionalArgument<"P", "no-flat-profile", "symspec",
  "No flat profile [of these symbols]">;
defm no_graph : OptionalArgument<"Q", "no-graph", "symspec",
  "No call graph [of these symbols or arcs]">;
defm no_exec : OptionalArgument<"Z", "no-exec-counts", "symspec",
  "No execution counts [of these symbols]">;
defm no_annotate : OptionalArgument<"J", "no-annotated-source", "symspec",
  "No annotated source [of these symbols]">;
defm function_order : Switch<"r", "function-ordering",
  "Order of functions for the linker">;
defm file_order : RequiredArgument<"R", "file-ordering", "map",
  "Order of object files by a map of llvm-nm">;
}

def accounting : OptionGroup<"accounting">,
  HelpText<"Attribution of samples and calls">;
let Group = accounting in {
defm line : Switch<"l", "line", "Report source lines, not functions">;
defm no_static : Switch<"a", "no-static",
  "Merge static functions into those before them">;
defm only_functions : Switch<"D", "ignore-non-functions",
  "Ignore local symbols that are not functions">;
defm static_calls : Switch<"c", "static-call-graph",
  "Add calls in the code that were not executed">;
def break_cycles : Flag<["--"], "break-cycles">, Flags<[NotInGnu]>;
def break_cycles_eq : Joined<["--"], "break-cycles=">, Flags<[NotInGnu]>,
  MetaVarName<"max">, HelpText<"Remove up to this many arcs (100) from cycles">;
def exclude_arc : RequiredLetter<"k", "from/to",
  "Ignore the calls from one to the other">;
defm time : RequiredArgument<"n", "time", "symspec",
  "Propagate only the time of these symbols">;
defm no_time : RequiredArgument<"N", "no-time", "symspec",
  "Do not propagate the time of these symbols">;
}

def entries : OptionGroup<"entries">,
  HelpText<"Entries of the call graph">;
let Group = entries in {
def include_graph : RequiredLetter<"f", "symspec",
  "Only these symbols and what they call">;
def include_graph_time : RequiredLetter<"F", "symspec",
  "Like -f; percentages are of their time">;
def exclude_graph : RequiredLetter<"e", "symspec", "Not these symbols">;
def exclude_graph_time : RequiredLetter<"E", "symspec",
  "Like -e; percentages are without their time">;
}

def layout : OptionGroup<"layout">, HelpText<"Output">;
let Group = layout in {
defm brief : Switch<"b", "brief", "No explanations">;
defm zero : Switch<"z", "display-unused-functions",
  "Also functions without calls and time">;
defm traditional : Switch<"T", "traditional", "The style of BSD's gprof">;
defm width : RequiredArgument<"w", "width", "columns",
  "Width of the index (80)">;
defm print_path : Switch<"L", "print-path", "Full paths of source files">;
def inline_file_names : Flag<["--"], "inline-file-names">,
  HelpText<"File and line after each name">;
def demangle : Flag<["--"], "demangle">;
def demangle_eq : Joined<["--"], "demangle=">, MetaVarName<"style">,
  Values<"auto,none,gnu-v3,rust,dlang">,
  HelpText<"auto (default), none, gnu-v3, rust or dlang">;
defm output_style : LongArgument<"output-style", "style",
  "LLVM, or GNU: what GNU gprof prints">, Values<"LLVM,GNU">;
def no_demangle : Flag<["--"], "no-demangle">,
  HelpText<"Do not demangle names">;
}

def source : OptionGroup<"source">, HelpText<"Details of annotated source">;
let Group = source in {
defm all_lines : Switch<"x", "all-lines",
  "Counts at each line of a block, not the first">;
defm min_count : RequiredArgument<"m", "min-count", "count",
  "##### for lines executed less often (1)">;
defm table_length : RequiredArgument<"t", "table-length", "lines",
  "List this many most executed lines (10)">;
defm directory_path : RequiredArgument<"I", "directory-path", "folders",
  "Search these folders (a:b:c) for sources">;
defm separate_files : Switch<"y", "separate-files",
  "A file NAME-ann for each source file">;
}

def inputs : OptionGroup<"inputs">, HelpText<"Input">;
let Group = inputs in {
defm file_format : RequiredArgument<"O", "file-format", "format",
  "auto (default), magic, bsd or 4.4bsd">, Values<"auto,magic,bsd,4.4bsd">;
defm external_symbols : RequiredArgument<"S", "external-symbol-table", "file",
  "Symbols as nm prints them">;
}

def others : OptionGroup<"others">, HelpText<"Others">;
let Group = others in {
def classic : Flag<["--"], "classic">, Flags<[NotInGnu]>,
  HelpText<"gprof's reports also on a terminal">;
def summary : Flag<["--"], "summary">, Flags<[NotInGnu]>,
  HelpText<"The summary also where it is no terminal">;
def no_pager : Flag<["--"], "no-pager">, Flags<[NotInGnu]>,
  HelpText<"Print long output without a pager">;
defm help : Switch<"h", "help", "This help">;
defm version : Switch<"v", "version", "The version">;
defm debug : OptionalArgument<"d", "debug", "bits",
  "Show the work of these stages (all)">;
}
