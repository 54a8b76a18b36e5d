/*===-- gmon/abi.h - Instrumented code and its runtime ------------*- C -*-===*\
|*
|* Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* The interface between instrumented code, which pass/ generates, and the
|* runtime in rt/.
|*
|* The section GMON_DATA_SECTION of each module contains a gmon_record and the
|* block counters of every instrumented function. The section is a template: it
|* is all zeros and stays so. Each thread counts in its own copy. The address of
|* a counter in the copy is its address in the section plus the thread-local
|* word __gmon_rt_bias. The bias of a new thread is 0, which leads to the
|* template.
|* Every look-up misses there, and the miss gives the thread a copy.
|*
|* The entry hook of a function F, called with return address R:
|*
|*     record = &F.record + __gmon_rt_bias
|*     index  = R & record->mask                 (mask before table: see below)
|*     slot   = (char *)record + record->table + index * GMON_INDEX_SCALE
|*     if (slot->from == R) ++slot->count        (interrupted or not)
|*     else __gmon_rt_miss(&F.descriptor, R)
|*
|* A record of zeros has table 0 and mask 0, so its slot is the record itself.
|* The first word of the slot is the table offset 0, which is no return address:
|* the look-up misses.
|*
|* A function whose callers are all known and instrumented has no hook. Its
|* callers count the call before they make it: in a counter of the caller, or by
|* the count of the block that contains the call. A gmon_group says which.
|* Such a function never runs in a thread without a copy: a function with a hook
|* called it, directly or not.
|*
|* Executables for x86-64 do more. A function that others can call by name has
|* its hook in front of its prologue; calls that their callers count may pass by
|* it: see gmon_outgoing_call. The segment register %gs contains the
|* thread's bias, so that one instruction counts, `incq %gs:COUNTER(%rip)`, and
|* needs no other register. The runtime sets %gs together with __gmon_rt_bias. A
|* new thread inherits %gs from its creator; its first hook, which reads
|* __gmon_rt_bias, sets it. If %gs cannot be set it is 0, which leads to the
|* template.
|*
|* Signal handlers may execute hooks between any two instructions of a hook or
|* of the runtime. The runtime stores a new table before its mask, and hooks
|* read the mask before the table: an index is never too large for its table. A
|* hook counts in a slot only if its key matches, whatever index led to it.
|* Tables that were replaced are kept and summed.
|*
\*===----------------------------------------------------------------------===*/

#ifndef GMON_ABI_H
#define GMON_ABI_H

#include <stdint.h>

/* Zero-initialized; a C identifier, so that linkers provide the bounds
   __start_gmon_data and __stop_gmon_data. */
#define GMON_DATA_SECTION "gmon_data"

/* Read-only sections: descriptors of functions and call sites, and block
   tables. The names are not C identifiers: linkers define bounds for such
   names and then keep the whole section, and with the descriptors every
   function that they refer to. */
#define GMON_DESCRIPTOR_SECTION ".gmon.functions"
#define GMON_BLOCK_TABLE_SECTION ".gmon.blocks"

/* A hook in front of a prologue, on x86-64:

     endbr64
     leaq  descriptor(%rip), %r11    the first instructions are the HEAD; then
     call  __gmon_rt_entry           the 32-bit distance, the CALL, another one */
#define GMON_EARLY_HOOK_SIZE 16
#define GMON_EARLY_HOOK_HEAD {0xf3, 0x0f, 0x1e, 0xfa, 0x4c, 0x8d, 0x1d}
#define GMON_EARLY_HOOK_CALL 0xe8

/* Records in the section GMON_DESCRIPTOR_SECTION are adjacent, without gaps, in
   any order, and consist of words of 32 bits. The first word is the head: a
   magic number, the kind and a number. A record is a gmon_descriptor, or a
   gmon_group with entries of one size. */
#define GMON_RECORD_MAGIC 0xa7d3e800u
#define GMON_RECORD_MAGIC_MASK 0xfffff800u
#define GMON_RECORD_HEAD(kind, number)                                         \
  (GMON_RECORD_MAGIC | (uint32_t)(kind) << 8 | (number))
#define GMON_RECORD_KIND(head) ((head) >> 8 & 7u)
#define GMON_RECORD_NUMBER(head) ((head) & 0xffu)
enum gmon_record_kind {
  GMON_FUNCTION,        /* gmon_descriptor; the number is its flags */
  GMON_COUNTED_CALLS,   /* gmon_counted_call, by counters of their own */
  GMON_CALLS_OF_BLOCKS, /* gmon_call_of_block */
  GMON_OUTGOING_CALLS,  /* gmon_outgoing_call, to a function by its name */
  GMON_CALLS_OF_HOOKED, /* the same without a name: no outgoing call, whatever
                           it calls */
  GMON_PIECES           /* gmon_piece */
};
/* For each kind, the words of an entry, in four bits. */
#define GMON_ENTRY_WORDS 0x112320u
#define GMON_GROUP_MAX 255 /* entries of a group */

/* The hook multiplies an index by a scale of the processor's addressing modes.
   The low bits of a mask, below the step GMON_SLOT_SIZE / scale, are zeros. So
   adjacent return addresses have different slots: two calls end at least 2
   bytes apart on x86, 4 bytes on the others. (RISC-V's compressed indirect
   calls can end 2 bytes apart, which costs time, but no counts.) */
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

/* Refers to a function's table of arcs; in a thread's copy of the section. */
struct gmon_record {
  intptr_t table; /* offset of the first slot from the record */
  uintptr_t mask; /* (number of slots - 1) * GMON_INDEX_STEP */
};

/* One caller of one function. */
struct gmon_slot {
  uintptr_t from; /* return address */
  uintptr_t count;
};

/* The number of words of a record. */
__attribute__((always_inline)) static inline uint32_t
gmon_record_words(uint32_t head) {
  uint32_t entry = GMON_ENTRY_WORDS >> 4 * GMON_RECORD_KIND(head) & 0xfu;
  return entry ? 2 + entry * GMON_RECORD_NUMBER(head) : 6;
}

/* An instrumented function; read-only. Offsets are in bytes from the field that
   contains them; 0 means none. */
struct gmon_descriptor {
  uint32_t head;         /* GMON_FUNCTION; GMON_PASSABLE_HOOK */
  int32_t function;      /* its first instruction */
  int32_t counters;      /* its first counter in the template, 64 bits */
  int32_t record;        /* its gmon_record in the template, if it has a hook:
                            at 12 in all versions, because hooks read it before
                            the runtime looks at the head */
  uint32_t num_counters; /* their number */
  int32_t blocks;        /* its gmon_block_table */
};

/* The hook is in front of the prologue, and calls may pass by it, so that it
   does not record every execution. */
#define GMON_PASSABLE_HOOK 1u

/* Several records of one kind, which follow this. Those with counters of their
   own have adjacent ones, in their order. */
struct gmon_group {
  uint32_t head; /* the kind and the number of the entries */
  int32_t base;  /* the first one's counter in the template, 64 bits; or the
                    caller's gmon_descriptor, if blocks count the calls */
};

/* A call that the caller counts. */
struct gmon_counted_call {
  int32_t from; /* an instruction of the call, or just before it */
  int32_t self; /* the called function, which has no hook */
};

/* Such a call with the count of its block. */
struct gmon_call_of_block {
  int32_t from, self; /* as above */
  uint32_t count;     /* number of the count, among the caller's */
};

/* A call of a function that may have no hook, such as one of the C library, or
   one that calls may pass by. The caller counts the call where it makes it. The
   code at `from` says what was called, so the count is right whatever function
   the linker chose. A call of the byte behind a hook in front of a prologue is
   counted here only: after the link, gmon-clang moves direct calls of passable
   hooks there. Any other call may be counted by a hook, too; where it is,
   readers of the profile drop this count. Calls by address have no such
   record. */
struct gmon_outgoing_call {
  int32_t from; /* the last byte of the call; of a jump, the first */
  int32_t name; /* the called function's, as linked; ends with NUL */
};

/* A counter that the code generator inserted, for a piece of code whose count
   does not follow from those of blocks. It is known by its address: of the
   instruction that increments it. */
struct gmon_piece {
  int32_t address;
};

/* The section of names. It can be merged by linkers. */
#define GMON_NAME_SECTION ".gmon.names"

/* The blocks of a function, and how their counts follow from its counters.

   The counts of a function are numbered: first the num_counters counters, then
   the derived counts. Each derived count is a sum of earlier counts, some of
   them subtracted. For each derived count, terms contains the number of terms,
   then each term as (number of the count) * 2 + (1 if subtracted). */
struct gmon_block_table {
  uint32_t num_blocks;
  uint32_t num_derived;
  /* struct gmon_block blocks[num_blocks]; uint32_t terms[]; */
};

struct gmon_block {
  int32_t address; /* of an instruction in the block, in bytes from blocks[0] */
  uint32_t count;  /* number of the count */
};

/* Source counters (`-a=source`) are additional counters of functions in the
   template; the map of gmon/format.h says what they mean. GMON_SOURCE_SECTION,
   whose bounds linkers provide, says where they are. A thread without a copy,
   which is rare, counts in the template, and may overwrite counts of other
   such threads. */
#define GMON_SOURCE_SECTION "gmon_source"

struct gmon_source {
  uint64_t key;     /* of the first counter: see gmon/format.h */
  int32_t counters; /* the first in the template, in bytes from this field */
  uint32_t num_counters;
};

/* The entry points of the runtime. Only on x86-64 they have a calling
   convention of LLVM, preserve_all. The table shows the arguments, the call,
   and the registers that the entry points change. They preserve all others,
   including the vector registers:

     x86-64    rdi, rsi    call              r11
     AArch64   x9, x10     bl                x16, x17, x30, flags
     RISC-V    t1, t2      call t0, ENTRY    t0

   Safe in signal handlers. */

/* Counts the first call from a return address, and every call that has no
   slot. */
void __gmon_rt_miss(const struct gmon_descriptor *function, uintptr_t from);

/* Gives the thread its copy: for functions with counters but no entry hook. If
   the function has a record, the call records its execution there. Called if
   the record's table or the bias is 0. */
void __gmon_rt_touch(const struct gmon_descriptor *function);

/* Called in front of a function's prologue, with the function's descriptor in
   r11; both change rax, r10, r11 and flags. The first replaces the inline entry
   hook; the second gives the thread its copy. Only in executables for
   x86-64. */
void __gmon_rt_entry(void);
void __gmon_rt_entry_touch(void);

/* Defined as 1 in an executable that contains code that counts by the segment
   register. */
extern const char __gmon_uses_segment;

/* Thread-local, hidden: each module has its own. */
extern __thread intptr_t __gmon_rt_bias;

#ifdef __cplusplus
}
#endif

#endif /* GMON_ABI_H */
