//===-- modules.cpp - The loaded modules ----------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The C library of glibc 2.35 and later finds a module by address without a
// lock (_dl_find_object). With others, the modules are those that
// update_modules() found last.
//
// Modules are added by compare-and-swap and never removed. A table of hashes
// finds a module that is already known.
//
//===----------------------------------------------------------------------===//

#include "unwind/modules.h"
#include "base/memory.h"
#include "frames/checked_memory.h"
#include "libc/loader.h"
#include "unwind/code_place.h"
#include "unwind/module_file.h"
#include "unwind/module_tables.h"
#include "unwind/rule_cache.h"
#include "unwind/stack_memory.h"

#include <string.h>
#include <sys/auxv.h>

namespace gmon {

namespace {

/// The result of _dl_find_object, which older headers do not declare.
struct found_object {
  unsigned long long flags;
  void *map_start;
  void *map_end;
  const link_map *map;
  void *header; ///< .eh_frame_hdr
  unsigned long long reserved[8];
};

} // namespace

using find_object_function = int(void *, found_object *);

static constexpr unsigned log_buckets = 8;
static constexpr unsigned first_chunk_size = 64;
static constexpr unsigned num_chunks = 11;

static constinit arena memory = {};
static known_module *buckets[1 << log_buckets];
/// Pointers to the modules by number; a chunk has twice the size of the one
/// before.
static known_module **chunks[num_chunks];
static_assert((first_chunk_size << num_chunks) - first_chunk_size > no_module);
static uint32_t count;
static find_object_function *find_object; ///< null if there is none
static known_module *vdso;
static uintptr_t entry_point;
static bool is_prepared;
static uint32_t last_look; ///< number of the last look at all modules

namespace {

/// Where the pointer to a module is.
struct chunk_place {
  unsigned chunk, index;

  explicit chunk_place(uint32_t number) {
    number += first_chunk_size;
    chunk = unsigned(__builtin_clz(first_chunk_size) - __builtin_clz(number));
    index = number - size();
  }
  unsigned size() const { return first_chunk_size << chunk; }
};

} // namespace

static known_module *module_number(uint32_t number) {
  const chunk_place place(number);
  known_module **chunk =
      __atomic_load_n(&chunks[place.chunk], __ATOMIC_ACQUIRE);
  return chunk ? __atomic_load_n(&chunk[place.index], __ATOMIC_ACQUIRE)
               : nullptr;
}

uint32_t num_modules() { return __atomic_load_n(&count, __ATOMIC_ACQUIRE); }

/// Finds the module's path if nobody has needed it before.
static const loaded_module &with_path(known_module &module) {
  const char **path = &module.facts.path;
  if (!__atomic_load_n(path, __ATOMIC_ACQUIRE))
    __atomic_store_n(path,
                     find_path(memory, module.facts.low, module.loader_name),
                     __ATOMIC_RELEASE);
  return module.facts;
}

const loaded_module &module_at(uint32_t number) {
  return with_path(*module_number(number));
}

static bool is_program(const module_layout &layout) {
  return entry_point - layout.low < layout.high - layout.low;
}

/// The modules whose tables are at `header`, or that have none and begin at
/// `low`, and some others.
static known_module **bucket_of(uintptr_t header, uintptr_t low) {
  uintptr_t key = header ? header : low;
  return &buckets[key * 0x9e3779b97f4a7c15 >> (64 - log_buckets)];
}

/// Returns the chunk of pointers for a module, or null.
static known_module **chunk_for(const chunk_place &place) {
  known_module ***slot = &chunks[place.chunk];
  known_module **chunk = __atomic_load_n(slot, __ATOMIC_ACQUIRE);
  if (chunk)
    return chunk;
  auto *made = static_cast<known_module **>(
      memory.allocate(place.size() * sizeof(known_module *)));
  if (made && !__atomic_compare_exchange_n(slot, &chunk, made, false,
                                           __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
    return chunk;
  return made;
}

/// Gives the module the next number and makes it known. Returns false if there
/// are too many. Each step is one atomic operation, which another thread or a
/// handler completes if it finds it undone.
static bool publish(known_module *made) {
  for (;;) {
    uint32_t number = __atomic_load_n(&count, __ATOMIC_ACQUIRE);
    known_module **chunk = nullptr;
    const chunk_place place(number);
    if (number >= no_module || !(chunk = chunk_for(place)))
      return false;
    known_module *other = nullptr;
    made->number = number;
    bool is_placed =
        __atomic_compare_exchange_n(&chunk[place.index], &other, made, false,
                                    __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
    uint32_t seen = number;
    __atomic_compare_exchange_n(&count, &seen, number + 1, false,
                                __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
    if (is_placed)
      break;
  }
  known_module **bucket = bucket_of(made->header, made->facts.low);
  made->next = __atomic_load_n(bucket, __ATOMIC_ACQUIRE);
  while (!__atomic_compare_exchange_n(bucket, &made->next, made, false,
                                      __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
  }
  return true;
}

/// Whether the bytes at `address` are still those of `kept`.
static bool has_bytes(uintptr_t address, const void *kept, size_t size,
                      bool is_mapped) {
  if (is_mapped)
    return memcmp(reinterpret_cast<const void *>(address), kept, size) == 0;
  char bytes[64];
  auto *next = static_cast<const char *>(kept);
  while (size) {
    size_t part = size < sizeof(bytes) ? size : sizeof(bytes);
    if (read_checked(address, bytes, part) != part ||
        memcmp(bytes, next, part) != 0)
      return false;
    address += part;
    next += part;
    size -= part;
  }
  return true;
}

/// Whether the module in memory is the one that is known: it has the same
/// build-id, and the loader has the same name for it. `is_mapped` says that it
/// cannot be unloaded meanwhile.
static bool is_same(const known_module &known, const link_map *map,
                    bool is_mapped) {
  if (known.build_id && !has_bytes(known.build_id, known.facts.build_id,
                                   known.facts.build_id_size, is_mapped))
    return false;
  if (!map || !known.loader_name)
    return true;
  uintptr_t name;
  auto field = reinterpret_cast<uintptr_t>(&map->l_name);
  if (is_mapped)
    name = reinterpret_cast<uintptr_t>(map->l_name);
  else if (read_checked(field, &name, sizeof(name)) != sizeof(name))
    return false;
  return has_bytes(name, known.loader_name, strlen(known.loader_name) + 1,
                   is_mapped);
}

static bool holds(const known_module &module, uintptr_t address) {
  return address - module.facts.low < module.facts.high - module.facts.low;
}

/// Finds a module that is known already.
static known_module *find_known(const module_layout &layout, uintptr_t slide,
                                const link_map *map, bool is_mapped) {
  known_module *module =
      __atomic_load_n(bucket_of(layout.tables, layout.low), __ATOMIC_ACQUIRE);
  for (; module; module = module->next)
    if (module->facts.low == layout.low && module->facts.slide == slide &&
        module->header == layout.tables &&
        (module->build_id != 0) == (layout.build_id != 0) &&
        is_same(*module, map, is_mapped && module->build_id == layout.build_id))
      return module;
  return nullptr;
}

/// Finds the module that is known to have tables at `header`, and `address`.
static known_module *find_by_tables(uintptr_t header, uintptr_t address) {
  known_module *module =
      __atomic_load_n(bucket_of(header, address), __ATOMIC_ACQUIRE);
  while (module && (module->header != header || !holds(*module, address)))
    module = module->next;
  return module;
}

/// Makes a module of what its program headers say. Returns null if there is no
/// memory.
static known_module *make_module(const module_layout &layout, uintptr_t slide,
                                 const link_map *map, const char *name,
                                 bool is_permanent, bool is_mapped) {
  auto *made =
      static_cast<known_module *>(memory.allocate(sizeof(known_module)));
  if (!made)
    return nullptr;
  made->facts.slide = slide;
  made->facts.low = layout.low;
  made->facts.high = layout.high;
  constexpr uint32_t largest_id = 64;
  if (layout.build_id && layout.build_id_size <= largest_id) {
    auto *copy =
        static_cast<unsigned char *>(memory.allocate(layout.build_id_size));
    if (copy && is_mapped)
      memcpy(copy, reinterpret_cast<const void *>(layout.build_id),
             layout.build_id_size);
    if (copy && (is_mapped ||
                 read_checked(layout.build_id, copy, layout.build_id_size) ==
                     layout.build_id_size)) {
      made->facts.build_id = copy;
      made->facts.build_id_size = layout.build_id_size;
      made->build_id = layout.build_id;
    }
  }
  made->is_permanent = is_permanent;
  made->seen = last_look + 1;
  made->map = map;
  made->header = layout.tables;
  made->loader_name = name;
  if (!is_program(layout))
    with_path(*made);
  made->tables = open_tables(layout.tables, layout.high,
                             is_permanent ? layout.readable : memory_range{});
  return publish(made) ? made : nullptr;
}

/// Makes the module known that the loader describes.
static known_module *learn(const found_object &found) {
  auto low = reinterpret_cast<uintptr_t>(found.map_start);
  auto header = reinterpret_cast<uintptr_t>(found.header);
  uintptr_t slide = 0;
  // What was loaded at the start is never unloaded.
  known_module *known = find_by_tables(header, low);
  if (known && known->is_permanent) {
    __atomic_store_n(&known->map, found.map, __ATOMIC_RELEASE);
    return known;
  }
  module_layout layout = read_loaded_file(low, slide, false);
  if (layout.high) {
    known = find_known(layout, slide, found.map, false);
  } else {
    // A static program's first segment is no part of what the loader describes.
    layout.low = low;
    layout.high = reinterpret_cast<uintptr_t>(found.map_end);
    layout.tables = header;
    read_checked(reinterpret_cast<uintptr_t>(&found.map->l_addr), &slide,
                 sizeof(slide));
  }
  if (known) {
    __atomic_store_n(&known->map, found.map, __ATOMIC_RELEASE);
    return known;
  }
  uintptr_t name = 0;
  read_checked(reinterpret_cast<uintptr_t>(&found.map->l_name), &name,
               sizeof(name));
  return make_module(layout, slide, found.map,
                     name ? copy_text_checked(memory, name) : nullptr, false,
                     false);
}

/// Whether the loader describes a module that is known.
static bool is_described(const known_module &known, const found_object &found) {
  return __atomic_load_n(&known.map, __ATOMIC_ACQUIRE) == found.map &&
         holds(known, reinterpret_cast<uintptr_t>(found.map_start)) &&
         known.header == reinterpret_cast<uintptr_t>(found.header);
}

/// Whether the last look found the module. A look that is under way does not
/// matter yet.
static bool is_current(const known_module &known) {
  return __atomic_load_n(&known.seen, __ATOMIC_RELAXED) >=
         __atomic_load_n(&last_look, __ATOMIC_ACQUIRE);
}

known_module *find_module(uintptr_t address) {
  if (vdso && holds(*vdso, address))
    return vdso;
  if (!find_object) {
    uint32_t all = num_modules();
    for (uint32_t i = 0; i != all; ++i) {
      known_module *module = module_number(i);
      if (is_current(*module) && holds(*module, address))
        return module;
    }
    return nullptr;
  }
  found_object found;
  if (find_object(reinterpret_cast<void *>(address), &found) != 0)
    return nullptr;
  known_module *module =
      __atomic_load_n(bucket_of(reinterpret_cast<uintptr_t>(found.header),
                                reinterpret_cast<uintptr_t>(found.map_start)),
                      __ATOMIC_ACQUIRE);
  for (; module; module = module->next)
    if (is_described(*module, found) &&
        (module->is_permanent || is_same(*module, found.map, false)))
      return module;
  return learn(found);
}

uint32_t module_with(uintptr_t address) {
  const known_module *found = find_module(address);
  return found ? found->number : no_module;
}

bool is_permanent(uint32_t number) {
  return module_number(number)->is_permanent;
}

bool is_still_loaded(uint32_t number, uintptr_t address, bool is_own) {
  const known_module *known = module_number(number);
  if (!known || !holds(*known, address))
    return false;
  if (known == vdso)
    return true;
  if (!find_object)
    return is_current(*known);
  found_object found;
  return find_object(reinterpret_cast<void *>(address), &found) == 0 &&
         is_described(*known, found) &&
         (known->is_permanent || is_same(*known, found.map, is_own));
}

bool is_entry_point(uintptr_t address) {
  constexpr uintptr_t longest = 64;
  return address - entry_point < longest;
}

/// Makes the vdso known.
static void add_vdso() {
  uintptr_t slide = 0;
  module_layout layout = {};
  if (uintptr_t file = auxiliary_value(AT_SYSINFO_EHDR))
    layout = read_loaded_file(file, slide, true);
  if (!layout.high)
    return;
  vdso = make_module(layout, slide, nullptr, "/", true, true);
  if (vdso)
    vdso->facts.path = "[vdso]"; // it is no file
}

static bool has_unloaded;

/// For dl_iterate_phdr: makes the module known.
static int add_loaded(dl_phdr_info *info, size_t, void *is_first) {
  auto headers = reinterpret_cast<uintptr_t>(info->dlpi_phdr);
  module_layout layout =
      read_layout(headers, info->dlpi_phnum, info->dlpi_addr);
  if (!layout.high || (vdso && vdso->facts.low == layout.low))
    return 0;
  if (known_module *known =
          find_known(layout, info->dlpi_addr, nullptr, true)) {
    __atomic_store_n(&known->seen, last_look + 1, __ATOMIC_RELAXED);
    return 0;
  }
  // The path of the program is not among the loader's names.
  const char *name = is_program(layout) || !info->dlpi_name
                         ? nullptr
                         : copy_text(memory, info->dlpi_name);
  known_module *made = make_module(layout, info->dlpi_addr, nullptr, name,
                                   *static_cast<bool *>(is_first), true);
  // musl-gcc makes programs without .eh_frame_hdr. A handler that needs the
  // module meanwhile finds no table yet.
  memory_range segment;
  if (made && !layout.tables)
    if (uintptr_t frames =
            find_frames(with_path(*made).path, headers, info->dlpi_phnum,
                        info->dlpi_addr, segment))
      made->tables = open_frames(frames, segment.high, segment);
  return 0;
}

/// For dl_iterate_phdr: finds out whether a library was unloaded.
static int see_unloads(dl_phdr_info *info, size_t size, void *) {
  constexpr size_t needed =
      offsetof(dl_phdr_info, dlpi_subs) + sizeof(info->dlpi_subs);
  if (size >= needed && info->dlpi_subs)
    __atomic_store_n(&has_unloaded, true, __ATOMIC_RELAXED);
  return 1;
}

void look_for_unloads(bool may_ask) {
  if (may_ask)
    for_each_loaded(see_unloads, nullptr);
  else
    has_unloaded = true;
}

bool any_unloaded() { return __atomic_load_n(&has_unloaded, __ATOMIC_RELAXED); }

void update_modules() {
  bool is_first = !is_prepared;
  if (is_first) {
    is_prepared = true;
    prepare_checks();
    prepare_stacks();
    known_rules.prepare();
    find_object = next_function<find_object_function>("_dl_find_object");
    entry_point = auxiliary_value(AT_ENTRY);
    add_vdso();
  }
  // A loader that can be asked describes new modules when they are needed.
  if (!is_first && find_object)
    return;
  for_each_loaded(add_loaded, &is_first);
  __atomic_store_n(&last_look, last_look + 1, __ATOMIC_RELEASE);
}

} // namespace gmon
