//===-- loader.h - What the dynamic loader knows ----------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The runtime calls functions of the C library by their addresses, which it
// finds in the symbol tables of the loaded modules. A reference by name would
// lead to the program's own function of that name, and would be an undefined
// symbol of a library that its builder does not expect. In a static program,
// libc/static_library.cpp has the addresses.
//
// Reads the loader's list of modules without its lock. So look-ups belong to
// the start, where the loader holds the lock or the program has one thread.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_LIBC_LOADER_H
#define GMON_RT_LIBC_LOADER_H

#include <link.h>
#include <stddef.h>
#include <stdint.h>

extern "C" {
/// Linkers define this symbol at the ELF header, if the header is loaded;
/// almost always it is.
extern const ElfW(Ehdr) __ehdr_start
    __attribute__((weak, visibility("hidden")));

/// Returns the address of a C library's function or variable in a static
/// program, or null.
void *__gmon_find_static(const char *name)
    __attribute__((visibility("hidden")));
}

/// Puts a function that keeps its name behind those that base/hidden_names.h
/// hides.
#define GMON_PUBLIC __attribute__((section(".text.gmon")))

namespace gmon {

/// Returns the address of the definition of `name` that a reference in this
/// module would find if this module did not define it and came first, or null.
void *find_next(const char *name);

/// Returns the address of the first definition of `name`: variables of the C
/// library may be in the program.
void *find_first(const char *name);

/// Returns the address of this module's own definition, if other modules can
/// see it, or null.
void *find_here(const char *name);

template <typename Function> Function *next_function(const char *name) {
  return reinterpret_cast<Function *>(find_next(name));
}

/// Does the same, but prefers a sanitizer's definition in this module, where it
/// comes after the runtime's. A sanitizer in the program calls the next
/// definition, which may be that of a library's runtime.
template <typename Function>
Function *next_or_sanitizers(const char *name, const char *sanitizers) {
  void *here = find_here(sanitizers);
  return reinterpret_cast<Function *>(here ? here : find_next(name));
}

/// Whether the loader may have more than one list of modules. glibc shows that
/// in the list since version 2.35, which has _dl_find_object().
bool may_have_other_namespaces();

/// Returns the value of an entry of the auxiliary vector, or 0.
/// Async-signal-safe.
uintptr_t auxiliary_value(unsigned long type);

/// Whether the C library knows that it has made no thread. glibc has a variable
/// that says so since version 2.32. Async-signal-safe.
bool has_made_no_thread();

/// The variable `environ` of the C library. Async-signal-safe.
char **environment();

/// Calls `visit` as dl_iterate_phdr(3) does; for the program alone if the C
/// library's function is not linked into it.
int for_each_loaded(int (*visit)(dl_phdr_info *, size_t, void *),
                    void *argument);

/// Finds what the functions above need that are async-signal-safe. Called at
/// the start; without it, the first call of each function does so.
void find_loader();

} // namespace gmon

#endif // GMON_RT_LIBC_LOADER_H
