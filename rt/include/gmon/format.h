/*===-- gmon/format.h - The gmon.out file format -------------------*- C -*-===*\
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
|*     build id      8     12   the first bytes of the program's GNU build-id,
|*                              or zeros; readers other than llvm-gprof skip it
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
|*   arc (GMON_TAG_ARC)
|*     from          0      P   an address inside the call, or of the marker
|*                              GMON_OUTSIDE_SYMBOL for a caller outside the
|*                              module
|*     self          P      P   address of the called function
|*     count        2P      4   number of calls; records of the same arc add up
|*
|*   basic blocks (GMON_TAG_BLOCKS)
|*     n             0      4   number of pairs
|*     pairs         4    2nP   n times an address in the block, and a count, P
|*                              bytes each
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
\*===----------------------------------------------------------------------===*/

#ifndef GMON_FORMAT_H
#define GMON_FORMAT_H

#define GMON_COOKIE "gmon"
#define GMON_COOKIE_SIZE 4
#define GMON_VERSION 1
#define GMON_VERSION_OFFSET 4
#define GMON_BUILD_ID_OFFSET 8
#define GMON_BUILD_ID_SIZE 12
#define GMON_HEADER_SIZE 20

#define GMON_DIMENSION_SIZE 15
#define GMON_BIN_MAX 65535u
#define GMON_ARC_COUNT_MAX 4294967295u

/* Widths of the records' fixed parts, without the tag, for addresses of P
   bytes. */
#define GMON_HISTOGRAM_HEADER_SIZE(P) (2 * (P) + 24)
#define GMON_ARC_SIZE(P) (2 * (P) + 4)
#define GMON_BLOCKS_HEADER_SIZE 4
#define GMON_BLOCK_PAIR_SIZE(P) (2 * (P))

enum gmon_record_tag {
  GMON_TAG_HISTOGRAM = 0,
  GMON_TAG_ARC = 1,
  GMON_TAG_BLOCKS = 2
};

/* The symbol, in the text of each profiled module, that stands for every caller
   outside that module: the C library calling main or a comparator, the start of
   a thread, a signal's delivery. */
#define GMON_OUTSIDE_SYMBOL "<outside>"

#endif /* GMON_FORMAT_H */
