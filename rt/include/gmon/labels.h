//===-- gmon/labels.h - Labels of the tests of a framework ------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gives what each test of GoogleTest or Catch2 counts the name of the test as a
// label: see gmon_label() in gmon/gmon.h. Include it in one source file of a
// profiled program, behind the framework's header.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_LABELS_H
#define GMON_LABELS_H

#include "gmon/gmon.h"

#include <string>

#ifdef GTEST_TEST

namespace gmon {

class googletest_labels : public testing::EmptyTestEventListener {
  void OnTestStart(const testing::TestInfo &test) override {
    gmon_label(
        (std::string(test.test_suite_name()) + '.' + test.name()).c_str());
  }
  void OnTestIterationEnd(const testing::UnitTest &, int) override {
    gmon_label(nullptr);
  }
};

inline const bool labels_googletest = [] {
  testing::UnitTest::GetInstance()->listeners().Append(new googletest_labels);
  return true;
}();

} // namespace gmon

#elif defined(TEST_CASE) || defined(CATCH_TEST_CASE)

#if defined(CATCH_VERSION_MAJOR) && CATCH_VERSION_MAJOR == 2
namespace gmon {
using catch2_listener = Catch::TestEventListenerBase;
}
#else
#include <catch2/catch_test_case_info.hpp>
#include <catch2/reporters/catch_reporter_event_listener.hpp>
#include <catch2/reporters/catch_reporter_registrars.hpp>
namespace gmon {
using catch2_listener = Catch::EventListenerBase;
}
#endif

namespace gmon {

class catch2_labels : public catch2_listener {
public:
  using catch2_listener::catch2_listener;

  void testCaseStarting(const Catch::TestCaseInfo &test) override {
    gmon_label(test.name.c_str());
  }
  void testRunEnded(const Catch::TestRunStats &) override {
    gmon_label(nullptr);
  }
};

CATCH_REGISTER_LISTENER(catch2_labels)

} // namespace gmon

#else
#error "include the header of GoogleTest or Catch2 in front of gmon/labels.h"
#endif

#endif // GMON_LABELS_H
