/*===-- gmon/format.h - The gmon.out file format ------------------*- C -*-===*\
|*
|* Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* The specification of gmon.out, version 1. The runtime (rt/) and the analyzer
|* (analyzer/) both include this header; neither repeats a number that it has.
|*
|* A file is one header and then records, in any order, until its end:
|*
|*   header     offset  width
|*     cookie        0      4   "gmon"
|*     version       4      4   GMON_VERSION
|*     mark          8      4   GMON_BUILD_ID_MARK in the file of a program,
|*                              GMON_LIBRARY_ID_MARK in that of a library, or
|*                              anything if there is no build-id; this runtime
|*                              writes zeros for a program without one
|*     build-id     12      8   the first bytes of the module's GNU build-id; a
|*                              shorter one is padded with zeros, and zeros are
|*                              none
|*     Readers other than llvm-gprof skip mark and build-id. GNU gprof leaves
|*     there what was in its memory, which is why there is a mark.
|*
|*   record
|*     tag           0      1   one of gmon_record_tag
|*     body          1          by the tag, below
|*
|* Integers have the byte order of the program, fields are not aligned, and P is
|* the size of its addresses: 4 or 8. Addresses are link-time addresses: what
|* the program's symbol table says, whatever the load address was.
|*
|*   histogram (GMON_TAG_HISTOGRAM)
|*     low           0      P   address of the first byte that the bins cover
|*     high          P      P   address behind the last
|*     bins         2P      4   number of bins, n
|*     rate       2P+4      4   samples a second
|*     dimension  2P+8     15   what a sample measures, NUL-padded: "seconds"
|*     unit      2P+23      1   its abbreviation: 's'
|*     counts    2P+24     2n   n 16-bit counts; each covers (high - low) / n
|*                              bytes
|*     Several records may cover different ranges, at one scale. Records of the
|*     same range add up, which is how a count above 65,535 is written.
|*
|*     GNU gprof adds the files of several runs up only where ranges are equal
|*     or do not overlap. So this runtime writes cells of a grid: from the start
|*     of the module's text, GMON_CELL_BINS bins each, the last one, too, which
|*     may end behind the text. It writes the cells that were hit, and the first
|*     one if none was. Any two runs of one bin width have cells in common or
|*     apart, whatever they sampled.
|*
|*   arc (GMON_TAG_ARC)
|*     from          0      P   an address inside the call, or of the marker
|*                              GMON_OUTSIDE_SYMBOL for a caller outside the
|*                              module
|*     self          P      P   address of the called function
|*     count        2P      4   number of calls; records of the same arc add up
|*
|*     An arc whose self is the greatest address is no call but says something
|*     about the run, which from, a gmon_note, tells. GNU gprof finds no
|*     function there and passes over it. The counts of several files add up.
|*
|*   basic blocks (GMON_TAG_BLOCKS)
|*     n             0      4   number of pairs
|*     pairs         4    2nP   n times an address in the block, and a count, P
|*                              bytes each; pairs of one address add up
|*
|*     An address from GMON_SOURCE_KEY_MIN on names no code but a source
|*     counter: the key of a function, in the map below, plus the number of the
|*     counter. GNU gprof finds no function there and passes over it. Counters
|*     that are 0 are left out.
|*
|* Version 0 differs in the body of basic blocks only: behind n there is a
|* name, ended by NUL, and then n times
|*
|*     count         0      8
|*     address       8      8
|*     two names    16          each ended by NUL
|*     line                 4
|*
|* An example, x86-64: a program whose text is at 0x401000, with one bin of 2
|* bytes hit 3 times, main called once from outside (the marker is at 0x401180),
|* and its first block executed once.
|*
|*   67 6d 6f 6e  01 00 00 00  00 x 12                  "gmon", 1, no build-id
|*   00                                                 histogram
|*     36 11 40 00 00 00 00 00  38 11 40 00 00 00 00 00   0x401136, 0x401138
|*     01 00 00 00  64 00 00 00                           1 bin, 100 Hz
|*     73 65 63 6f 6e 64 73  00 x 8  73                   "seconds", 's'
|*     03 00                                              3 samples
|*   01                                                 arc
|*     80 11 40 00 00 00 00 00  36 11 40 00 00 00 00 00   marker -> main
|*     01 00 00 00                                        1 call
|*   02                                                 basic blocks
|*     01 00 00 00                                        1 pair
|*     36 11 40 00 00 00 00 00  01 00 00 00 00 00 00 00   0x401136, once
|*
|* What came before gmon.out, and llvm-gprof reads and writes, too: the files of
|* BSD, which have one histogram of seconds, then arcs until their end, and no
|* basic blocks. A rest that is no whole arc is ignored.
|*
|*   header
|*     low           0      P   as above
|*     high          P      P
|*     size         2P      4   of header and counts together
|*     version    2P+4      4   GMON_BSD44_VERSION      these are in files of
|*     rate       2P+8      4   samples a second        4.4BSD only; in older
|*     spare     2P+12     12   zeros                   ones the rate is
|*                                                      GMON_BSD_RATE
|*   counts                     16 bits each
|*   arcs
|*     from          0      P
|*     self          P      P
|*     count        2P      P
|*
|* What source counters mean is in the program's section GMON_MAP_SECTION, which
|* is not loaded. For each function that has any it has an entry
|*
|*     size          0      4   of what follows
|*     key           4      8   GMON_SOURCE_KEY_MIN to GMON_SOURCE_KEY_MAX
|*     text         12
|*
|* Both numbers are little-endian. An entry may be there several times. The text
|* consists of numbers, in ULEB128, and strings that end with NUL:
|*
|*     number of counters, n
|*     the function's name, as linked
|*     number of files; the path of each
|*     number of derived counts; for each
|*       number of terms; for each
|*         (number of an earlier count) * 2 + (1 if it is subtracted)
|*     number of lines; for each
|*       number of the file, line, number of the count
|*     number of shares; for each
|*       number of a source counter, less that of the share before, or at first
|*       less GMON_SOURCE_KEY_MIN
|*       number of the count; factor
|*
|* Counts are numbered: first the n counters, then the derived ones. A line that
|* has several counts is there several times. The first one is where the function
|* opens; its count says how often the function was entered. Entries of one key
|* are equal.
|*
|* The n counters are those whose numbers begin with the key. A source counter
|* is what the profile has at its number, and all shares of it: a count, times a
|* factor. Counts that have shares are of counters without any, and all is
|* modulo 2^64. So code counts what it executes, for all functions inlined there
|* at once.
|*
|* Beside a profile there may be a sidecar, a text, which tells its threads
|* apart. Its name is that of the profile with GMON_THREADS_SUFFIX. Its first
|* line is
|*
|*   GMON_THREADS_COOKIE VERSION RATE
|*
|* with GMON_THREADS_VERSION and the rate of the histograms. Each other line is
|* a thread that has any of these:
|*
|*   ID SAMPLES CALLS NAME
|*
|* separated by one space each. The numbers are decimal, without a sign, below
|* 2^64. NAME is the rest of the line, and may be empty or contain spaces. The
|* id 0 is that of what belongs to no thread that the runtime knows.
|*
\*===----------------------------------------------------------------------===*/

#ifndef GMON_FORMAT_H
#define GMON_FORMAT_H

#define GMON_COOKIE "gmon"
#define GMON_COOKIE_SIZE 4
#define GMON_VERSION 1
#define GMON_VERSION_OFFSET 4
#define GMON_BUILD_ID_MARK "b-id"
#define GMON_LIBRARY_ID_MARK "l-id"
#define GMON_BUILD_ID_MARK_SIZE 4
#define GMON_BUILD_ID_MARK_OFFSET 8
#define GMON_BUILD_ID_OFFSET 12
#define GMON_BUILD_ID_SIZE 8
#define GMON_HEADER_SIZE 20

#define GMON_DIMENSION_SIZE 15
#define GMON_BIN_MAX 65535u
#define GMON_CELL_BINS 16
#define GMON_ARC_COUNT_MAX 4294967295u

/* Widths of the records' fixed parts, without the tag, for addresses of P
   bytes. */
#define GMON_HISTOGRAM_HEADER_SIZE(P) (2 * (P) + 24)
#define GMON_ARC_SIZE(P) (2 * (P) + 4)
#define GMON_BLOCKS_HEADER_SIZE 4
#define GMON_BLOCK_PAIR_SIZE(P) (2 * (P))

/* Where a file with GMON_NOTE_CHECKSUM has the checksum, and what it is of, for
   addresses of P bytes. */
#define GMON_CHECKSUM_OFFSET(P) (GMON_HEADER_SIZE + 1 + 2 * (P))
#define GMON_CHECKED_OFFSET(P) (GMON_HEADER_SIZE + 1 + GMON_ARC_SIZE(P))

#define GMON_MAP_SECTION ".gmon_map"
#define GMON_SOURCE_KEY_MIN 0x8000000000000000u
#define GMON_SOURCE_KEY_MAX 0xbfffffffffffffffu

#define GMON_THREADS_SUFFIX ".threads"
#define GMON_THREADS_COOKIE "gmon-threads"
#define GMON_THREADS_VERSION 1

#define GMON_BSD44_VERSION 0x51879u
#define GMON_BSD_RATE 100u
#define GMON_BSD_HEADER_SIZE(P) (2 * (P) + 4)
#define GMON_BSD44_SPARE_SIZE 12
#define GMON_BSD44_HEADER_SIZE(P) (2 * (P) + 24)
#define GMON_BSD_ARC_SIZE(P) (3 * (P))

enum gmon_record_tag {
  GMON_TAG_HISTOGRAM = 0,
  GMON_TAG_ARC = 1,
  GMON_TAG_BLOCKS = 2
};

/* What an arc to the greatest address says. */
enum gmon_note {
  GMON_NOTE_RUNS = 1, /* number of runs that the other notes are sums of */
  /* Picoseconds that hooks take of a call, in the mean. */
  GMON_NOTE_HOOK_COST = 2,
  /* Number of samples that an interrupt took along with its first one. Kernels
     look at timers of CPU time at their clock's ticks, so that where samples
     are to be more frequent an interrupt takes several, which are one look at
     the program only. */
  GMON_NOTE_LATE_SAMPLES = 3,
  /* The CRC-32, as in zlib, of all that follows this record. Only where the file
     was written in place, and then it is the first record: while it does not
     agree, the file is not whole. */
  GMON_NOTE_CHECKSUM = 4
};

/* The symbol, in the text of each profiled module, that stands for every caller
   outside that module: the C library calling main or a comparator, the start of
   a thread, a signal's delivery. */
#define GMON_OUTSIDE_SYMBOL "<outside>"

#endif /* GMON_FORMAT_H */
