//===-- loader.cpp - What the dynamic loader knows ------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dynamic section of a program leads to the loader's list of modules, for
// debuggers (DT_DEBUG). A library asks the kernel where the program is.
//
//===----------------------------------------------------------------------===//

#include "libc/loader.h"
#include "base/system.h"

#include <elf.h>
#include <link.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/prctl.h>

// The headers may be older than the kernel and the loader.
#ifndef PR_GET_AUXV
#define PR_GET_AUXV 0x41555856
#endif

/// Linkers define this symbol in dynamic modules.
extern ElfW(Dyn) _DYNAMIC[] __attribute__((weak, visibility("hidden")));

namespace gmon {

namespace {

/// r_debug with the member that version 2 has: the next namespace's.
struct loaded_modules {
  r_debug modules;
  const loaded_modules *next;
};

/// The symbols of a loaded module.
class symbol_table {
public:
  symbol_table() = default;
  symbol_table(const ElfW(Dyn) * dynamic, uintptr_t slide);

  /// Returns the address of the definition of `name`, or null.
  void *find(const char *name, uint32_t hash) const;

private:
  const char *names = nullptr;
  const ElfW(Sym) *symbols = nullptr;
  const ElfW(Half) *versions = nullptr;
  const uint32_t *hashes = nullptr;
  uintptr_t slide = 0;
};

/// The list of modules that contains this one.
struct loader_state {
  bool is_known;
  bool has_namespaces;   ///< more than one
  const link_map *first; ///< may be null in a static program
  const link_map *own;
  /// The symbols of the first modules behind the program, of which one is the C
  /// library in most programs. They are never unloaded.
  struct {
    const link_map *module;
    symbol_table symbols;
  } behind_program[4];
};

} // namespace

static constinit loader_state state = {};

symbol_table::symbol_table(const ElfW(Dyn) * dynamic, uintptr_t slide)
    : slide(slide) {
  for (; dynamic->d_tag != DT_NULL; ++dynamic) {
    // glibc's loader replaces link-time addresses by run-time addresses; others
    // do not.
    uintptr_t address = dynamic->d_un.d_ptr;
    if (address < slide)
      address += slide;
    if (dynamic->d_tag == DT_STRTAB)
      names = reinterpret_cast<const char *>(address);
    else if (dynamic->d_tag == DT_SYMTAB)
      symbols = reinterpret_cast<const ElfW(Sym) *>(address);
    else if (dynamic->d_tag == DT_VERSYM)
      versions = reinterpret_cast<const ElfW(Half) *>(address);
    else if (dynamic->d_tag == DT_GNU_HASH)
      hashes = reinterpret_cast<const uint32_t *>(address);
  }
}

static uint32_t hash_of(const char *name) {
  uint32_t hash = 5381;
  for (; *name; ++name)
    hash = hash * 33 + static_cast<unsigned char>(*name);
  return hash;
}

/// The table of hashes: https://sourceware.org/gnu-gabi/program-loading-and-
/// dynamic-linking.txt.
void *symbol_table::find(const char *name, uint32_t hash) const {
  constexpr ElfW(Half) hidden_version = 0x8000;
  if (!hashes || !names || !symbols || !hashes[0])
    return nullptr;
  const uint32_t num_buckets = hashes[0], first = hashes[1];
  const uint32_t words_of_filter = hashes[2] * sizeof(ElfW(Addr)) / 4;
  const uint32_t *buckets = hashes + 4 + words_of_filter;
  const uint32_t *chain = buckets + num_buckets;
  uint32_t i = buckets[hash % num_buckets];
  if (i < first)
    return nullptr;
  for (;; ++i) {
    const ElfW(Sym) &symbol = symbols[i];
    const uint32_t found = chain[i - first];
    bool is_wanted = (found | 1) == (hash | 1) &&
                     symbol.st_shndx != SHN_UNDEF &&
                     (symbol.st_info & 0xf) <= STT_FUNC &&
                     !(versions && versions[i] & hidden_version);
    if (is_wanted && strcmp(names + symbol.st_name, name) == 0)
      return reinterpret_cast<void *>(symbol.st_value + slide);
    if (found & 1)
      return nullptr;
  }
}

static const ElfW(Dyn) * find_entry(const ElfW(Dyn) * dynamic, long tag) {
  for (; dynamic && dynamic->d_tag != DT_NULL; ++dynamic)
    if (dynamic->d_tag == tag)
      return dynamic;
  return nullptr;
}

/// Finds the dynamic section and the slide of the module whose program headers
/// are at `address`, in the page of its ELF header.
static const ElfW(Dyn) *
    find_dynamic(uintptr_t address, size_t count, uintptr_t &slide) {
  auto *headers = reinterpret_cast<const ElfW(Phdr) *>(address);
  const ElfW(Phdr) *dynamic = nullptr;
  for (size_t i = 0; i != count; ++i)
    if (headers[i].p_type == PT_DYNAMIC)
      dynamic = &headers[i];
    else if (headers[i].p_type == PT_LOAD && headers[i].p_offset == 0)
      slide = (address & ~uintptr_t(4095)) - headers[i].p_vaddr;
  return dynamic ? reinterpret_cast<const ElfW(Dyn) *>(dynamic->p_vaddr + slide)
                 : nullptr;
}

/// The auxiliary vector as the kernel keeps it.
static size_t read_auxiliary_vector(ElfW(auxv_t) * vector, size_t size) {
  long read = raw_syscall(SYS_prctl, PR_GET_AUXV, kernel::address(vector),
                          long(size), 0, 0);
  if (read < 0) {
    int file = int(raw_syscall(SYS_openat, AT_FDCWD,
                               kernel::address("/proc/self/auxv"),
                               O_RDONLY | O_CLOEXEC));
    if (file < 0)
      return 0;
    read = raw_syscall(SYS_read, file, kernel::address(vector), long(size));
    raw_syscall(SYS_close, file);
  }
  return read < 0 ? 0 : size_t(read) / sizeof(*vector);
}

/// Finds the loader's list from a library. Before the loader has set DT_DEBUG,
/// and if it was executed as a program, its symbol leads there.
static const loaded_modules *find_modules_of_program() {
  ElfW(auxv_t) vector[64];
  uintptr_t headers = 0, count = 0, loader = 0;
  const size_t size = read_auxiliary_vector(vector, sizeof(vector));
  for (size_t i = 0; i != size; ++i)
    if (vector[i].a_type == AT_PHDR)
      headers = vector[i].a_un.a_val;
    else if (vector[i].a_type == AT_PHNUM)
      count = vector[i].a_un.a_val;
    else if (vector[i].a_type == AT_BASE)
      loader = vector[i].a_un.a_val;
  uintptr_t slide = 0;
  const ElfW(Dyn) *dynamic = find_dynamic(headers, count, slide);
  const ElfW(Dyn) *debug = find_entry(dynamic, DT_DEBUG);
  if (debug && debug->d_un.d_ptr)
    return reinterpret_cast<const loaded_modules *>(debug->d_un.d_ptr);
  if (loader) {
    auto *file = reinterpret_cast<const ElfW(Ehdr) *>(loader);
    dynamic = find_dynamic(loader + file->e_phoff, file->e_phnum, slide);
  }
  const char *name = "_r_debug";
  return dynamic ? static_cast<const loaded_modules *>(
                       symbol_table(dynamic, slide).find(name, hash_of(name)))
                 : nullptr;
}

static const loaded_modules *find_modules() {
  if (!_DYNAMIC)
    return nullptr;
  if (const ElfW(Dyn) *debug = find_entry(_DYNAMIC, DT_DEBUG))
    return reinterpret_cast<const loaded_modules *>(debug->d_un.d_ptr);
  const ElfW(Dyn) *flags = find_entry(_DYNAMIC, DT_FLAGS_1);
  if (flags && flags->d_un.d_val & DF_1_PIE)
    return nullptr;
  return find_modules_of_program();
}

static const loader_state &loader() {
  if (state.is_known)
    return state;
  // A module of dlmopen(3) is in the list of another namespace.
  for (const loaded_modules *list = find_modules(); list;
       list = list->modules.r_version > 1 ? list->next : nullptr) {
    state.has_namespaces |= list->modules.r_version > 1;
    if (!state.first)
      state.first = list->modules.r_map;
    for (const link_map *map = list->modules.r_map; map; map = map->l_next)
      if (map->l_ld == _DYNAMIC) {
        state.first = list->modules.r_map;
        state.own = map;
      }
    if (state.own)
      break;
  }
  if (state.own && state.own == state.first) {
    const link_map *module = state.own->l_next;
    for (auto &entry : state.behind_program) {
      entry.module = module;
      if (module) {
        entry.symbols = symbol_table(module->l_ld, module->l_addr);
        module = module->l_next;
      }
    }
  }
  state.is_known = true;
  return state;
}

static symbol_table symbols_of(const link_map &module) {
  for (auto &entry : state.behind_program)
    if (entry.module == &module)
      return entry.symbols;
  return {module.l_ld, module.l_addr};
}

[[gnu::noinline]] static void *
find_between(const link_map *map, const link_map *end, const char *name) {
  const uint32_t hash = hash_of(name);
  for (; map != end; map = map->l_next)
    if (void *found = symbols_of(*map).find(name, hash))
      return found;
  return nullptr;
}

void *find_next(const char *name) {
  const loader_state &known = loader();
  void *found = nullptr;
  if (known.own)
    found = find_between(known.own->l_next, nullptr, name);
  // A library that was loaded later comes after those that it needs. Of the
  // program, it finds no definitions.
  if (!found && known.first && known.first != known.own)
    found = find_between(known.first->l_next, known.own, name);
  return found ? found : __gmon_find_static(name);
}

void *find_first(const char *name) {
  const link_map *first = loader().first;
  void *found = first ? find_between(first, nullptr, name) : nullptr;
  return found ? found : __gmon_find_static(name);
}

bool may_have_other_namespaces() {
  return loader().has_namespaces || !find_first("_dl_find_object");
}

void *find_here(const char *name) {
  const loader_state &known = loader();
  // A static program has no table, or one of few symbols.
  const bool is_static = !known.first || !known.first->l_next;
  void *found =
      known.own ? find_between(known.own, known.own->l_next, name) : nullptr;
  return found || !is_static ? found : __gmon_find_static(name);
}

static unsigned long (*next_getauxval)(unsigned long);
static char ***address_of_environment;
static const char *single_threaded;
static int *(*next_errno_location)();
static decltype(dl_iterate_phdr) *next_dl_iterate_phdr;

template <typename Function>
static Function *known(Function *&found, const char *name) {
  if (!found)
    found = next_function<Function>(name);
  return found;
}

uintptr_t auxiliary_value(unsigned long type) {
  auto *get = known(next_getauxval, "getauxval");
  return get ? get(type) : 0;
}

bool has_made_no_thread() { return single_threaded && *single_threaded; }

char **environment() {
  if (!address_of_environment)
    address_of_environment = static_cast<char ***>(find_first("__environ"));
  return address_of_environment ? *address_of_environment : nullptr;
}

int for_each_loaded(int (*visit)(dl_phdr_info *, size_t, void *),
                    void *argument) {
  if (auto *iterate = known(next_dl_iterate_phdr, "dl_iterate_phdr"))
    return iterate(visit, argument);
  // Found once: the program may erase its headers.
  static constinit dl_phdr_info program = {};
  if (program.dlpi_name)
    return visit(&program, sizeof(program), argument);
  program.dlpi_phdr =
      reinterpret_cast<const ElfW(Phdr) *>(auxiliary_value(AT_PHDR));
  program.dlpi_phnum = ElfW(Half)(auxiliary_value(AT_PHNUM));
  // The kernel finds no headers outside of segments (-Wl,-N).
  if (!program.dlpi_phdr && &__ehdr_start)
    program.dlpi_phdr = reinterpret_cast<const ElfW(Phdr) *>(
        reinterpret_cast<const char *>(&__ehdr_start) + __ehdr_start.e_phoff);
  for (unsigned i = 0; i != program.dlpi_phnum; ++i)
    if (program.dlpi_phdr[i].p_type == PT_DYNAMIC)
      program.dlpi_addr =
          reinterpret_cast<uintptr_t>(_DYNAMIC) - program.dlpi_phdr[i].p_vaddr;
  program.dlpi_name = "";
  return visit(&program, sizeof(program), argument);
}

/// base/hidden_names.h makes it the function that the macro errno calls.
extern "C" int *errno_location() __asm__("__gmon$errno_location")
    __attribute__((visibility("hidden"))) GMON_PUBLIC;

/// Likewise getauxval(), for base.
extern "C" unsigned long
get_auxiliary_value(unsigned long type) __asm__("__gmon$getauxval")
    __attribute__((visibility("hidden"))) GMON_PUBLIC;

extern "C" unsigned long get_auxiliary_value(unsigned long type) {
  return auxiliary_value(type);
}

extern "C" int *errno_location() {
  static int none;
  auto *locate = known(next_errno_location, "__errno_location");
  return locate ? locate() : &none;
}

void find_loader() {
  auxiliary_value(AT_NULL);
  environment();
  errno_location();
  known(next_dl_iterate_phdr, "dl_iterate_phdr");
  single_threaded =
      static_cast<const char *>(find_first("__libc_single_threaded"));
}

} // namespace gmon
