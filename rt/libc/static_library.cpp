//===-- static_library.cpp - A static program's C library -----------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In a static program no loader has a table of symbols. So this object refers
// to the C library's functions, by names that programs do not define where
// there are such names. References to public names are needed to link the
// members of the archive that define the others.
//
// A module with a loader calls none of them. gmon-clang links libraries with
// gmon_rt_shared.o instead: they need no undefined symbols of the runtime.
//
//===----------------------------------------------------------------------===//

#include "libc/loader.h"

#ifndef GMON_SHARED
#include <elf.h>
#include <link.h>

#define GMON_WEAK(name) void name() __attribute__((weak))

extern "C" {
/// base/hidden_names.h does not rename what this file names.
int compare_strings(const char *a, const char *b) __asm__("__gmon$strcmp")
    __attribute__((visibility("hidden")));

extern char **__environ;
extern char *__progname;
/// glibc's.
extern ElfW(auxv_t) * _dl_auxv __attribute__((weak));
/// musl's.
unsigned long __getauxval(unsigned long type) __attribute__((weak));

void __cxa_atexit();
void __errno_location();
// One of the two C libraries lacks each of these.
GMON_WEAK(___errno_location);
GMON_WEAK(__cxa_at_quick_exit);
GMON_WEAK(__cxa_finalize);
GMON_WEAK(__dl_iterate_phdr);
GMON_WEAK(__libc_fork);
GMON_WEAK(__register_atfork);
void find_object() __asm__("_dl_find_object") __attribute__((weak));
// Null if the member is not linked.
GMON_WEAK(PMPI_Finalize);
GMON_WEAK(__clone);
GMON_WEAK(__interceptor_pthread_create);
GMON_WEAK(__interceptor_sigaction);
GMON_WEAK(__pthread_create);
GMON_WEAK(__pthread_join);
GMON_WEAK(__sanitizer_set_death_callback);
GMON_WEAK(__sigaction);
// There are no other names of these, in musl or at all.
#ifdef GMON_DYNAMIC_TLS // musl
void at_quick_exit();
void pthread_atfork();
#else
GMON_WEAK(at_quick_exit);
GMON_WEAK(pthread_atfork);
#endif
GMON_WEAK(exit);
GMON_WEAK(fork);

// glibc's __pthread_create is linked with the first one, musl's with the second
// one.
void timer_create();
void pthread_exit();
void getauxval();
}

__attribute__((used)) static void (*const linked[])() = {
    timer_create,  pthread_exit,   getauxval,
#ifdef GMON_DYNAMIC_TLS
    at_quick_exit, pthread_atfork,
#endif
};

namespace gmon {

static unsigned long find_auxiliary_value(unsigned long type) {
  if (!&_dl_auxv)
    return __getauxval ? __getauxval(type) : 0;
  for (const ElfW(auxv_t) *entry = _dl_auxv; entry->a_type != AT_NULL; ++entry)
    if (entry->a_type == type)
      return entry->a_un.a_val;
  return 0;
}

} // namespace gmon

void *__gmon_find_static(const char *name) {
#define GMON_NAMED(text, address)                                              \
  if (compare_strings(name, text) == 0)                                        \
  return reinterpret_cast<void *>(address)
  GMON_NAMED("PMPI_Finalize", PMPI_Finalize);
  GMON_NAMED("__cxa_at_quick_exit", __cxa_at_quick_exit);
  GMON_NAMED("__cxa_atexit", __cxa_atexit);
  GMON_NAMED("__cxa_finalize", __cxa_finalize);
  GMON_NAMED("__environ", &__environ);
  GMON_NAMED("__errno_location", __errno_location);
  GMON_NAMED("__interceptor_pthread_create", __interceptor_pthread_create);
  GMON_NAMED("__interceptor_sigaction", __interceptor_sigaction);
  GMON_NAMED("__progname", &__progname);
  GMON_NAMED("__register_atfork", __register_atfork);
  GMON_NAMED("__sanitizer_set_death_callback", __sanitizer_set_death_callback);
  GMON_NAMED("_dl_find_object", find_object);
  GMON_NAMED("clone", __clone);
  GMON_NAMED("dl_iterate_phdr", __dl_iterate_phdr);
  GMON_NAMED("exit", exit);
  GMON_NAMED("getauxval", gmon::find_auxiliary_value);
  GMON_NAMED("pthread_create", __pthread_create);
  GMON_NAMED("pthread_join", __pthread_join);
  GMON_NAMED("sigaction", __sigaction);
  const bool is_musl = ___errno_location;
  GMON_NAMED("fork", is_musl ? fork : __libc_fork);
  if (is_musl) {
    GMON_NAMED("at_quick_exit", at_quick_exit);
    GMON_NAMED("pthread_atfork", pthread_atfork);
  }
#undef GMON_NAMED
  return nullptr;
}
#else
extern "C" __attribute__((visibility("hidden"))) const char __gmon_links_fork =
    0;

void *__gmon_find_static(const char *) { return nullptr; }
#endif
