/*===-- gmon/format.h - The gmon.out file format ------------------*- C -*-===*\
|*
|* Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* The specification of gmon.out, version 1. The runtime (rt/) and the analyzer
|* (analyzer/) both include this header, and repeat none of its numbers.
|*
|* A file is one header and then records in any order:
|*
|*   header     offset  width
|*     cookie        0      4   "gmon"
|*     version       4      4   GMON_VERSION
|*     mark          8      4   GMON_BUILD_ID_MARK in a program's file,
|*                              GMON_LIBRARY_ID_MARK in a library's, any other
|*                              bytes if there is no build-id; this runtime
|*                              writes zeros for a program without one
|*     build-id     12      8   the first bytes of the module's GNU build-id,
|*                              padded with zeros; zeros mean none
|*     Readers other than llvm-gprof skip mark and build-id. GNU gprof writes
|*     uninitialized memory there, so the mark is needed.
|*
|*   record
|*     tag           0      1   one of gmon_record_tag
|*     body          1          see below, for each tag
|*
|* Integers have the byte order of the program. Fields are not aligned. P is the
|* size of the program's addresses: 4 or 8. Addresses are link-time addresses,
|* as in the program's symbol table.
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
|*     Records may cover different ranges, all at one scale. Records of the
|*     same range add up: several of them represent a count above 65,535.
|*
|*     GNU gprof adds the files of several runs only if their ranges are equal
|*     or do not overlap. So this runtime divides the module's text into cells
|*     of GMON_CELL_BINS bins each; the last cell may end behind the text. It
|*     writes the cells with samples, or the first cell if there are none; a sum
|*     of runs likewise omits empty cells if others have samples. Cells of two
|*     runs with one bin width are equal or do not overlap.
|*
|*   arc (GMON_TAG_ARC)
|*     from          0      P   an address inside the call, or of the marker
|*                              GMON_OUTSIDE_SYMBOL for a caller outside the
|*                              module
|*     self          P      P   address of the called function
|*     count        2P      4   number of calls; records of the same arc add up
|*
|*     An arc whose self is the greatest address is a note, not a call: its from
|*     is a gmon_note, its count the value. GNU gprof finds no function there
|*     and ignores the arc. The counts of several files add up.
|*
|*   basic blocks (GMON_TAG_BLOCKS)
|*     n             0      4   number of pairs
|*     pairs         4    2nP   n times an address in the block, and a count, P
|*                              bytes each; pairs of one address add up
|*
|*     An address from GMON_SOURCE_KEY_MIN on represents a source counter: the
|*     key of a function, in the map below, plus the number of the counter. From
|*     GMON_PIECE_KEY_MIN to GMON_PIECE_KEY_MAX it represents a counter of a
|*     piece of code: GMON_PIECE_KEY_MIN plus the counter's address, as in the
|*     section GMON_FLOW_SECTION. GNU gprof finds no function there and ignores
|*     the address. Counters of both kinds that are 0 are omitted.
|*
|* Version 0 differs only in the body of basic blocks: after n comes a name that
|* ends with NUL, and then n times
|*
|*     count         0      8
|*     address       8      8
|*     two names    16          each ends with NUL
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
|* llvm-gprof also reads and writes the older format of BSD: one histogram of
|* seconds, then arcs, and no basic blocks. Readers ignore an incomplete arc at
|* the end.
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
|* The program's section GMON_MAP_SECTION, which is not loaded, says what source
|* counters mean. It has an entry for each function with such counters:
|*
|*     size          0      4   of key and text
|*     key           4      8   GMON_SOURCE_KEY_MIN to GMON_SOURCE_KEY_MAX
|*     text         12
|*
|* Both numbers are little-endian. An entry may occur several times. The text
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
|*       number of a source counter, minus that of the previous share; for the
|*       first share, minus GMON_SOURCE_KEY_MIN
|*       number of the count; factor
|*
|* Counts are numbered: first the n counters, then the derived counts. A line
|* with several counts occurs several times. The first line is where the
|* function begins; its count is the number of times that the function was
|* entered. Entries with one key are equal.
|*
|* The n counters have the numbers from the key on. The value of a source
|* counter is the profile's value at its number, plus all its shares; a share is
|* a count times a factor. A count with shares depends on no counter that has
|* shares. All values are modulo 2^64. So one counter in code counts for all
|* functions that were inlined there.
|*
|* An entry for Clang's own counters (-fprofile-instr-generate) has no files, no
|* derived counts, no lines and no shares. Behind these it has more fields:
|*
|*     the function's name in Clang's profile
|*     its hash there
|*     number of increments, and of bits of MC/DC; the sum is n
|*
|* Its counters are the increments, by index, and then one for each bit: how
|* often that test vector was executed. For example, a static function f of
|* a.c, with hash 0x18, two increments and no MC/DC:
|*
|*   18 00 00 00                                        24 bytes of key and text
|*   15 cd 5b 07 00 00 00 80                            key
|*   02  66 00  00  00  00  00                          2 counters, "f"; none
|*   61 2e 63 3a 66 00                                  "a.c:f"
|*   18  02  00                                         hash, increments, bits
|*
|* The program's section GMON_FLOW_SECTION, which is not loaded, says how
|* control flows through the machine code of functions with block counters. So a
|* reader can tell how often each instruction was executed. gold rejects
|* references to functions that it removed, except from debug information, by
|* its names: .pdr is one that strip -g keeps. It has an entry for each such
|* function, in any order:
|*
|*   size          0      4   of what follows, in bytes
|*   function      4      8   link-time address of the function's first byte; 0
|*                            if the linker removed it
|*   text         12          numbers, in ULEB128
|*
|* Both fixed numbers are little-endian. The text describes the function's code
|* as pieces, in order of address. A piece is code that is entered only at its
|* first instruction and left only behind its last: a call that may not return
|* ends it. Its end is the start of the next one, or the end of the code.
|*
|*   end of the code, in bytes from function
|*   number of pieces; for each
|*     start in bytes, from the start of the previous piece (the first: from
|*     function)
|*     flags, a sum of gmon_flow_flag
|*     if GMON_FLOW_BLOCK: the block, as its address in the profile's records of
|*       basic blocks, in bytes from function
|*     if GMON_FLOW_COUNTER: the address of its counter, in bytes from function
|*     number of its successors; for each
|*       number of a piece, from 0
|*   number of own instructions; for each
|*     its start in bytes, from the start of the previous one (the first: from
|*     function)
|*
|* The pieces of one block are copies of it: the count of the block is the sum
|* of their counts. A piece without block or counter has an unknown count. The
|* count of a piece equals the flow into it, and the flow out of it: the sum
|* over the edges from its predecessors, and to its successors. An edge's flow
|* is unknown. Flow from outside the function (GMON_FLOW_ENTERED) and to outside
|* (GMON_FLOW_LEFT) is an edge as well.
|*
|* Own instructions are instructions of the profiler that a reader cannot
|* recognize by what they address, such as counters in registers. A piece with
|* GMON_FLOW_OWN consists of nothing else.
|*
|* A process may write a sidecar file, with the call stacks of its samples. Its
|* name is GMON_STACKS_PREFIX plus the name of the program's profile, in the
|* same folder. The libraries' profiles of the same process belong to it, too.
|* All its numbers are little-endian. It is one header and then sections:
|*
|*   header     offset  width
|*     cookie        0      8   GMON_STACKS_COOKIE
|*     version       8      4   GMON_STACKS_VERSION
|*     reserved     12      4   0
|*
|*   section
|*     tag           0      4   one of gmon_section_tag
|*     reserved      4      4   0
|*     size          8      8   of the body, in bytes; a multiple of 8
|*     body         16
|*
|* Sections may be in any order, but for the checksum. Each tag occurs at most
|* once. Readers skip sections with unknown tags. The runtime and llvm-gprof
|* write them in the order of their tags, and the runtime adds only such files
|* up.
|*
|*   facts (GMON_SECTION_FACTS): pairs of
|*     key           0      8   a gmon_fact
|*     value         8      8
|*     Readers ignore unknown keys, unless they add files up: a key up to
|*     GMON_FACT_LAST_EQUAL must have the same value in all files; the values of
|*     a greater key add up. The value of a missing key is 0.
|*
|*   modules (GMON_SECTION_MODULES): for each module, numbered from 0
|*     slide         0      8   address in the process minus link-time address;
|*                              0 in a sum of several files
|*     id size       8      4   size of the build-id; 0 means none
|*     path size    12      4
|*     build-id     16
|*     path                     absolute, or "[vdso]"; not NUL-terminated
|*     padding                  zeros up to a multiple of 8
|*
|*   contexts (GMON_SECTION_CONTEXTS): for each context, numbered from 1
|*     caller        0      4   number of an earlier context; 0 means none
|*     module        4      4   number of a module, or GMON_NO_MODULE
|*     address       8      8   link-time address in that module; without a
|*                              module, an address in the process or a
|*                              gmon_stack_mark
|*     A context is a place in the code together with the places that called it.
|*     The address of a caller is inside the call, not behind it. A context
|*     without caller begins a stack: it is the start of a thread, or a mark
|*     that says why the callers are unknown.
|*
|*   threads (GMON_SECTION_THREADS): for each thread, numbered from 0
|*     id            0      8   0 collects the samples of unknown threads
|*     calls         8      8   its calls of functions; 0 if not counted
|*     name size    16      4
|*     reserved     20      4   0
|*     name         24          not NUL-terminated
|*     padding                  zeros up to a multiple of 8
|*
|*   samples (GMON_SECTION_SAMPLES): for each kind of sample
|*     context       0      4   number of a context; 0 means an unknown stack
|*     thread        4      4   number of a thread
|*     kind          8      4   a gmon_sample_kind
|*     reserved     12      4   0
|*     count        16      8   number of samples
|*
|*   profiles (GMON_SECTION_PROFILES): for each profile of the process
|*     size          0      8   of the file
|*     checksum      8      4   the CRC-32, as in zlib, of the file from
|*                              GMON_CHECKED_OFFSET(8) on; 0 for a shorter file
|*     reserved     12      4   0
|*     A reader joins the sidecar with profiles that occur here, and ignores a
|*     sidecar that lies beside another run's profile. Those of a sum ascend.
|*
|*   calls (GMON_SECTION_CALLS): for each call site and function that it called
|*     from module   0      4   number of the caller's module
|*     self module   4      4   number of the called function's module
|*     from          8      8   link-time address inside the call
|*     self         16      8   link-time address of the called function
|*     count        24      8   number of calls
|*     These are calls from one module to another. The profile of the called
|*     function's module has them as well, from GMON_OUTSIDE_SYMBOL. Calls from
|*     there that are not in this section have a caller that is unknown, such as
|*     code in no module. An entry may occur several times; the counts add up.
|*     Example: module 0 has a call in the bytes up to 0x1144, which called the
|*     function at 0x1130 of module 2 a thousand times:
|*
|*       07 00 00 00  00 00 00 00  20 00 00 00 00 00 00 00   tag, size
|*       00 00 00 00  02 00 00 00                            modules
|*       44 11 00 00 00 00 00 00   30 11 00 00 00 00 00 00   from, self
|*       e8 03 00 00 00 00 00 00                             1,000 calls
|*
|*   outgoing calls (GMON_SECTION_OUTGOING): for each call site in instrumented
|*   code that calls a function by name
|*     module        0      4   number of the caller's module
|*     name size     4      4
|*     from          8      8   link-time address: of the last byte of the call;
|*                              of a tail call, which is a jump, of the first
|*     count        16      8   number of calls
|*     name         24          of the called function, as linked; not
|*                              NUL-terminated
|*     padding                  zeros up to a multiple of 8
|*     These are calls of functions that the caller's object file only names,
|*     such as malloc. If the called function turns out to be instrumented, the
|*     profile of its module has the same calls, and readers ignore the entry.
|*     An entry may occur several times; the counts add up.
|*     Example: module 0 has a call whose last byte is at 0x1144, which called
|*     malloc a thousand times:
|*
|*       08 00 00 00  00 00 00 00  20 00 00 00 00 00 00 00   tag, size
|*       00 00 00 00  06 00 00 00                            module, name size
|*       44 11 00 00 00 00 00 00   e8 03 00 00 00 00 00 00   from, count
|*       6d 61 6c 6c  6f 63 00 00                            "malloc"
|*
|*   ranks (GMON_SECTION_RANKS): how counts are distributed over the processes
|*   of a job. First
|*     processes     0      8   number of processes, at least 1
|*     lowest rank   8      4   of these processes
|*     reserved     12      4   0
|*   and then for each function, sorted by module and address, each once, with
|*   the first of the modules that have one path and build-id
|*     module        0      4   number of a module, or GMON_NO_MODULE
|*     reserved      4      4   0
|*     address       8      8   link-time address where the function begins, as
|*                              the unwind tables of its module have it; 0 for
|*                              all code of the module that has no table.
|*                              Without a module, a gmon_rank_total
|*     samples      16     48   in the function's own code, while running
|*     calls        64     48   of the function
|*   samples and calls are distributions over the processes:
|*     sum           0      8
|*     squares       8     16   sum of the squares of the processes' values
|*     least        24      8   the least value
|*     greatest     32      8   the greatest one
|*     least rank   40      4   the lowest rank that has the least value
|*     greatest rank 44     4   the lowest rank that has the greatest value
|*     A process that has nothing of a function has the value 0. Samples on
|*     whose stacks the MPI library is are in no function, but in
|*     GMON_RANKS_MPI. A sum of files has the processes of all files with this
|*     section. Example: of two processes, that of rank 0 has 2 samples and a
|*     call in the function at 0x1130 of module 0, that of rank 1 has 6 samples
|*     and a call:
|*
|*       09 00 00 00  00 00 00 00  80 00 00 00 00 00 00 00   tag, size
|*       02 00 00 00 00 00 00 00   00 00 00 00  00 00 00 00   two, from rank 0
|*       00 00 00 00  00 00 00 00  30 11 00 00 00 00 00 00   module, address
|*       08 00 00 00 00 00 00 00   28 00 00 00 00 00 00 00   8 samples; 40 =
|*       00 00 00 00 00 00 00 00   02 00 00 00 00 00 00 00   4 + 36; from 2
|*       06 00 00 00 00 00 00 00   00 00 00 00  01 00 00 00   to 6
|*       02 00 00 00 00 00 00 00   02 00 00 00 00 00 00 00   2 calls, likewise
|*       00 00 00 00 00 00 00 00   01 00 00 00 00 00 00 00
|*       01 00 00 00 00 00 00 00   00 00 00 00  00 00 00 00
|*
|*   MPI calls (GMON_SECTION_MPI): the time that the processes of a job spend in
|*   functions of the MPI library. First, as for ranks
|*     processes     0      8   number of processes whose calls were measured
|*     lowest rank   8      4   of these processes
|*     reserved     12      4   0
|*   and then for each function and size of the communicator, sorted by name and
|*   size, each once
|*     name          0     32   of the function, as in C: 31 characters at most,
|*                              padded with zeros; all zeros in the first
|*                              entry, which is about all calls together
|*     size         32      8   number of processes of the communicator that the
|*                              call has as an argument (its local group); 0
|*                              for a call without one, or one that failed
|*     calls        40     48   their number
|*     time         88     48   elapsed time in these calls, in nanoseconds; of
|*                              all threads together
|*     bytes       136     48   what the process sends, where arguments of the
|*                              call say it by one count and one type
|*   calls, time and bytes are distributions over the processes, as for ranks. A
|*   process without such a call has the value 0. Example: of two processes,
|*   that of rank 0 was in MPI_Bcast for 5 ns, and that of rank 1 for 9 ns, in
|*   one call with 4 bytes each
|*
|*       0a 00 00 00  00 00 00 00  80 01 00 00 00 00 00 00   tag, size
|*       02 00 00 00 00 00 00 00   00 00 00 00  00 00 00 00   two, from rank 0
|*       00 x 32                   00 00 00 00 00 00 00 00   all calls: as below
|*       ...
|*       4d 50 49 5f 42 63 61 73   74 00 x 23                 "MPI_Bcast"
|*       02 00 00 00 00 00 00 00                              of two processes
|*       02 00 00 00 00 00 00 00   02 00 00 00 00 00 00 00   2 calls; 1 + 1
|*       00 00 00 00 00 00 00 00   01 00 00 00 00 00 00 00
|*       01 00 00 00 00 00 00 00   00 00 00 00  00 00 00 00
|*       0e 00 00 00 00 00 00 00   6a 00 00 00 00 00 00 00   14 ns; 106 =
|*       00 00 00 00 00 00 00 00   05 00 00 00 00 00 00 00   25 + 81; from 5
|*       09 00 00 00 00 00 00 00   00 00 00 00  01 00 00 00   to 9
|*       08 00 00 00 00 00 00 00   20 00 00 00 00 00 00 00   8 bytes; 16 + 16
|*       00 00 00 00 00 00 00 00   04 00 00 00 00 00 00 00
|*       04 00 00 00 00 00 00 00   00 00 00 00  00 00 00 00
|*
|*   checksum (GMON_SECTION_CHECKSUM): the last section of a file
|*     checksum      0      4   the CRC-32, as in zlib, of all that is before
|*                              this section
|*     reserved      4      4   0
|*     Readers accept files without it. Example:
|*
|*       20 00 00 00  00 00 00 00  08 00 00 00 00 00 00 00   tag, size
|*       5a 1e 07 c3  00 00 00 00                            0xc3071e5a
|*
|* A set (gmon.set) is one file with the profiles of many processes, ranks and
|* tests. It is a sequence of segments, each with all that one process has
|* counted: so two sets, one behind the other, are a set, and an empty file is
|* one, too. Processes append segments, each by a single write. All numbers are
|* little-endian.
|*
|*   segment    offset  width
|*     cookie        0      8   GMON_SEGMENT_COOKIE
|*     version       8      4   GMON_SEGMENT_VERSION
|*     state        12      4   a gmon_segment_state
|*     head check   16      4   the CRC-32, as in zlib, of the head from byte 20
|*     head size    20      4   with the texts and their padding
|*     size         24      8   of the segment; a multiple of 8
|*     checksum     32      4   the CRC-32 of the members
|*     rank         36      4   in an MPI job; or GMON_NO_RANK. The n-th job
that
|*                              MPI_Comm_spawn started counts its ranks from
|*                              n * GMON_RANKS_OF_JOB on
|*     image        40     16   random: another one for each process, program
|*                              that a process executes, and label
|*     number       56      4   of the image's segments before this one
|*     process      60      4   process id
|*     start        64      8   when the image began, in nanoseconds since 1970
|*     end          72      8   when the segment was written
|*     ending       80      4   a gmon_segment_ending
|*     signal       84      4   for GMON_ENDED_BY_SIGNAL, or 0
|*     host size    88      4
|*     program size 92      4
|*     label size   96      4
|*     processes   100      4   1; in a segment that llvm-gprof made of several,
|*                              their number; start plus their times is the end
|*     texts       104          host, program, label; not NUL-terminated
|*     padding                  zeros up to a multiple of 8
|*     members                  up to the end of the segment
|*
|*   member
|*     kind          0      4   a gmon_member_kind
|*     series size   4      4   of the name of the samples' event; 0 for the
|*                              first series
|*     library size  8      4   0 for the program's file
|*     reserved     12      4   0
|*     size         16      8   of the file
|*     series       24          as in the file's name
|*     library                  as in the file's name, such as "libfoo.so"
|*     padding                  zeros up to a multiple of 8
|*     file                     the bytes of a gmon.out, or of a sidecar file
|*     padding                  zeros up to a multiple of 8
|*
|* The segments of an image are cumulative: readers take the one with the
|* greatest number, and the later of two with equal numbers. A process that has
|* written another segment may change the state of the one before to
|* GMON_SEGMENT_DROPPED, under an exclusive lock: its members are undefined.
|* Readers skip a segment whose head or checksum is wrong, since its writer was
|* killed, and go on at the next cookie behind its start, which may be inside of
|* what the size says.
|*
|* Processes append under flock(2), and share the lock with each other and with
|* readers. llvm-gprof has an exclusive one while it writes another file in the
|* place of a set. After it has locked the file, and again after it has written,
|* a process looks whether the name still means that file. A process that has
|* waited too long for the lock appends without it, so llvm-gprof adds what is
|* behind the old end of the replaced file to the new one.
|*
|* An example: rank 3, process 4711, of the program "solve" on the host "n7",
|* with the label "t1". It ended after 1.5 ms. Its profile has a header and
|* nothing else.
|*
|*   67 6d 6f 6e 73 65 67 6d  01 00 00 00  00 00 00 00  "gmonsegm", 1, valid
|*   fd d7 0b a2  78 00 00 00  a8 00 00 00 00 00 00 00  check, 120, 168
|*   60 f3 8b 9d  03 00 00 00  10 11 ... 1f             checksum, rank, image
|*   00 00 00 00  67 12 00 00                           number, process
|*   60 98 f6 1e ce 56 ec 18  c0 7b 0d 1f ce 56 ec 18   start, end
|*   01 00 00 00  00 00 00 00                           ended, no signal
|*   02 00 00 00  05 00 00 00  02 00 00 00  01 00 00 00 sizes; one process
|*   6e 37  73 6f 6c 76 65  74 31  00 x 7               the texts
|*   01 00 00 00  00 00 00 00  00 00 00 00  00 00 00 00 a profile
|*   14 00 00 00 00 00 00 00                            of 20 bytes
|*   67 6d 6f 6e  01 00 00 00  00 x 12  00 x 4          the file, padding
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

/* Sizes of the records' fixed parts, without the tag, for addresses of P
   bytes. */
#define GMON_HISTOGRAM_HEADER_SIZE(P) (2 * (P) + 24)
#define GMON_ARC_SIZE(P) (2 * (P) + 4)
#define GMON_BLOCKS_HEADER_SIZE 4
#define GMON_BLOCK_PAIR_SIZE(P) (2 * (P))

/* In a file with GMON_NOTE_CHECKSUM: the offset of the checksum, and the offset
   from which on it covers the file, for addresses of P bytes. */
#define GMON_CHECKSUM_OFFSET(P) (GMON_HEADER_SIZE + 1 + 2 * (P))
#define GMON_CHECKED_OFFSET(P) (GMON_HEADER_SIZE + 1 + GMON_ARC_SIZE(P))

#define GMON_MAP_SECTION ".gmon_map"
#define GMON_SOURCE_KEY_MIN 0x8000000000000000u
#define GMON_SOURCE_KEY_MAX 0xbfffffffffffffffu
#define GMON_PIECE_KEY_MIN 0xe000000000000000u
#define GMON_PIECE_KEY_MAX 0xefffffffffffffffu

#define GMON_FLOW_SECTION ".pdr.gmon_flow"

#define GMON_STACKS_PREFIX "stacks."
#define GMON_STACKS_COOKIE "gmonstck"
#define GMON_STACKS_COOKIE_SIZE 8
#define GMON_STACKS_VERSION 1
#define GMON_STACKS_HEADER_SIZE 16
#define GMON_SECTION_HEADER_SIZE 16
#define GMON_NO_MODULE 0xffffffffu

/* Sizes of the sections' entries; of modules, threads and outgoing calls,
   without texts. */
#define GMON_FACT_SIZE 16
#define GMON_MODULE_SIZE 16
#define GMON_CONTEXT_SIZE 16
#define GMON_THREAD_SIZE 24
#define GMON_SAMPLE_SIZE 24
#define GMON_PROFILE_SIZE 16
#define GMON_CALL_SIZE 32
#define GMON_OUTGOING_SIZE 24
#define GMON_RANKS_HEADER_SIZE 16
#define GMON_DISTRIBUTION_SIZE 48
#define GMON_RANKED_SIZE 112
#define GMON_MPI_CALL_SIZE 184
#define GMON_MPI_NAME_SIZE 32
#define GMON_CHECKSUM_SIZE 8

#define GMON_SET_NAME "gmon.set"
#define GMON_SEGMENT_COOKIE "gmonsegm"
#define GMON_SEGMENT_COOKIE_SIZE 8
#define GMON_SEGMENT_VERSION 1
#define GMON_SEGMENT_STATE_OFFSET 12
#define GMON_SEGMENT_CHECKED_OFFSET 20
#define GMON_SEGMENT_HEAD_SIZE 104 /* without the texts */
#define GMON_IMAGE_SIZE 16
#define GMON_MEMBER_SIZE 24 /* without the texts and the file */
#define GMON_NO_RANK 0xffffffffu
#define GMON_RANKS_OF_JOB 1000000u

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

/* The notes: arcs to the greatest address. */
enum gmon_note {
  GMON_NOTE_RUNS = 1, /* number of runs; other notes are sums over all runs */
  /* The mean cost of a call's hook, in picoseconds, if it was measured. */
  GMON_NOTE_HOOK_COST = 2,
  /* Number of samples that interrupts counted beyond their first. Kernels check
     timers of CPU time only at their clock's ticks. If samples are more
     frequent than ticks, one interrupt counts several samples at one program
     counter. */
  GMON_NOTE_LATE_SAMPLES = 3,
  /* The CRC-32, as in zlib, of all that follows this record. Only a file that
     was written in place has this note, as its first record. If the checksum is
     wrong, the file is incomplete. */
  GMON_NOTE_CHECKSUM = 4,
  /* Number of samples of the process that are in no histogram of this file:
     samples in other modules, such as the C library. */
  GMON_NOTE_OTHER_SAMPLES = 5,
  /* Number of threads of the process whose samples are missing or incomplete,
     because there was no memory for them. */
  GMON_NOTE_UNSAMPLED_THREADS = 6,
  /* Number of earlier runs of the program whose files this one replaced, each
     the one before. The first record, unless the file was written in place. */
  GMON_NOTE_REPLACED_RUNS = 7,
  /* Number of runs that measured the cost of a hook; without the note, all did.
   */
  GMON_NOTE_MEASURED_RUNS = 8
};

/* What is known of a piece of code in GMON_FLOW_SECTION. */
enum gmon_flow_flag {
  GMON_FLOW_BLOCK = 1,   /* it is a copy of a block with a count */
  GMON_FLOW_COUNTER = 2, /* it has a counter of its own */
  GMON_FLOW_ENTERED = 4, /* control may come from outside the function */
  GMON_FLOW_LEFT = 8,    /* control may leave the function behind it */
  GMON_FLOW_OWN = 16,    /* all its instructions are the profiler's */
  /* Its blocks are those of optimized code: a line may be in more of them, or
     executed less often, than in the source. */
  GMON_FLOW_OPTIMIZED = 32
};

enum gmon_section_tag {
  GMON_SECTION_FACTS = 1,
  GMON_SECTION_MODULES = 2,
  GMON_SECTION_CONTEXTS = 3,
  GMON_SECTION_THREADS = 4,
  GMON_SECTION_SAMPLES = 5,
  GMON_SECTION_PROFILES = 6,
  GMON_SECTION_CALLS = 7,
  GMON_SECTION_OUTGOING = 8,
  GMON_SECTION_RANKS = 9,
  GMON_SECTION_MPI = 10,
  GMON_SECTION_CHECKSUM = 32, /* later sections have tags in between */
  GMON_LAST_SECTION = GMON_SECTION_CHECKSUM
};

enum gmon_segment_state { GMON_SEGMENT_VALID = 0, GMON_SEGMENT_DROPPED = 1 };

/* Why a segment was written. */
enum gmon_segment_ending {
  GMON_STILL_RUNNING = 0, /* nothing has ended: the process may write more */
  GMON_ENDED = 1,         /* the process has ended */
  GMON_ENDED_BY_EXEC = 2, /* it executes another program */
  GMON_ENDED_BY_SIGNAL = 3,
  GMON_ENDED_BY_LABEL = 4, /* the process has another label from now on */
  /* In a segment that llvm-gprof made of several: */
  GMON_ENDED_DIFFERENTLY = 0xff, /* the processes have no ending in common */
  GMON_SOME_WENT_ON = 0x100      /* added to an ending: other segments have
                                    other labels of some of the processes */
};

enum gmon_member_kind { GMON_MEMBER_PROFILE = 1, GMON_MEMBER_STACKS = 2 };

/* What an entry of GMON_SECTION_RANKS without a module is about. */
enum gmon_rank_total {
  GMON_RANKS_NO_MODULE = 0, /* code in no module */
  GMON_RANKS_PROGRAM = 1,   /* all functions together */
  GMON_RANKS_MPI = 2        /* the MPI library, and what it called */
};

enum gmon_fact {
  GMON_FACT_RATE = 1,  /* samples a second, or for each unit */
  GMON_FACT_CLOCK = 2, /* what samples measure: a gmon_stacks_clock */
  /* The unit of samples that do not measure time: up to 15 characters, as in
     the histograms' dimension, then NUL. The first has the first 8 characters,
     from the lowest byte on. Files without these facts have seconds. */
  GMON_FACT_UNIT = 3,
  GMON_FACT_UNIT_END = 4,
  GMON_FACT_LAST_EQUAL = 31,
  GMON_FACT_RUNS = 32,    /* number of runs */
  GMON_FACT_USER = 33,    /* CPU time in the program, in nanoseconds */
  GMON_FACT_SYSTEM = 34,  /* CPU time in the kernel, in nanoseconds */
  GMON_FACT_ELAPSED = 35, /* elapsed time, in nanoseconds */
  /* Number of samples at a caller of their place, because memory for contexts
     was full. */
  GMON_FACT_FOLDED = 36,
  /* Number of samples without a stack, which are in no entry of the samples. */
  GMON_FACT_LOST = 37,
  /* Sum of the squares of the numbers of samples that were counted at once, at
     one interrupt. Divided by the number of samples: how many of them count as
     one that is independent of others. */
  GMON_FACT_SQUARES = 38,
  /* CPU time of the process that is not in the two above, in nanoseconds:
     before profiling began, at the start or in a fork, and while it was
     stopped. */
  GMON_FACT_UNPROFILED = 39,
  /* CPU time in the two above while profiles were written, in nanoseconds. */
  GMON_FACT_WRITING = 40
};

enum gmon_stacks_clock { GMON_CLOCK_CPU = 0, GMON_CLOCK_ELAPSED = 1 };

enum gmon_sample_kind { GMON_SAMPLE_RUNNING = 0, GMON_SAMPLE_WAITING = 1 };

/* Contexts that begin a stack whose outer callers are unknown. */
enum gmon_stack_mark {
  GMON_STACK_NO_TABLE = 1,   /* code without unwind tables */
  GMON_STACK_UNREADABLE = 2, /* the stack or its tables are damaged */
  GMON_STACK_TOO_DEEP = 3,   /* more callers than the runtime follows */
  GMON_STACK_GONE = 4,       /* the thread went on before its stack was read */
  GMON_STACK_LAST_MARK = 4
};

/* The marker: a symbol in the text of each profiled module that represents all
   callers outside the module, such as the C library when it calls main, a
   comparator, a thread's function or a signal handler. */
#define GMON_OUTSIDE_SYMBOL "<spontaneous>"

#endif /* GMON_FORMAT_H */
