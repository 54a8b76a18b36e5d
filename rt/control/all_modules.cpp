//===-- all_modules.cpp - What all modules do together --------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls the function of each module's runtime for an operation, and then the
// host's, which serves all modules.
//
//===----------------------------------------------------------------------===//

#include "control/all_modules.h"
#include "output/set.h"
#include "process/process.h"

#include <errno.h>

namespace gmon {

void set_stopped(bool stopped) {
  process_lock lock;
  if (stopped == process().stopped)
    return;
  process().stopped = stopped;
  for_each_member([&](member &runtime) { runtime.set_stopped(stopped); });
  process().host->stop_times(stopped);
  update_timer();
}

int dump_all(const char *path) {
  int error = 0;
  for_each_member([&](member &runtime) {
    if (int other = runtime.dump(path))
      error = other;
  });
  if (int other = process().host->write_stacks(path))
    error = other;
  return error;
}

int change_label(const char *label) {
  if (!end_label(true))
    return ENOMEM;
  bool is_frozen = true;
  for_each_member([&](member &runtime) { is_frozen &= runtime.freeze(); });
  // Counts and times of two labels are divided here.
  process().host->begin_writing(true);
  const int error = is_frozen ? dump_all(nullptr) : ENOMEM;
  if (error) {
    process().host->continue_label();
    end_label(false);
  } else {
    reset_all();
    begin_image(label);
  }
  drop_samples_of_writing();
  for_each_member([](member &runtime) { runtime.thaw(); });
  return error;
}

void reset_all() {
  for_each_member([](member &runtime) { runtime.reset(); });
  process().host->reset_stacks();
}

} // namespace gmon
