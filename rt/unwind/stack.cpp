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
#include "unwind/module_tables.h"
#include "unwind/rule_cache.h"
#include "unwind/steps.h"

namespace gmon {

namespace {

class walker {
public:
  walker(const registers &from, stack_memory &memory, bool is_own,
         code_place *to, size_t capacity)
      : now(from), memory(memory), is_own(is_own), to(to), capacity(capacity) {}

  size_t walk();

private:
  /// Where an address is looked for: a caller's is behind the call, which may
  /// be the last instruction of a function.
  uintptr_t searched() const { return is_exact ? now.pc : now.pc - 1; }

  bool add(code_place place);
  void end_with(gmon_stack_mark mark);
  void find_rules(short_rules &rules);
  void learn_rules(short_rules &rules);
  bool is_valid(uint32_t module);
  bool leave(const short_rules &rules);
  bool leave_by_tables();
  bool leave_without_table();

  registers now;
  stack_memory &memory;
  bool is_own;
  bool is_exact = true; ///< the code at the address was interrupted
  bool is_outermost = false;
  gmon_stack_mark failure = GMON_STACK_UNREADABLE;
  code_place *to;
  size_t capacity;
  size_t used = 0;
  /// Modules that are known to be loaded still.
  uint32_t valid[4] = {no_module, no_module, no_module, no_module};
  unsigned num_valid = 0;
};

} // namespace

/// Adds a place unless it repeats the last one. Returns false if there is no
/// room for more.
inline bool walker::add(code_place place) {
  if (used && to[used - 1] == place)
    return true;
  if (used + 1 >= capacity) {
    end_with(GMON_STACK_TOO_DEEP);
    return false;
  }
  to[used++] = place;
  return true;
}

void walker::end_with(gmon_stack_mark mark) {
  to[used++] = make_place(no_module, mark);
}

inline bool walker::is_valid(uint32_t module) {
  for (uint32_t each : valid)
    if (each == module)
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

/// Looks for rules in the tables.
void walker::learn_rules(short_rules &rules) {
  uintptr_t pc = searched();
  rules = {};
  rules.kind = short_kind::no_table;
  const known_module *module = find_module(pc);
  if (!module) {
    rules.place = make_place(no_module, pc);
    return;
  }
  rules.place = make_place(module->number, pc - module->facts.slide);
  frame_entry entry;
  full_rules full;
  switch (find_entry(module->tables, pc, entry)) {
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
  known_rules.add(now.pc, is_exact, rules);
}

/// Leaves a frame whose rules have no short form.
bool walker::leave_by_tables() {
  uintptr_t pc = searched();
  const known_module *module = find_module(pc);
  frame_entry entry;
  full_rules full;
  if (!module ||
      find_entry(module->tables, pc, entry) != search_result::found ||
      !compute_rules(module->tables, entry, pc, full))
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

/// Leaves a frame of code that no table describes.
bool walker::leave_without_table() {
  if (leave_handler(now, memory)) {
    is_exact = true;
    return true;
  }
  failure = GMON_STACK_NO_TABLE;
  // By convention, the outermost function's frame pointer is zero.
  if (!is_exact && (now.known >> frame_register & 1) &&
      now.values[frame_register] == 0) {
    is_outermost = true;
    return true;
  }
  registers caller = now;
  if (!follow_frame_pointer(caller, memory) ||
      (!find_module(caller.pc - 1) && !can_read(caller.pc)))
    return false;
  now = caller;
  is_exact = false;
  return true;
}

/// Changes the registers to the caller's. Returns false if it is unknown.
inline bool walker::leave(const short_rules &rules) {
  failure = GMON_STACK_UNREADABLE;
  uintptr_t pc = now.pc;
  switch (rules.kind) {
  case short_kind::steps:
    if (!follow_short_rules(rules, now, memory))
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
    if (now.values[stack_register] <= stack && ++num_changes > most_changes) {
      end_with(GMON_STACK_UNREADABLE);
      return used;
    }
  }
}

/// Apart, so that the copy takes no room on the stack of a handler.
__attribute__((noinline)) static size_t
walk_other(const registers &from, code_place *to, size_t capacity) {
  alignas(uintptr_t) char copy[2048];
  stack_memory memory(copy, sizeof(copy));
  return walker(from, memory, false, to, capacity).walk();
}

size_t walk_stack(const registers &from, bool is_own, code_place *to,
                  size_t capacity) {
  if (!is_own)
    return walk_other(from, to, capacity);
  stack_memory memory;
  return walker(from, memory, true, to, capacity).walk();
}

} // namespace gmon
