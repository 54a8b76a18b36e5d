//===-- cyg_profile_exit.cpp - Ends of -finstrument-functions -------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The hook that is called where functions end, which need not be counted. See
// cyg_profile.cpp, also for the second name.
//
//===----------------------------------------------------------------------===//

extern "C" {

__attribute__((visibility("hidden"))) void __cyg_profile_func_exit(void *,
                                                                   void *) {}

__attribute__((weak, visibility("hidden"),
               alias("__cyg_profile_func_exit"))) void
second_name_of_exit(void *, void *)
#ifdef __x86_64__
    __asm__("_mcount");
#else
    __asm__("mcount");
#endif
}
