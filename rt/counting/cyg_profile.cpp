//===-- cyg_profile.cpp - Calls of -finstrument-functions -----------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counts the calls of functions that any compiler compiled with
// -finstrument-functions. They call __cyg_profile_func_enter with their address
// and their return address.
//
// A function that is inlined calls it as well, with its own address and the
// return address of the function around it. Its caller is that function, so the
// caller's address must be the call of the hook. The unwind tables tell in
// which function the hook was called.
//
// A program that defines the hooks keeps its own. So the other one has a file
// of its own, and neither is weak: mold would prefer those of the C library.
// Second names keep them out of reports, as not_reported of base/asm.inc does.
//
//===----------------------------------------------------------------------===//

#include "counting/functions.h"
#include "counting/hooks.h"
#include "counting/mcount_table.h"
#include "frames/processor.h"
#include "unwind/stack.h"

namespace gmon {

namespace {

/// Whether functions have a hook of the plugin, too: the last answers. Each is
/// the function's address, with the highest bit if it has one.
class plugin_functions {
public:
  bool has(uintptr_t function) {
    uintptr_t &entry = answers[function / 16 % num_answers];
    uintptr_t known = __atomic_load_n(&entry, __ATOMIC_RELAXED);
    if ((known & ~has_hook) != function) {
      known = function | (search(function) ? has_hook : 0);
      __atomic_store_n(&entry, known, __ATOMIC_RELAXED);
    }
    return known & has_hook;
  }

private:
  static bool search(uintptr_t function);

  static constexpr size_t num_answers = 1024;
  static constexpr uintptr_t has_hook = ~(~uintptr_t(0) >> 1);
  uintptr_t answers[num_answers];
};

} // namespace

bool plugin_functions::search(uintptr_t function) {
  bool found = false;
  for_each_function([&](const gmon_descriptor *descriptor) {
    found |= offset_target(descriptor->function) == function;
  });
  auto search_in = [&](const gmon_group *group, const auto *calls) {
    for (uint32_t i = 0; i != size_of(group); ++i)
      found |= offset_target(calls[i].self) == function;
  };
  for_each_group<gmon_counted_call>(GMON_COUNTED_CALLS, search_in);
  for_each_group<gmon_call_of_block>(GMON_CALLS_OF_BLOCKS, search_in);
  return found;
}

static plugin_functions instrumented;

/// Counts a call of the function at `self`, whose hook at `hook` is new to this
/// thread. `caller` is the return address of the function that contains the
/// hook.
static void count_new(uintptr_t caller, uintptr_t self, uintptr_t hook) {
  uintptr_t function = function_begin(hook - 1);
  // A library may be told another module's address of its own function.
  if (function && !has_offset(self))
    self = function;
  __gmon_count_arc(function && function != self ? hook : caller, self, hook);
}

} // namespace gmon

using namespace gmon;

extern "C" {

__attribute__((visibility("hidden"))) void
__cyg_profile_func_enter(void *function, void *call_site) {
  auto self = reinterpret_cast<uintptr_t>(function);
  uintptr_t caller = without_signature(reinterpret_cast<uintptr_t>(call_site));
  auto hook = reinterpret_cast<uintptr_t>(__builtin_return_address(0));
  if (instrumented.has(self) || count_in_known_slot(caller, self, hook) ||
      count_in_known_slot(hook, self, hook))
    return;
  count_new(caller, self, hook);
}

// It is global: GNU ld keeps the hook global in static programs, and gprof
// prefers global names. No code for the processor calls the second name.
__attribute__((weak, visibility("hidden"),
               alias("__cyg_profile_func_enter"))) void
_gprof_mcount(void *, void *);
}
