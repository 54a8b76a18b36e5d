/*===-- gmon/abi.h - Instrumented code and its runtime -------------*- C
-*-===*\
|*
|* Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* What instrumented code (made by pass/) and the runtime (rt/) agree on.
|*
|* Counts live in the section GMON_DATA_SECTION of each module: for every
|* instrumented function a gmon_record, and its block counters. That section is
|* all zeros and stays so: it is a template. A thread counts in a copy of its
|* own, found by adding the thread-local word __gmon_bias to an address in the
|* section. The bias of a thread that has not been seen yet is 0, which leads to
|* the template; there every look-up misses, and the miss gives the thread a
|* copy.
|*
|* The entry hook of a function F, called with return address R:
|*
|*     record = &F.record + __gmon_bias
|*     index  = R & record->mask                 (mask before table: see below)
|*     slot   = (char *)record + record->table + index * GMON_INDEX_SCALE
|*     if (slot->from == R) ++slot->count        (losing nothing to handlers)
|*     else __gmon_miss(&F.descriptor, R)
|*
|* An all-zero record has table 0 and mask 0, so its slot is the record itself,
|* whose first word, the table offset 0, is no return address: a miss.
|*
|* A function whose callers are all known, and instrumented, has no hook: each
|* call of it is counted where it is made, before it is made. That is a counter
|* of the caller like those of its blocks, or the count of the block that makes
|* the call; a gmon_call_site tells which. No such function runs in a thread
|* that has no copy: one with a hook has called it, if not at once.
|*
|* In executables for x86-64 that goes further. A function that others can call
|* by name has its hook in front of its prologue, and behind the hook a second
|* entry for callers that count: GMON_ENTRY_SUFFIX. And the bias of the thread
|* is in the segment register %gs, so that counting is one instruction of its
|* own, `incq %gs:COUNTER(%rip)`, which needs no register. The register is set
|* with __gmon_bias; a new thread inherits it from the one that makes it, and
|* its first hook, which looks at __gmon_bias, sets it. If the register cannot
|* be set it is 0, which leads to the template.
|*
|* Signal handlers may run hooks between any two instructions of a hook or of
|* the runtime. The runtime stores a new table before its mask, and hooks read
|* the mask before the table: an index is never too large for its table. A slot
|* counts only where its key matches, whatever index led to it, and tables that
|* were replaced are kept and summed.
|*
\*===----------------------------------------------------------------------===*/

#ifndef GMON_ABI_H
#define GMON_ABI_H

#include <stdint.h>

/* Zero-initialized; a C identifier, so that linkers provide the bounds
   __start_gmon_data and __stop_gmon_data. */
#define GMON_DATA_SECTION "gmon_data"

/* Descriptors, call sites among them, and block tables: read-only. Not a C
   identifier on purpose: linkers keep alive what lies in sections that have
   bounds, and with the descriptors every function that they name. */
#define GMON_DESCRIPTOR_SECTION ".gmon.functions"
#define GMON_BLOCK_TABLE_SECTION ".gmon.blocks"

/* The entry of a function that passes by its hook is so many bytes behind the
   function's first one, and behind a hidden symbol there: the function's name
   and this behind it. It is called as symbol + offset, so that no symbol parts
   the function. So many bytes behind another symbol of that name, in this
   section, is a jump to the function, for the case that it has no such entry.
   A C identifier, for the bounds. (Before, `.gmon` named the entry itself, and
   gmon_call_site has the offset still: such objects and these do not meet.) */
#define GMON_ENTRY_OFFSET 16
#define GMON_ENTRY_SUFFIX ".hook.gmon"
#define GMON_STUB_SECTION "gmon_stubs"

#define GMON_DESCRIPTOR_MAGIC 0x33666e6f6d67f0ffull
#define GMON_CALL_SITE_MAGIC 0x32636e6f6d67f0ffull

/* The hook turns an index into an offset by a scale that addressing modes have,
   and a mask has zeros below the scale's step (GMON_SLOT_SIZE / scale), so that
   neighbouring return addresses fall into different slots: two calls end at
   least 2 bytes apart on x86, 4 bytes on the others. (Compressed calls by
   register of RISC-V can end 2 bytes apart, which costs time, no counts.) */
#define GMON_SLOT_SIZE 16
#define GMON_INDEX_SCALE_X86 8
#define GMON_INDEX_SCALE_OTHER 4
#if defined(__x86_64__) || defined(__i386__)
#define GMON_INDEX_SCALE GMON_INDEX_SCALE_X86
#else
#define GMON_INDEX_SCALE GMON_INDEX_SCALE_OTHER
#endif
#define GMON_INDEX_STEP (GMON_SLOT_SIZE / GMON_INDEX_SCALE)

#ifdef __cplusplus
extern "C" {
#endif

/* Where a function's arcs are counted, in a thread's copy of the section. */
struct gmon_record {
  intptr_t table; /* bytes from the record to its first slot */
  uintptr_t mask; /* (number of slots - 1) * GMON_INDEX_STEP */
};

/* One caller of one function. */
struct gmon_slot {
  uintptr_t from; /* return address */
  uintptr_t count;
};

/* One instrumented function; read-only. Offsets are in bytes, from the field
   that holds them; 0 is none. Descriptors and call sites of a module lie next
   to each other, with no space between, in any order. */
struct gmon_descriptor {
  uint64_t magic;        /* GMON_DESCRIPTOR_MAGIC */
  int32_t function;      /* its first instruction */
  int32_t record;        /* its gmon_record in the template, if it has a hook */
  int32_t counters;      /* its first counter in the template, 64 bits */
  uint32_t num_counters; /* their number */
  int32_t blocks;        /* its gmon_block_table */
  uint32_t sites;        /* number of its call sites, and GMON_DIRECT_ENTRY */
};

/* In gmon_descriptor::sites: the function has an entry that passes by its hook,
   which so does not tell whether it was executed. */
#define GMON_DIRECT_ENTRY 0x80000000u

/* A call that is counted by the caller. The code generator may delete one, or
   repeat it: those of one caller and of one number are one. */
struct gmon_call_site {
  uint64_t magic;  /* GMON_CALL_SITE_MAGIC */
  int32_t from;    /* an instruction of the call, or just before it */
  int32_t self;    /* the called function, or a stub for it */
  int32_t caller;  /* the caller's gmon_descriptor */
  uint32_t count;  /* number of a count of the caller */
  uint32_t number; /* among the caller's call sites */
  uint32_t offset; /* of self from the function's first byte: 0 */
};

/* The blocks of a function, and how their counts follow from its counters.

   The counts of a function are numbered: first the num_counters counters, then
   the derived ones, each the sum of earlier counts, added or subtracted. terms
   holds, for one derived count after another, the number of its terms and then
   each as (number of the count) * 2 + (1 if subtracted). */
struct gmon_block_table {
  uint32_t num_blocks;
  uint32_t num_derived;
  /* struct gmon_block blocks[num_blocks]; uint32_t terms[]; */
};

struct gmon_block {
  int32_t address; /* of an instruction in the block, in bytes from blocks[0] */
  uint32_t count;  /* number of the count */
};

/* Source counters (`-a=source`) are what the map of gmon/format.h makes of
   counters that functions have in the template, beside all others. Where these
   are is said in GMON_SOURCE_SECTION, whose bounds linkers provide. A thread
   without a copy, which is rare, counts in the template, and loses what other
   such threads count there meanwhile. */
#define GMON_SOURCE_SECTION "gmon_source"

struct gmon_source {
  uint64_t key;     /* the number of the first: see gmon/format.h */
  int32_t counters; /* the first in the template, in bytes from this field */
  uint32_t num_counters;
};

/* The entry points of the runtime. They are functions by LLVM's convention
   preserve_all on x86-64 only. Where their arguments are, how they are called,
   and the registers that they change; all others they preserve, the vector
   registers among them:

     x86-64    rdi, rsi    call              r11
     AArch64   x9, x10     bl                x16, x17, x30, flags
     RISC-V    t1, t2      call t0, ENTRY    t0

   Safe in signal handlers. */

/* Counts the first call from a return address, and every call that has no
   slot. */
void __gmon_miss(const struct gmon_descriptor *function, uintptr_t from);

/* Gives the thread its copy: for functions with counters but no entry hook. If
   the function has a record, it is noted there that it was executed. Called
   while the record's table is 0, or the bias. */
void __gmon_touch(const struct gmon_descriptor *function);

/* Called in front of a function's prologue, with the function's descriptor in
   r11; both change rax, r10, r11 and flags. The first does what is an entry
   hook otherwise; the second gives the thread its copy. x86-64 only, and only
   in executables. */
void __gmon_entry(void);
void __gmon_entry_touch(void);

/* Defined as 1 in an executable some code of which counts by the segment
   register. */
extern const char __gmon_uses_segment;

/* Thread-local, hidden: each module has its own. */
extern __thread intptr_t __gmon_bias;

#ifdef __cplusplus
}
#endif

#endif /* GMON_ABI_H */
