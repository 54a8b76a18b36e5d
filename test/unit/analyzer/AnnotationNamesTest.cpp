//===-- AnnotationNamesTest.cpp - Files that -y writes --------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each source has an output file of its own, and no output file is a source.
//
//===----------------------------------------------------------------------===//

#include "views/SourceProfile.h"
#include "gtest/gtest.h"

using namespace gmon;

using Names = std::vector<std::string>;

static bool none(llvm::StringRef) { return false; }

TEST(AnnotationNames, LastPartOfThePath) {
  EXPECT_EQ(annotationNames({"/a/x.c", "y.h"}, none),
            (Names{"x.c-ann", "y.h-ann"}));
}

TEST(AnnotationNames, SameNamesAreNumbered) {
  EXPECT_EQ(annotationNames({"a/x.c", "b/x.c", "y.c", "x.c"}, none),
            (Names{"x.c-ann", "x.c.2-ann", "y.c-ann", "x.c.3-ann"}));
}

TEST(AnnotationNames, NumbersKeepOffOtherNames) {
  EXPECT_EQ(annotationNames({"a/x", "b/x", "x.2", "c/x"}, none),
            (Names{"x-ann", "x.2.ann", "x.2-ann", "x.3-ann"}));
}

TEST(AnnotationNames, SourcesAreNotOverwritten) {
  auto IsSource = [](llvm::StringRef Name) {
    return Name == "x.c-ann" || Name == "y.c-ann" || Name == "y.c.ann";
  };
  EXPECT_EQ(annotationNames({"x.c", "x.c-ann", "y.c"}, IsSource),
            (Names{"x.c.ann", "x.c-ann-ann", "y.c.2-ann"}));
}

TEST(AnnotationNames, LongNamesAreCut) {
  std::string Long(255, 'x');
  std::string Other = Long.substr(1) + "y";
  std::string Cut(230, 'x');
  EXPECT_EQ(annotationNames({Long, Other}, none),
            (Names{Cut + "-ann", Cut + ".2-ann"}));
}
