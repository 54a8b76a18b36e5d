//===-- Adviser.h - Rules that decide what is advised -----------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: facts of a profile. Out: what they suggest to change, for the terminal,
// the page and json alike.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_ADVICE_ADVISER_H
#define GMON_ANALYZER_ADVICE_ADVISER_H

#include "advice/Advice.h"
#include "advice/AdviceFacts.h"

namespace gmon {

/// Returns what \p Facts suggest, that about most samples first. Behind it
/// stands what concerns the profile, not the program.
std::vector<Advice> adviseOn(const AdviceFacts &Facts);

/// Returns the advice of adviseOn() for \p Model.
std::vector<Advice> makeAdvice(const ProfileModel &Model);
/// Returns that for the thread with the index \p Thread of the stacks.
std::vector<Advice> makeThreadAdvice(const ProfileModel &Model,
                                     uint32_t Thread);

} // namespace gmon

#endif // GMON_ANALYZER_ADVICE_ADVISER_H
