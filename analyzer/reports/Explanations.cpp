//===-- Explanations.cpp - What the columns of reports mean ---------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The texts behind the flat profile and the call graph, unless -b is given.
//
//===----------------------------------------------------------------------===//

#include "reports/Reports.h"

using namespace gmon;
using namespace llvm;

static constexpr StringLiteral FlatText = R"(
How to read the flat profile. There is a row for each function, or with -l for
each line of source code; the one that took most time by itself comes first.

  % time        how much of the program's sampled time went to the function's
                own code

  cumulative    the time of this row and of all rows above it

  self          the time that samples found in the function's own code; what
                it calls is not part of it. Rows are sorted by this column,
                then by calls, then by name

  calls         how often the function was called, recursive calls left out;
                blank if the function does not count its calls

  self/call     the average time that one call spent in the function's own
                code; the head of the column has the unit, such as ms/call

  total/call    the same with what the function called on the way, its share
                of it as the call graph has it

  name          the function. Where a number follows in brackets, it is that
                of its entry in the call graph; in parentheses, the number of
                an entry that is not printed

Times come from samples. One that is not much longer than the time between two
samples, which stands above the table, may be chance.
)";

static constexpr StringLiteral GraphText = R"(
How to read the call graph. Dashes end each entry. The line that starts with a
number in brackets is the function that the entry is about; above it stand its
callers, below it what it calls. Entries are sorted by the time of the function
together with what it calls.

The function's own line:

  index         the number of the entry; it follows the name of the function
                wherever that is printed

  % time        how much of the whole time passed while the function or what
                it called was running. A function and its callers both count
                that time, so the percentages do not add up to 100

  self          time in the function's own code

  children      time that the function inherits from what it calls

  called        how often it was called; after a plus sign, how often it
                called itself

  name          the function, then its cycle if it is in one, then its number

The line of a caller:

  self          how much of the function's own time this caller answers for

  children      how much of the function's inherited time this caller answers
                for

  called        the calls from this caller / all calls of the function that do
                not come from itself

  name          the caller and its number. <spontaneous> stands for callers
                that are unknown, such as code that counts no calls; with a
                number, for code outside the program, such as the C library

The line of a function that is called:

  self          how much of the called function's own time the caller inherits

  children      how much of the called function's inherited time the caller
                inherits

  called        the calls from here / all calls of the called function that do
                not come from itself

  name          the called function and its number

A function's time is split among its callers by how often each called it, as if
all calls took equally long.

Functions that call each other in a circle form a cycle: no time is propagated
between them. The entry of a cycle as a whole has, after the plus sign, the
calls between its members; the lines below it are the members, and their calls
include those from within the cycle. On the line of a caller from outside the
cycle, what follows the slash is all calls into the cycle. In the entry of a
member, lines that have a count and no times are calls within its cycle, or of
the function to itself.
)";

void gmon::explainFlat(ReportContext &Context) { Context.OS << FlatText; }

void gmon::explainGraph(ReportContext &Context) { Context.OS << GraphText; }
