//===-- StringOutput.h - A file that a test can look at ---------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Takes what the runtime writes into a string.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_UNITTESTS_RT_STRINGOUTPUT_H
#define GMON_UNITTESTS_RT_STRINGOUTPUT_H

#include "encoding/profile_writer.h"

#include <string>

namespace gmon {

struct StringOutput : output {
  StringOutput() : output{append} {}

  static int append(output &Self, const void *Bytes, size_t Size) {
    static_cast<StringOutput &>(Self).Text.append(
        static_cast<const char *>(Bytes), Size);
    return 0;
  }

  std::string Text;
};

} // namespace gmon

#endif // GMON_UNITTESTS_RT_STRINGOUTPUT_H
