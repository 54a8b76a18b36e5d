//===-- profile.cpp - The profile, from counts to bytes -------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "output/profile.h"
#include "encoding/profile_writer.h"
#include "output/snapshot.h"

#include <errno.h>

namespace gmon {

int write_profile(output &to, bool stopped, unsigned series) {
  profile_snapshot snapshot;
  return take_snapshot(snapshot, stopped, series) ? write_snapshot(to, snapshot)
                                                  : ENOMEM;
}

} // namespace gmon
