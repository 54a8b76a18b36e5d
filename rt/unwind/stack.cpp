//===-- stack.cpp - The call stack of a thread ----------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The walk. For each address it looks for rules in the cache, then in the
// module's tables. A module that occurs in the cache is compared with what is
// loaded now, once in each walk.
//
//===----------------------------------------------------------------------===//

#include "unwind/stack.h"
#include "frames/checked_memory.h"
#include "gmon/format.h"
#include "unwind/code.h"
#include "unwind/module_tables.h"
#include "unwind/rule_cache.h"
#include "unwind/steps.h"

extern "C" {
/// Defined by base/hidden_names.h.
extern const char text_of_runtime[] __asm__("__gmon$text")
    __attribute__((weak, visibility("hidden")));
extern const char end_of_text_of_runtime[] __asm__("__gmon$text_end")
    __attribute__((weak, visibility("hidden")));
}

namespace gmon {

namespace {

class walker {
public:
  walker(const registers &start, stack_memory &memory, bool is_own,
         code_place *places, size_t capacity)
      : now(start), memory(memory), is_own(is_own), places(places),
        capacity(capacity) {}

  size_t walk();

private:
  /// Where an address is looked for: a caller's is behind the call, which may
  /// be the last instruction of a function.
  uintptr_t searched() const { return is_exact ? now.pc : now.pc - 1; }

  bool spend(unsigned amount);
  bool add(code_place place);
  void end_with(gmon_stack_mark mark);
  void find_rules(short_rules &rules);
  search_result search(const known_module *&module, frame_entry &entry);
  void learn_rules(short_rules &rules);
  bool is_valid(uint32_t module);
  bool leave(const short_rules &rules);
  bool leave_by_tables();
  bool leave_without_table();
  bool makes_sense(const registers &caller) const;
  bool leave_by_link();
  bool leave_by_call();
  bool leave_by_prologue(const short_rules &rules);

  registers now;
  stack_memory &memory;
  bool is_own;
  bool is_exact = true; ///< the code at the address was interrupted
  bool is_outermost = false;
  gmon_stack_mark failure = GMON_STACK_UNREADABLE;
  code_place *places;
  size_t capacity;
  size_t used = 0;
  /// What searching may still cost where no table describes the code, in reads
  /// of code that the kernel copies. If each walk took longer than the time
  /// between two samples, the program would not go on.
  unsigned effort = 256;
  /// Modules that are known to be loaded still.
  uint32_t valid[4] = {no_module, no_module, no_module, no_module};
  unsigned num_valid = 0;
};

} // namespace

/// Takes `amount` from the effort. Returns false if less is left.
bool walker::spend(unsigned amount) {
  bool has_enough = amount <= effort;
  effort = has_enough ? effort - amount : 0;
  return has_enough;
}

/// Adds a place unless it repeats the last one. Returns false if there is no
/// room for more.
inline bool walker::add(code_place place) {
  if (used && places[used - 1] == place)
    return true;
  if (used + 1 >= capacity) {
    end_with(GMON_STACK_TOO_DEEP);
    return false;
  }
  places[used++] = place;
  return true;
}

void walker::end_with(gmon_stack_mark mark) {
  places[used++] = make_place(no_module, mark);
}

inline bool walker::is_valid(uint32_t module) {
  for (uint32_t number : valid)
    if (number == module)
      return true;
  if (!is_still_loaded(module, searched(), is_own))
    return false;
  valid[num_valid++ % 4] = module;
  return true;
}

inline void walker::find_rules(short_rules &rules) {
  if (!known_rules.find(now.pc, is_exact, rules) ||
      !is_valid(module_of(rules.place)))
    learn_rules(rules);
}

/// Finds the module and the entry of the code that searched() is in.
search_result walker::search(const known_module *&module, frame_entry &entry) {
  uintptr_t pc = searched();
  module = find_module(pc);
  search_result result =
      module ? find_entry(module->tables, pc, entry) : search_result::absent;
  if (result != search_result::absent || is_exact)
    return result;
  // A return address that no call has pushed, such as of the code behind a
  // coroutine's function, is that of a function's first instruction.
  const known_module *module_of_pc = find_module(now.pc);
  if (module_of_pc &&
      find_entry(module_of_pc->tables, now.pc, entry) == search_result::found &&
      entry.begin == now.pc) {
    module = module_of_pc;
    is_exact = true;
    return search_result::found;
  }
  return result;
}

/// Looks for rules in the tables.
void walker::learn_rules(short_rules &rules) {
  const known_module *module;
  frame_entry entry;
  bool was_exact = is_exact;
  search_result result = search(module, entry);
  uintptr_t pc = searched();
  rules = {};
  rules.kind = short_kind::no_table;
  if (!module) {
    rules.place = make_place(no_module, pc);
    return;
  }
  rules.place = make_place(module->number, pc - module->facts.slide);
  full_rules full;
  switch (result) {
  case search_result::absent:
    break;
  case search_result::found:
    if (compute_rules(module->tables, entry, pc, full)) {
      shorten(full, rules);
      break;
    }
    [[fallthrough]];
  case search_result::damaged:
    rules.kind = short_kind::damaged;
  }
  known_rules.add(now.pc, was_exact, rules);
}

/// Leaves a frame whose rules have no short form.
bool walker::leave_by_tables() {
  const known_module *module;
  frame_entry entry;
  full_rules full;
  if (search(module, entry) != search_result::found ||
      !compute_rules(module->tables, entry, searched(), full))
    return false;
  bool is_signal_frame = full.is_signal_frame;
  if (is_signal_frame && !has_sigreturn_tables && leave_handler(now, memory)) {
    is_exact = true;
    return true;
  }
  if (!follow_rules(module->tables, full, now, memory))
    return false;
  is_exact = is_signal_frame;
  return true;
}

/// Whether `pc` is behind a call in a module that is loaded.
static bool is_return_address(uintptr_t pc) {
  uintptr_t target;
  return find_module(pc - 1) && follows_call(pc, target);
}

uintptr_t function_begin(uintptr_t pc) {
  const known_module *module = find_module(pc);
  return module ? find_begin(module->tables, pc) : 0;
}

/// Whether the caller with these registers has rules, and they lead on to an
/// address behind a call.
bool walker::makes_sense(const registers &caller) const {
  walker further(*this);
  further.now = caller;
  further.is_exact = false;
  short_rules rules;
  further.learn_rules(rules);
  return rules.kind != short_kind::no_table && further.leave(rules) &&
         (further.is_outermost || is_return_address(further.now.pc));
}

/// Leaves a function without table that has not moved the stack pointer: the
/// link register has its return address. If it has called another function, or
/// has a frame, what the caller's rules find is no return address.
bool walker::leave_by_link() {
  if (!has_link_register || !is_exact || !(now.known >> link_register & 1))
    return false;
  registers caller = now;
  caller.pc = without_signature(now.values[link_register]);
  if (!is_return_address(caller.pc) || !makes_sense(caller))
    return false;
  now = caller;
  is_exact = false;
  return true;
}

/// Leaves a function without table on x86-64, such as those of musl: its return
/// address is behind a call of it. Of several words that are behind calls of
/// functions in front of the address, those of the last function count: it is
/// the one that contains the address. An earlier call of it may have left such
/// a word, too; then the caller's rules lead nowhere. A caller that has no
/// rules either is believed once.
bool walker::leave_by_call() {
  constexpr unsigned most_words = 256, effort_of_word = 4;
  if (has_link_register || !(now.known >> stack_register & 1))
    return false;
  registers caller = now, best;
  uintptr_t &stack = caller.values[stack_register];
  uintptr_t best_function = 0;
  for (unsigned i = 0; i != most_words && memory.load(stack, caller.pc); ++i) {
    stack += sizeof(uintptr_t);
    if (i != 0) // the function has pushed, and maybe changed, other registers
      caller.known = uint64_t(1) << stack_register;
    // The kernel passes the entry point on the stack.
    if (is_entry_point(caller.pc) || !find_module(caller.pc))
      continue;
    if (!spend(effort_of_word))
      break;
    registers interrupted = caller;
    // A handler may end with a jump to the function. But sigaction, too, has
    // left the address of the code that returns from handlers.
    if (!best_function && leave_handler(interrupted, memory) &&
        interrupted.values[stack_register] > stack &&
        find_module(interrupted.pc)) {
      now = interrupted;
      is_exact = true;
      return true;
    }
    uintptr_t function = called_function(caller.pc, searched());
    if (function > best_function &&
        (function_begin(caller.pc - 1) ? makes_sense(caller) : is_exact)) {
      best_function = function;
      best = caller;
    }
  }
  if (!best_function)
    return false;
  now = best;
  is_exact = false;
  return true;
}

/// Whether the program may have generated code where the caller is.
static bool may_be_generated(const registers &caller) {
  constexpr uintptr_t near = uintptr_t(8) << 20;
  return caller.pc - (caller.values[stack_register] - near) >= 2 * near &&
         can_read(caller.pc);
}

/// Whether `pc` is in the merged object, which has no frame pointers.
static bool is_in_runtime(uintptr_t pc) {
  auto begin = reinterpret_cast<uintptr_t>(text_of_runtime);
  return pc - begin <
         reinterpret_cast<uintptr_t>(end_of_text_of_runtime) - begin;
}

/// Leaves a frame of code that no table describes.
bool walker::leave_without_table() {
  bool has_effort = spend(1);
  if (has_effort && leave_handler(now, memory)) {
    is_exact = true;
    return true;
  }
  if (is_exact && leave_stub(now, memory)) {
    is_exact = false;
    return true;
  }
  failure = GMON_STACK_NO_TABLE;
  // By convention, the outermost function's frame pointer is zero.
  bool has_frame =
      !(now.known >> frame_register & 1) || now.values[frame_register] != 0;
  if (is_entry_point(searched()) || (!is_exact && !has_frame)) {
    is_outermost = true;
    return true;
  }
  if (!may_search())
    return false;
  if (leave_by_link() || (has_effort && leave_by_call()))
    return true;
  if (is_in_runtime(searched()))
    return false;
  registers caller = now;
  if (!follow_frame_pointer(caller, memory) ||
      (!find_module(caller.pc - 1) && !may_be_generated(caller)))
    return false;
  now = caller;
  is_exact = false;
  return true;
}

/// Whether a direct call of `target` leads to the function of `entry`: it
/// calls the function's first instructions, or a stub. 0 stands for a target
/// that is computed.
static bool may_call(uintptr_t target, const frame_entry &entry) {
  constexpr uintptr_t longest_hook = 32;
  unsigned pushed;
  return target == 0 || target - entry.begin < longest_hook ||
         is_in_stub(target, pushed);
}

/// Leaves a frame whose end is at an unknown frame pointer. The function's
/// prologue says how far that is from the stack pointer, unless the function
/// has allocated more. The return address decides.
bool walker::leave_by_prologue(const short_rules &rules) {
  if (is_exact || rules.frame_register != frame_register ||
      (now.known >> frame_register & 1))
    return false;
  const known_module *module;
  frame_entry entry;
  if (search(module, entry) != search_result::found)
    return false;
  int64_t distance = frame_pointer_distance(
      entry.begin, now.pc, unsigned(__builtin_popcount(rules.saved)) - 1);
  if (distance < 0)
    return false;
  registers with_frame = now;
  with_frame.values[frame_register] =
      now.values[stack_register] + uintptr_t(distance);
  with_frame.known |= uint64_t(1) << frame_register;
  uintptr_t target;
  if (!follow_short_rules(rules, with_frame, memory) ||
      !find_module(with_frame.pc - 1) || !follows_call(with_frame.pc, target) ||
      !may_call(target, entry))
    return false;
  now = with_frame;
  return true;
}

/// Changes the registers to the caller's. Returns false if it is unknown.
inline bool walker::leave(const short_rules &rules) {
  failure = GMON_STACK_UNREADABLE;
  uintptr_t pc = now.pc;
  switch (rules.kind) {
  case short_kind::steps:
    if (!follow_short_rules(rules, now, memory) && !leave_by_prologue(rules))
      return false;
    if (now.pc == pc && !is_exact)
      follow_recursion(rules, now, memory);
    is_exact = false;
    return true;
  case short_kind::full:
    return leave_by_tables();
  case short_kind::outermost:
    is_outermost = true;
    return true;
  case short_kind::no_table:
    return leave_without_table();
  case short_kind::none:
  case short_kind::damaged:
    return false;
  }
  return false;
}

size_t walker::walk() {
  // A stack grows in one direction, but a thread may have several.
  constexpr unsigned most_changes = 64;
  unsigned num_changes = 0;
  for (;;) {
    short_rules rules;
    find_rules(rules);
    if (!add(rules.place))
      return used;
    uintptr_t stack = now.values[stack_register];
    if (!leave(rules)) {
      end_with(failure);
      return used;
    }
    // A function that begins a thread may have no rules; nothing called it.
    if (is_outermost || now.pc == 0)
      return used;
    // The call has changed the link register. The rules of code that calls
    // without a word about it would lead back to where they are, for ever.
    if (has_link_register && !is_exact)
      now.known &= ~(uint64_t(1) << link_register);
    if (now.values[stack_register] <= stack && ++num_changes > most_changes) {
      end_with(GMON_STACK_UNREADABLE);
      return used;
    }
  }
}

/// Apart, so that the copy takes no room on the stack of a handler.
__attribute__((noinline)) static size_t
walk_other(const registers &start, code_place *places, size_t capacity) {
  alignas(uintptr_t) char copy[2048];
  stack_memory memory(copy, sizeof(copy));
  return walker(start, memory, false, places, capacity).walk();
}

size_t walk_stack(const registers &start, bool is_own, code_place *places,
                  size_t capacity) {
  if (!is_own)
    return walk_other(start, places, capacity);
  stack_memory memory(start.values[stack_register]);
  return walker(start, memory, true, places, capacity).walk();
}

} // namespace gmon
