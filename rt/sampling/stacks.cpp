//===-- stacks.cpp - Samples with their call stacks -----------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks a stack into a buffer, outside the program's stack, which may be small.
// Buffers are claimed by a thread's id and reused.
//
//===----------------------------------------------------------------------===//

#include "sampling/stacks.h"
#include "base/memory.h"
#include "base/system.h"
#include "base/text.h"
#include "libc/loader.h"
#include "process/process.h"
#include "settings/options.h"
#include "settings/profile_name.h"
#include "settings/series.h"
#include "unwind/modules.h"

#include <fcntl.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/prctl.h>
#include <ucontext.h>

namespace gmon {

namespace {

/// Room for the places of one stack. Only pages that are touched cost memory.
struct walk_buffer {
  static constexpr size_t capacity = 16384;

  walk_buffer *next;
  uint32_t owner; ///< id of the thread that uses it, or 0
  code_place places[capacity];
};

/// A stack in a buffer of its own.
class walked_stack {
public:
  walked_stack(const registers &start, bool is_own);
  walked_stack(const walked_stack &) = delete;
  ~walked_stack() {
    if (buffer)
      __atomic_store_n(&buffer->owner, 0, __ATOMIC_RELEASE);
  }

  /// The places from the innermost on; none if there was no buffer.
  const code_place *begin() const { return buffer->places; }
  const code_place *end() const { return buffer->places + count; }

private:
  walk_buffer *buffer;
  size_t count = 0;
};

} // namespace

static constinit context_table table;
static walk_buffer *buffers;
static uint32_t num_buffers;
static uint64_t num_folded[most_series], num_lost[most_series];
/// Of the numbers of samples that are counted at once.
static uint64_t sum_of_squares[most_series];

/// Adds a buffer for the thread. Returns null if there are too many.
static walk_buffer *make_buffer(uint32_t thread) {
  constexpr uint32_t most_buffers = 256;
  if (__atomic_fetch_add(&num_buffers, 1, __ATOMIC_RELAXED) >= most_buffers) {
    __atomic_fetch_sub(&num_buffers, 1, __ATOMIC_RELAXED);
    return nullptr;
  }
  auto *made = static_cast<walk_buffer *>(map_zeros(sizeof(walk_buffer)));
  if (!made) {
    __atomic_fetch_sub(&num_buffers, 1, __ATOMIC_RELAXED);
    return nullptr;
  }
  // The first buffer, which most programs never use, is not touched.
  if (thread)
    made->owner = thread;
  walk_buffer *next = __atomic_load_n(&buffers, __ATOMIC_ACQUIRE);
  do
    if (next)
      made->next = next;
  while (!__atomic_compare_exchange_n(&buffers, &next, made, false,
                                      __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE));
  return made;
}

static walk_buffer *claim_buffer() {
  uint32_t thread = kernel::gettid();
  for (walk_buffer *buffer = __atomic_load_n(&buffers, __ATOMIC_ACQUIRE);
       buffer; buffer = buffer->next) {
    uint32_t nobody = 0;
    if (!__atomic_load_n(&buffer->owner, __ATOMIC_RELAXED) &&
        __atomic_compare_exchange_n(&buffer->owner, &nobody, thread, false,
                                    __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
      return buffer;
  }
  return make_buffer(thread);
}

walked_stack::walked_stack(const registers &start, bool is_own)
    : buffer(claim_buffer()) {
  if (buffer)
    count = walk_stack(start, is_own, buffer->places, walk_buffer::capacity);
}

static uintptr_t address_in_process(code_place place) {
  uint32_t module = module_of(place);
  return address_of(place) +
         (module == no_module ? 0 : module_at(module).slide);
}

void prepare_contexts() {
  if (options().stacks || options().threads)
    table.prepare(size_t(options().stack_memory) << 20);
  // A handler should map as little as possible: see context_table::prepare().
  if (table.is_ready() && !buffers)
    make_buffer(0);
  update_modules();
  // Later the program may be renamed, or have no /proc.
  const uint32_t program = module_with(auxiliary_value(AT_ENTRY));
  if (program != no_module && !discards_profiles())
    module_at(program);
}

/// Counts samples of the stack between two places, or of an unknown one: null.
static void count_in_table(const code_place *begin, const code_place *end,
                           uint32_t amount, context_table::origin source) {
  bool folded = false;
  uint32_t context = 0;
  __atomic_fetch_add(&sum_of_squares[source.series], uint64_t(amount) * amount,
                     __ATOMIC_RELAXED);
  if (begin)
    context = table.find_stack(begin, size_t(end - begin), folded);
  if ((begin && !context) || !table.count(context, source, amount))
    __atomic_fetch_add(&num_lost[source.series], amount, __ATOMIC_RELAXED);
  else if (folded)
    __atomic_fetch_add(&num_folded[source.series], amount, __ATOMIC_RELAXED);
}

/// Counts samples of a stack, or of an unknown one: null.
static void count_in_table(const walked_stack *stack, uint32_t amount,
                           context_table::origin source) {
  if (stack && options().stacks)
    count_in_table(stack->begin(), stack->end(), amount, source);
  else
    count_in_table(nullptr, nullptr, amount, source);
}

/// Learns the name of `thread`, which is this one.
static void note_name(uint32_t thread) {
  if (char *name = table.name_of(thread))
    raw_syscall(SYS_prctl, PR_GET_NAME, kernel::address(name));
}

/// Counts samples of `thread`, which is this one, of a stack or, if that is
/// null, of an unknown one.
static void count_own_stack(unsigned series, uint32_t thread,
                            const walked_stack *stack, uint32_t amount) {
  note_name(thread);
  count_in_table(stack, amount, {thread, GMON_SAMPLE_RUNNING, series});
}

/// Whether there is room to walk the stack. The program's handlers may run on a
/// small alternate stack, and then the runtime's handler does, too. What is
/// left suffices to count a place.
static bool has_room(const void *context) {
  constexpr uintptr_t room = 8192; // a walk needs about 5 KiB
  const stack_t &alternate = static_cast<const ucontext_t *>(context)->uc_stack;
  uintptr_t left = reinterpret_cast<uintptr_t>(__builtin_frame_address(0)) -
                   reinterpret_cast<uintptr_t>(alternate.ss_sp);
  return left >= alternate.ss_size || left >= room;
}

/// Counts samples of which only the place is known.
static void count_place(const event_samples &samples) {
  if (samples.is_own)
    note_name(samples.thread);
  uint32_t module = module_with(samples.pc);
  const code_place stack[] = {
      make_place(module,
                 samples.pc -
                     (module == no_module ? 0 : module_at(module).slide)),
      make_place(no_module, GMON_STACK_GONE)};
  bool is_known = samples.pc && options().stacks;
  count_in_table(is_known ? stack : nullptr, stack + 2, samples.amount,
                 {samples.thread, GMON_SAMPLE_RUNNING, samples.series});
}

/// Counts samples of `thread`, which is this one.
static void count_own(unsigned series, uint32_t thread, const registers &start,
                      uint32_t amount) {
  if (!table.is_ready())
    return;
  if (!options().stacks) {
    count_own_stack(series, thread, nullptr, amount);
    return;
  }
  walked_stack stack(start, true);
  count_own_stack(series, thread, &stack, amount);
}

/// Counts samples of a series, if there is one, in all profiles. Returns
/// whether they count in the program's, or if there is none, in any library's.
static bool count_in_profiles(unsigned series, uintptr_t pc, uint32_t amount) {
  if (series == num_series())
    return false;
  bool counted = false, has_program = false;
  for_each_member([&](member &runtime) {
    bool here = runtime.count_sample(series, pc, amount);
    if (runtime.is_program()) {
      has_program = true;
      counted = here;
    } else if (!has_program) {
      counted |= here;
    }
  });
  return counted;
}

void count_interrupted(const void *context, uint32_t amount) {
  visiting_members visiting;
  unsigned time = series_of_time();
  uintptr_t pc = interrupted_pc(context);
  if (is_sealed() || !count_in_profiles(time, pc, amount))
    return;
  if (has_room(context))
    count_own(time, kernel::gettid(), interrupted_registers(context), amount);
  else if (table.is_ready())
    count_place({time, kernel::gettid(), true, pc, amount});
}

static bool is_profiled(uintptr_t pc) {
  bool found = false;
  for_each_member([&](member &runtime) { found |= runtime.holds(pc); });
  return found;
}

/// Returns the innermost address of the stack that is in an instrumented
/// module, or else `pc`.
static uintptr_t innermost_profiled(const walked_stack &stack, uintptr_t pc) {
  for (code_place place : stack)
    if (uintptr_t address = address_in_process(place); is_profiled(address))
      return address;
  return pc;
}

bool read_name(uint32_t thread, char (&target)[16]) {
  text<64> file;
  file << "/proc/self/task/" << uint64_t(thread) << "/comm";
  long fd =
      raw_syscall(SYS_openat, AT_FDCWD, reinterpret_cast<long>(file.c_str()),
                  O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return false;
  char name[16] = {};
  long size =
      raw_syscall(SYS_read, fd, reinterpret_cast<long>(name), sizeof(name));
  raw_syscall(SYS_close, fd);
  if (size <= 0)
    return false;
  if (name[size - 1] == '\n')
    name[size - 1] = 0;
  memcpy(target, name, sizeof(name));
  return true;
}

void note_name_of(uint32_t thread) {
  char name[16];
  char *known = table.is_ready() ? table.name_of(thread) : nullptr;
  if (known && read_name(thread, name))
    memcpy(known, name, sizeof(name));
}

void count_waiting(uintptr_t pc, uintptr_t sp, uint32_t amount,
                   uint32_t thread) {
  visiting_members visiting;
  unsigned time = series_of_time();
  walked_stack stack(waiting_registers(pc, sp), false);
  if (count_in_profiles(time, innermost_profiled(stack, pc), amount) &&
      table.is_ready())
    count_in_table(&stack, amount, {thread, GMON_SAMPLE_WAITING, time});
}

void count_event(const void *context, const event_samples &samples) {
  visiting_members visiting;
  if (is_sealed())
    return;
  bool has_stack =
      context && interrupted_pc(context) == samples.pc && has_room(context);
  if (has_stack && series_at(samples.series).event.in_kernel) {
    walked_stack stack(interrupted_registers(context), true);
    if (count_in_profiles(samples.series, innermost_profiled(stack, samples.pc),
                          samples.amount) &&
        table.is_ready())
      count_own_stack(samples.series, samples.thread, &stack, samples.amount);
    return;
  }
  if (!count_in_profiles(samples.series, samples.pc, samples.amount))
    return;
  if (has_stack)
    count_own(samples.series, samples.thread, interrupted_registers(context),
              samples.amount);
  else if (table.is_ready())
    count_place(samples);
}

void clear_stacks() {
  table.reset_counts();
  for (unsigned i = 0; i != most_series; ++i)
    num_folded[i] = num_lost[i] = sum_of_squares[i] = 0;
}

void forget_stacks(uint32_t forker) {
  bool is_in_use = false;
  for (walk_buffer *buffer = buffers; buffer; buffer = buffer->next)
    if (buffer->owner == forker)
      is_in_use = true; // the fork interrupted a handler of this thread
    else
      buffer->owner = 0;
  if (table.is_ready() && !is_in_use)
    table.clear();
  clear_stacks();
}

context_table &contexts() { return table; }

uint64_t folded_samples(unsigned series) { return num_folded[series]; }

uint64_t lost_samples(unsigned series) { return num_lost[series]; }

uint64_t squares_of_samples(unsigned series) { return sum_of_squares[series]; }

} // namespace gmon
