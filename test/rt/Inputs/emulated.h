// What the pass makes of a function, written down in C: for tests that need
// records of their own making. See gmon/abi.h.

#ifndef EMULATED_H
#define EMULATED_H

#include "gmon/abi.h"

// FUNCTION(name) defines a descriptor and a record for an empty function, with
// NUM_COUNTERS block counters and the block table BLOCKS (an assembly label, or
// 0 - .).
#define FUNCTION(name, num_counters, blocks)                                   \
  void name(void) {}                                                           \
  extern const struct gmon_descriptor name##_descriptor;                       \
  extern struct gmon_record name##_record;                                     \
  extern uint64_t name##_counters[];                                           \
  __asm__(".section gmon_data, \"aw\", @progbits\n"                            \
          ".p2align 3\n" #name "_record: .zero 16\n" #name                     \
          "_counters: .zero 8 * " #num_counters "\n"                           \
          ".section .gmon.functions, \"a\", @progbits\n"                       \
          ".p2align 2\n" #name "_descriptor: .long 0xa7d3e800\n"               \
          ".long " #name " - .\n"                                              \
          ".long " #name "_counters - .\n"                                     \
          ".long " #name "_record - .\n"                                       \
          ".long " #num_counters "\n"                                          \
          ".long " blocks "\n"                                                 \
          ".text\n");

/// The place in this thread's copy for an address in the template.
static inline void *own(void *address) {
  return (char *)address + __gmon_rt_bias;
}

/// The slot that the hook of the function looks at, called from `from`.
static inline struct gmon_slot *slot_of(struct gmon_record *template_record,
                                        uintptr_t from) {
  struct gmon_record *record = own(template_record);
  uintptr_t mask = *(volatile uintptr_t *)&record->mask;
  return (struct gmon_slot *)((char *)record + record->table +
                              (from & mask) * GMON_INDEX_SCALE);
}

/// The hook. Returns 1 if the call had to go to the runtime.
static inline int call(const struct gmon_descriptor *function,
                       struct gmon_record *record, uintptr_t from) {
  struct gmon_slot *slot = slot_of(record, from);
  if (slot->from == from) {
    ++slot->count;
    return 0;
  }
  __gmon_rt_miss(function, from);
  return 1;
}

#define CALL(name, from)                                                       \
  call(&name##_descriptor, &name##_record, (uintptr_t)(from))

#endif // EMULATED_H
