//===-- usual_signal_frame.h - What most processors share -------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The kernel's frame of a signal on processors that keep return addresses in
// registers: the signal's information, then the context. See x86_64.h.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_BASE_USUAL_SIGNAL_FRAME_H
#define GMON_RT_BASE_USUAL_SIGNAL_FRAME_H

namespace gmon {

inline constexpr uintptr_t red_zone = 0;

inline bool is_signal_frame(const char *sp, const siginfo_t *info,
                            const void *context) {
  return sp == reinterpret_cast<const char *>(info) && info + 1 == context;
}

inline frame_place place_signal_frame(uintptr_t top, const char *frame,
                                      const char *end) {
  constexpr uintptr_t alignment = 16;
  size_t size = size_t(end - frame);
  return {(top & ~(alignment - 1)) - size, size};
}

} // namespace gmon

#endif // GMON_RT_BASE_USUAL_SIGNAL_FRAME_H
