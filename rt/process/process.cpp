//===-- process.cpp - The runtimes of a process ---------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each runtime has an ELF note. Its name is GMON, its type
// GMON_PROCESS_VERSION, its contents the offset from the contents to the
// module's pointer to the shared state.
//
//===----------------------------------------------------------------------===//

#include "process/process.h"
#include "base/memory.h"
#include "base/notes.h"
#include "base/system.h"
#include "base/text.h"
#include "base/thread_lock.h"
#include "base/time.h"
#include "libc/loader.h"
#include "process/module.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <link.h>
#include <sched.h>

/// Must change with process_state, the structures in its rooms, member and
/// host_services.
#define GMON_PROCESS_VERSION 44
#define GMON_STRING(text) #text
#define GMON_STRING_OF(macro) GMON_STRING(macro)

gmon::process_state *__gmon_process;

__asm__(
    ".pushsection .note.gmon, \"a\", %note\n"
    ".balign 4\n"
    ".long 5\n" // size of the name
    ".long 4\n" // size of the contents
    ".long " GMON_STRING_OF(GMON_PROCESS_VERSION) "\n"
                                                  ".asciz \"GMON\"\n"
                                                  ".balign 4\n"
                                                  ".long __gmon_process - .\n"
                                                  ".popsection\n");

namespace gmon {

bool has_process() { return __gmon_process; }

bool is_this_process(uint32_t thread) {
  if (!has_process() || is_sealed())
    return false;
  // The first thread of a process has its id.
  const int32_t process_id = process().this_process;
  return thread == uint32_t(process_id) || process_id == kernel::getpid();
}

static bool is_in_other_namespace;

bool shares_no_libc() { return is_in_other_namespace; }

/// The folder has a link for each thread, and two more.
bool has_other_threads() {
  struct stat status;
  int saved = errno;
  bool known = kernel::stat("/proc/self/task", &status) == 0;
  errno = saved;
  constexpr unsigned links_of_one = 3;
  return !known || status.st_nlink > links_of_one + process().num_own_threads;
}

/// Returns the state that a loaded module shares, or null.
static process_state *state_of(const ElfW(Phdr) * headers, size_t num_headers,
                               uintptr_t slide) {
  note_reader notes(headers, num_headers, slide);
  while (const note *found = notes.next()) {
    if (!found->is("GMON", GMON_PROCESS_VERSION))
      continue;
    auto distance = static_cast<const int32_t *>(found->contents());
    auto *state = *reinterpret_cast<process_state *const *>(
        reinterpret_cast<const char *>(distance) + *distance);
    if (state)
      return state;
  }
  return nullptr;
}

static int find_state(dl_phdr_info *info, size_t, void *result) {
  process_state *state =
      state_of(info->dlpi_phdr, info->dlpi_phnum, info->dlpi_addr);
  *static_cast<process_state **>(result) = state;
  return state != nullptr;
}

/// Modules loaded by dlmopen(3) or LD_AUDIT have a namespace of their own, and
/// dl_iterate_phdr() shows them no others. A runtime's signal handler is in a
/// module with a note.
static process_state *find_in_other_namespace() {
  auto *find_module = next_function<decltype(dladdr)>("dladdr");
  if (!find_module)
    return nullptr;
  static constexpr int signals[] = {tick_signal, SIGTERM};
  for (int signal : signals) {
    Dl_info info = {};
    if (!find_module(reinterpret_cast<void *>(handler_in_kernel(signal)),
                     &info) ||
        !info.dli_fbase)
      continue;
    auto *header = static_cast<const ElfW(Ehdr) *>(info.dli_fbase);
    auto base = reinterpret_cast<uintptr_t>(header);
    if (memcmp(header->e_ident, ELFMAG, SELFMAG) != 0)
      continue;
    auto *headers =
        reinterpret_cast<const ElfW(Phdr) *>(base + header->e_phoff);
    // A program loaded at its link-time address has no slide.
    uintptr_t slide = header->e_type == ET_DYN ? base : 0;
    if (process_state *state = state_of(headers, header->e_phnum, slide))
      return state;
  }
  return nullptr;
}

process_state *find_process() {
  process_state *state = __gmon_process;
  if (!state)
    for_each_loaded(find_state, &state);
  return state;
}

/// Copies a string to memory that outlives the module. Returns null if there is
/// none.
static const char *keep_string(const char *string) {
  const size_t size = strlen(string) + 1;
  void *kept = process().memory.allocate(size);
  return kept ? static_cast<char *>(memcpy(kept, string, size)) : nullptr;
}

static const used_name *find_used(const char *name) {
  const used_name *used = process().used_names;
  while (used && strcmp(used->name, name) != 0)
    used = used->next;
  return used;
}

/// Whether the name is that of a loaded library, or that of an unloaded one
/// whose file is not this module's. `used` is the unloaded one, or null.
static bool is_name_of_other(const char *name, const used_name *&used) {
  const module_facts &own = module();
  used = find_used(name);
  bool is = used && (memcmp(used->build_id, own.build_id,
                            sizeof(used->build_id)) != 0 ||
                     strcmp(used->path, own.path) != 0);
  for_each_member([&](member &other) {
    is |= other.library_name && strcmp(other.library_name, name) == 0;
  });
  return is;
}

/// Adds a number to the library's name if another library of the process has
/// it, or had it before it was unloaded: each writes files. The process is
/// locked.
static void name_apart() {
  const char *library = module().library_name;
  const used_name *used;
  if (!library || !is_name_of_other(library, used))
    return;
  text<NAME_MAX + 24> name;
  uint64_t copy = 2;
  do {
    name.clear();
    name << library << '-' << copy++;
  } while (is_name_of_other(name.c_str(), used) && !name.is_cut());
  if (const char *kept = used ? used->name : keep_string(name.c_str()))
    rename_library(kept);
}

/// Keeps the library's name for libraries to come. The process is locked.
static void keep_name() {
  const module_facts &own = module();
  if (find_used(own.library_name))
    return;
  auto *used =
      static_cast<used_name *>(process().memory.allocate(sizeof(used_name)));
  if (!used)
    return;
  used->name = keep_string(own.library_name);
  used->path = keep_string(own.path);
  if (!used->name || !used->path)
    return;
  memcpy(used->build_id, own.build_id, sizeof(used->build_id));
  used->next = process().used_names;
  process().used_names = used;
}

bool join_process(member &own, const host_services &services) {
  process_state *state = find_process();
  if (!state && may_have_other_namespaces()) {
    state = find_in_other_namespace();
    is_in_other_namespace = state;
  }
  // Most of what the modules map until they write. Where that is too much, they
  // map less at a time.
  constexpr size_t most_of_host = size_t(4) << 20, most = size_t(1) << 19;
  reserve(state ? most : most_of_host);
  if (!map_store())
    return false;
  if (!state) {
    state = static_cast<process_state *>(map_zeros(sizeof(*state)));
    if (!state)
      return false;
    state->memory.begin(state->first_chunk, state->first_memory.bytes,
                        sizeof(state->first_memory));
    state->this_process = kernel::getpid();
    state->members = &own;
    own.library_name = module().library_name;
    state->host = &services;
    __atomic_store_n(&__gmon_process, state, __ATOMIC_RELEASE);
    return true;
  }
  __atomic_store_n(&__gmon_process, state, __ATOMIC_RELEASE);
  process_lock lock;
  name_apart();
  own.library_name = module().library_name;
  own.next = state->members;
  __atomic_store_n(&state->members, &own, __ATOMIC_RELEASE);
  return true;
}

void leave_process(member &own) {
  process_state &state = process();
  // A process that ends opens no more libraries.
  if (!state.exiting)
    keep_name();
  member **link = &state.members;
  while (*link != &own)
    link = &(*link)->next;
  __atomic_store_n(link, own.next, __ATOMIC_SEQ_CST);
  while (__atomic_load_n(&state.num_visitors, __ATOMIC_SEQ_CST))
    raw_syscall(SYS_sched_yield);
  update_timer();
}

void update_timer() {
  if (!process().host)
    return;
  bool wanted = false;
  for_each_member([&](member &runtime) { wanted |= runtime.wants_samples(); });
  process().host->set_timer(wanted && !process().sealing);
}

void process_lock::acquire() {
  if (!is_sealed())
    acquire(kernel::gettid());
}

void process_lock::acquire(uint32_t thread) {
  process_state &state = process();
  if (is_sealed())
    return;
  if (holder_of(state.owner) != thread) {
    uint64_t previous = set_mask(all_signals);
    lock(state.owner, thread);
    state.mask = previous;
  }
  ++state.depth;
}

bool process_lock::acquire_within(unsigned seconds) {
  process_state &state = process();
  uint32_t thread = kernel::gettid();
  constexpr unsigned tries_per_second = 1000;
  constexpr timespec pause = {0, nanoseconds_per_second / tries_per_second};
  for (unsigned tries = seconds * tries_per_second; tries; --tries) {
    if (try_lock(state.owner, thread)) {
      state.mask = all_signals;
      ++state.depth;
      return true;
    }
    raw_syscall(SYS_nanosleep, kernel::address(&pause), 0);
  }
  return false;
}

bool process_lock::is_alone() {
  process_state &state = process();
  // A thread that is alone and makes no thread stays alone.
  if (!state.is_alone)
    state.is_alone = has_made_no_thread() || !has_other_threads();
  return state.is_alone;
}

void process_lock::release() {
  process_state &state = process();
  if (is_sealed() || --state.depth)
    return;
  uint64_t previous = state.mask;
  state.is_alone = false;
  uint32_t dropping = state.dropping_thread;
  unlock(state.owner);
  set_mask(previous);
  // Handlers have run. Another thread may drop its samples by now.
  if (dropping)
    __atomic_compare_exchange_n(&state.dropping_thread, &dropping, 0, false,
                                __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

void keep_lock_after_fork() {
  process().owner = kernel::gettid();
  process().forked = true;
  process().this_process = kernel::getpid();
  process().exec_thread = process().dropping_thread = 0;
  process().num_visitors = 0;
  process().num_own_threads = 0;
}

/// A child of fork that runs another program, or ends by _exit, may have
/// counted nothing.
static bool is_unused_child() {
  bool is_used = !is_forked();
  for_each_member(
      [&](member &runtime) { is_used = is_used || runtime.has_counts(); });
  return !is_used;
}

void write_profiles(bool for_good) {
  if (!is_this_process())
    return;
  process_lock lock;
  const bool is_unused = is_unused_child();
  bool any = false;
  for_each_member(
      [&](member &runtime) { any |= runtime.write(for_good, is_unused); });
  if (any)
    process().host->write_stacks(nullptr);
  drop_samples_of_writing();
}

} // namespace gmon
