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
// required one may also be the next word (-m 5, --min-count 5).
//
//===----------------------------------------------------------------------===//

include "llvm/Option/OptParser.td"

class Letter<string letter, string help> : Flag<["-"], letter>, HelpText<help>;

multiclass Switch<string letter, string long, string help> {
  def NAME : Letter<letter, help>;
  def NAME#_long : Flag<["--"], long>, Alias<!cast<Option>(NAME)>,
    HelpText<"The same as -"#letter>;
}

multiclass LongSwitch<string long, string help> {
  def NAME : Flag<["--"], long>, HelpText<help>;
}

multiclass OptionalArgument<string letter, string long, string meta,
                            string help> {
  def NAME : Joined<["-"], letter>, MetaVarName<meta>, HelpText<help>;
  def NAME#_long : Flag<["--"], long>, Alias<!cast<Option>(NAME)>;
  def NAME#_long_eq : Joined<["--"], long#"=">, Alias<!cast<Option>(NAME)>,
    MetaVarName<meta>, HelpText<"The same as -"#letter>;
}

class RequiredLetter<string letter, string meta, string help>
  : JoinedOrSeparate<["-"], letter>, MetaVarName<"<"#meta#">">, HelpText<help>;

multiclass RequiredArgument<string letter, string long, string meta,
                            string help> {
  def NAME : RequiredLetter<letter, meta, help>;
  def NAME#_long : Separate<["--"], long>, Alias<!cast<Option>(NAME)>;
  def NAME#_long_eq : Joined<["--"], long#"=">, Alias<!cast<Option>(NAME)>,
    MetaVarName<"<"#meta#">">, HelpText<"The same as -"#letter>;
}

// Reports.
defm flat : OptionalArgument<"p", "flat-profile", "[symspec]",
  "Print the flat profile [of these symbols]">;
defm no_flat : OptionalArgument<"P", "no-flat-profile", "[symspec]",
  "Leave the flat profile out; with a symspec: print it without these symbols">;
defm graph : OptionalArgument<"q", "graph", "[symspec]",
  "Print the call graph [of these symbols, or of the arcs from/to]">;
defm no_graph : OptionalArgument<"Q", "no-graph", "[symspec]",
  "Leave the call graph out; with a symspec: print it without these symbols">;
def graph_b : Letter<"B", "The same as -q">;
defm exec : OptionalArgument<"C", "exec-counts", "[symspec]",
  "Print how often functions, and with -l basic blocks, were executed">;
defm no_exec : OptionalArgument<"Z", "no-exec-counts", "[symspec]",
  "Leave execution counts out; with a symspec: print those of other symbols">;
defm annotate : OptionalArgument<"A", "annotated-source", "[symspec]",
  "Print source files with the counts of their lines">;
defm no_annotate : OptionalArgument<"J", "no-annotated-source", "[symspec]",
  "Leave annotated source out; with a symspec: print it for other symbols">;
defm file_info : Switch<"i", "file-info",
  "Print what each profile data file contains">;
defm sum : Switch<"s", "sum",
  "Write the sum of the profile data files to gmon.sum">;

// What is analyzed.
defm line : Switch<"l", "line", "Account by source line, not by function">;
defm no_static : Switch<"a", "no-static",
  "Account static functions to the function that precedes them">;
defm only_functions : Switch<"D", "ignore-non-functions",
  "Ignore local symbols that are not functions">;
defm time : RequiredArgument<"n", "time", "symspec",
  "Propagate only the time of these symbols">;
defm no_time : RequiredArgument<"N", "no-time", "symspec",
  "Do not propagate the time of these symbols">;
def exclude_arc : RequiredLetter<"k", "from/to",
  "Ignore the arcs from one symspec to the other">;
def exclude_graph : RequiredLetter<"e", "symspec",
  "Leave the entry of these symbols out of the call graph">;
def exclude_graph_time : RequiredLetter<"E", "symspec",
  "Like -e, and leave their time out of the percentages as well">;
def include_graph : RequiredLetter<"f", "symspec",
  "Print only these symbols and what they call in the call graph">;
def include_graph_time : RequiredLetter<"F", "symspec",
  "Like -f, and count only their time in the percentages">;

// How it is printed.
defm brief : Switch<"b", "brief", "Print no explanations">;
defm zero : Switch<"z", "display-unused-functions",
  "Print functions that were never called and have no time, too">;
defm traditional : Switch<"T", "traditional",
  "Print the flat profile and the call graph in BSD's style">;
defm width : RequiredArgument<"w", "width", "columns",
  "Print the index this wide (80)">;
defm print_path : Switch<"L", "print-path", "Print full paths of source files">;
defm inline_file_names : LongSwitch<"inline-file-names",
  "Print the source file and line after each name">;
def demangle : Flag<["--"], "demangle">,
  HelpText<"Print demangled names, the default">;
def demangle_eq : Joined<["--"], "demangle=">, MetaVarName<"<style>">,
  HelpText<"Demangle as none, auto, gnu-v3, rust or dlang does">;
defm no_demangle : LongSwitch<"no-demangle", "Print names as they are linked">;

// Annotated source.
defm all_lines : Switch<"x", "all-lines",
  "Print the count of each line of a basic block, not of the first alone">;
defm min_count : RequiredArgument<"m", "min-count", "count",
  "Print ##### for lines that were executed less often (1)">;
defm table_length : RequiredArgument<"t", "table-length", "lines",
  "List this many of the most executed lines of each file (10)">;
defm separate_files : Switch<"y", "separate-files",
  "Write each annotated file to a file of its own, NAME-ann">;
defm directory_path : RequiredArgument<"I", "directory-path", "dirs",
  "Search these folders, separated by colons, for source files">;

defm help : Switch<"h", "help", "Print this help">;
defm version : Switch<"v", "version", "Print the version">;
