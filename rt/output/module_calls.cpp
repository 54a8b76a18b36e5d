//===-- module_calls.cpp - Calls between modules -------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls come sorted by the caller's address, so most have the caller's module
// of the call before.
//
//===----------------------------------------------------------------------===//

#include "output/module_calls.h"
#include "base/heap_sort.h"
#include "base/memory.h"
#include "unwind/modules.h"

namespace gmon {

/// The calls of libraries that are gone, each pair of places once.
static module_call *kept;
static size_t num_kept;

/// A bit for each number of a module: all its calls are kept.
static stored<uint64_t[no_module / 64 + 1]> is_kept;

namespace {

using call_list = scratch_list<module_call>;

bool holds(uint32_t module, uintptr_t address) {
  const loaded_module &facts = module_at(module);
  return address - facts.low < facts.high - facts.low;
}

/// Finds modules, faster for many addresses in one module.
class place_finder {
public:
  /// Returns the place of the address; its module is no_module if there is
  /// none.
  code_place find(uintptr_t address) {
    if (module == no_module || !holds(module, address)) {
      module = module_with(address);
      is_certain =
          module != no_module && (is_permanent(module) || has_runtime(address));
    }
    return module == no_module
               ? make_place(no_module, 0)
               : make_place(module, address - module_at(module).slide);
  }

  /// Does the same for a caller. Its module is also no_module if calls by
  /// another module, which had the address before, may be among those counted.
  code_place find_caller(uintptr_t address) {
    code_place found = find(address);
    bool is_other =
        !is_certain && (is_forked() || any_unloaded() || was_other(address));
    return is_other ? make_place(no_module, 0) : found;
  }

private:
  /// Whether a runtime is in the module, and tells when it comes and goes.
  static bool has_runtime(uintptr_t address) {
    bool found = false;
    for_each_member([&](member &runtime) { found |= runtime.holds(address); });
    return found;
  }

  /// Whether another module had the address, and its calls may be among those
  /// that are not kept.
  bool was_other(uintptr_t address) const {
    uint32_t all = num_modules();
    for (uint32_t i = 0; i != all; ++i)
      if (i != module && holds(i, address) &&
          !((*is_kept)[i / 64] >> i % 64 & 1))
        return true;
    return false;
  }

  uint32_t module = no_module; ///< of the address before
  bool is_certain = false;     ///< no other module's calls are counted there
};

/// Adds the calls of one member to a list.
struct call_collector {
  call_list &list;
  bool (*wanted)(uintptr_t caller); ///< or null: all callers
  place_finder callers = {}, callees = {};

  static void visit(uintptr_t caller, uintptr_t self, uint64_t count,
                    void *collector) {
    auto &own = *static_cast<call_collector *>(collector);
    if (own.wanted && !own.wanted(caller))
      return;
    module_call added = {own.callers.find_caller(caller),
                         own.callees.find(self), count};
    if (module_of(added.caller) != no_module &&
        module_of(added.self) != no_module)
      own.list.add(added);
  }
};

} // namespace

static void add_calls(call_list &list, member &runtime,
                      bool (*wanted)(uintptr_t caller)) {
  call_collector collector = {list, wanted};
  runtime.for_each_outside_call(call_collector::visit, &collector);
}

static void add_kept(call_list &list) {
  for (size_t i = 0; i != num_kept; ++i)
    list.add(kept[i]);
}

/// Adds the calls of one pair of places up.
static void merge(call_list &calls) {
  calls.keep_first(
      sort_and_sum(calls.begin(), calls.count(), [](const module_call &call) {
        return static_cast<unsigned __int128>(call.caller) << 64 | call.self;
      }));
}

void list_module_calls(call_list &list) {
  add_kept(list);
  for_each_member([&](member &runtime) { add_calls(list, runtime, nullptr); });
  merge(list);
}

void keep_module_calls(member &leaving) {
  call_list calls;
  add_kept(calls);
  add_calls(calls, leaving, nullptr);
  // At exit the module stays where it is.
  bool is_unloaded = !process().exiting;
  if (is_unloaded)
    for_each_member([&](member &runtime) {
      if (&runtime == &leaving)
        return;
      add_calls(calls, runtime, leaving.holds);
      runtime.drop_outside_calls(leaving.holds);
    });
  merge(calls);
  size_t count = calls.count();
  uint32_t module = module_with(reinterpret_cast<uintptr_t>(&leaving));
  if (is_unloaded && module != no_module)
    __atomic_fetch_or(&(*is_kept)[module / 64], uint64_t(1) << module % 64,
                      __ATOMIC_RELAXED);
  void *memory = count ? map_zeros(count * sizeof(module_call)) : nullptr;
  if (!memory)
    return;
  forget_module_calls();
  kept = static_cast<module_call *>(memory);
  num_kept = count;
  for (size_t i = 0; i != count; ++i)
    kept[i] = calls[i];
}

void begin_module_calls(member &entering) {
  for_each_member([&](member &runtime) {
    if (&runtime != &entering)
      runtime.drop_outside_calls(entering.holds);
  });
}

void forget_module_calls() {
  unmap(kept, num_kept * sizeof(module_call));
  kept = nullptr;
  num_kept = 0;
}

} // namespace gmon
