//===-- Opts.td - The command line of llvm-gprof -----------*- tablegen -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every option, with its letter, its long name and its line of --help. An
// optional argument is attached to its option (-pmain, --flat-profile=main); a
// required one may also be the next word (-m 5, --min-count 5). --help lists
// the options by group; an alias shares the line of its option.
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
def threads : Flag<["--"], "threads">, Flags<[NotInGnu]>;
def threads_eq : Joined<["--"], "threads=">, Flags<[NotInGnu]>,
  MetaVarName<"file">, HelpText<"Time and calls of each thread">;
def make_filter : Flag<["--"], "make-filter">, Flags<[NotInGnu]>;
def make_filter_eq : Joined<["--"], "make-filter=">, Flags<[NotInGnu]>,
  MetaVarName<"calls[,percent]">, HelpText<"Functions not worth counting">;
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
def line_arcs : Flag<["--"], "line-arcs">, Flags<[NotInGnu]>,
  HelpText<"With -l, arcs between functions, not lines">;
defm cost : LongArgument<"cost", "name",
  "instructions, loads, ... instead of time">;
def subtract_hooks : Flag<["--"], "subtract-hooks">, Flags<[NotInGnu]>,
  HelpText<"Subtract the time of entry hooks">;
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
def inlines : Flag<["--"], "inlines">, Flags<[NotInGnu]>,
  HelpText<"By line, with chains of inlined calls">;
def errors : Flag<["--"], "errors">, Flags<[NotInGnu]>,
  HelpText<"The sampling error of times">;
def measured : Flag<["--"], "measured">, Flags<[NotInGnu]>,
  HelpText<"Call graph with the times of samples' stacks">;
def short_names : Flag<["--"], "short-names">, Flags<[NotInGnu]>,
  HelpText<"C++ names without arguments if unambiguous">;
defm format : LongArgument<"format", "name",
  "text (default), json, csv or another">;
defm html : LongArgument<"html", "file",
  "Write a page for a browser">;
defm min_percent : LongArgument<"min-percent", "percent",
  "Omit items below this, in some formats">;
defm assembly_bytes : LongArgument<"assembly-bytes", "bytes",
  "html, json: instructions of so much code">;
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
def any_source : Flag<["--"], "embed-any-source">, Flags<[NotInGnu]>,
  HelpText<"--html: sources from any folder">;
defm separate_files : Switch<"y", "separate-files",
  "A file NAME-ann for each source file">;
}

def inputs : OptionGroup<"inputs">, HelpText<"Input">;
let Group = inputs in {
defm file_format : RequiredArgument<"O", "file-format", "format",
  "auto (default), magic, bsd or 4.4bsd">, Values<"auto,magic,bsd,4.4bsd">;
defm external_symbols : RequiredArgument<"S", "external-symbol-table", "file",
  "Symbols as nm prints them">;
defm rank : LongArgument<"rank", "list",
  "Of sets: only these ranks, as in 7,10-12">;
defm label : LongArgument<"label", "pattern",
  "Of sets: only profiles with this label">;
defm process : LongArgument<"process", "process",
  "Of sets: this number, or pattern of a program">;
defm debug_folders : LongArgument<"debug-file-directory", "folders",
  "Search these (a:b:c) for debug files">;
}

def others : OptionGroup<"others">, HelpText<"Others">;
let Group = others in {
def no_pager : Flag<["--"], "no-pager">, Flags<[NotInGnu]>,
  HelpText<"Print long output without a pager">;
defm help : Switch<"h", "help", "This help">;
defm version : Switch<"v", "version", "The version">;
defm debug : OptionalArgument<"d", "debug", "bits",
  "Show the work of these stages (all)">;
}
