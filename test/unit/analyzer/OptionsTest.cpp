//===-- OptionsTest.cpp - The command line --------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Words become Options as getopt_long would parse them.
//
//===----------------------------------------------------------------------===//

#include "gtest/gtest.h"
#include "options/Options.h"

using namespace gmon;
using namespace llvm;

static Options parse(std::vector<const char *> Words, StringRef Path = "") {
  Words.insert(Words.begin(), "llvm-gprof");
  Expected<Options> Opts = parseOptions(Words, Path);
  if (!Opts) {
    ADD_FAILURE() << toString(Opts.takeError());
    return Options();
  }
  return *Opts;
}

static std::string errorOf(std::vector<const char *> Words) {
  Words.insert(Words.begin(), "llvm-gprof");
  Expected<Options> Opts = parseOptions(Words, "");
  return Opts ? "" : toString(Opts.takeError());
}

TEST(Options, Defaults) {
  Options Opts = parse({});
  EXPECT_EQ(Opts.ImageFile, "a.out");
  EXPECT_EQ(to_vector(Opts.ProfileFiles), SmallVector<std::string>{"gmon.out"});
  EXPECT_EQ(Opts.Reports, 0u);
  EXPECT_EQ(Opts.Width, 80u);
  EXPECT_EQ(Opts.MinCount, 1u);
  EXPECT_EQ(Opts.TableLength, 10u);
}

TEST(Options, LettersMayBeGrouped) {
  Options Opts = parse({"-blpfoo", "program"});
  EXPECT_TRUE(Opts.Brief);
  EXPECT_TRUE(Opts.Lines);
  EXPECT_EQ(Opts.Reports, unsigned(ReportFlat));
  ASSERT_EQ(Opts.Specs.size(), 1u);
  EXPECT_EQ(Opts.Specs[0].Table, FlatInclude);
  EXPECT_EQ(Opts.Specs[0].Text, "foo");
  EXPECT_EQ(Opts.ImageFile, "program");
}

// An optional argument must be attached; the next word is a file.
TEST(Options, OptionalArgumentIsAttached) {
  Options Opts = parse({"-p", "program", "one", "two"});
  EXPECT_TRUE(Opts.Specs.empty());
  EXPECT_EQ(Opts.ImageFile, "program");
  EXPECT_EQ(to_vector(Opts.ProfileFiles),
            (SmallVector<std::string>{"one", "two"}));
}

TEST(Options, RequiredArgumentIsAttachedOrNext) {
  for (auto Words : std::vector<std::vector<const char *>>{{"-m5"},
                                                           {"-m", "5"},
                                                           {"--min-count=5"},
                                                           {"--min-count", "5"},
                                                           {"--min=5"},
                                                           {"-bm", "5"}})
    EXPECT_EQ(parse(Words).MinCount, 5u) << Words[0];
}

TEST(Options, ArcsOfTheGraphAreATableOfTheirOwn) {
  Options Opts = parse({"-qf", "-qf/g", "-Qh", "-Q/h"});
  ASSERT_EQ(Opts.Specs.size(), 4u);
  EXPECT_EQ(Opts.Specs[0].Table, GraphInclude);
  EXPECT_EQ(Opts.Specs[1].Table, ArcInclude);
  EXPECT_EQ(Opts.Specs[2].Table, GraphExclude);
  EXPECT_EQ(Opts.Specs[3].Table, ArcExclude);
}

TEST(Options, BigLettersDeclineUnlessTheyName) {
  EXPECT_EQ(parse({"-p", "-q", "-P"}).Reports, unsigned(ReportGraph));
  EXPECT_EQ(parse({"-P"}).Mentioned, unsigned(ReportFlat));
  EXPECT_EQ(parse({"-Pfoo"}).Reports, unsigned(ReportFlat));
}

TEST(Options, SourceFolders) {
  EXPECT_EQ(parse({"-Ia:b", "-I", "c"}, "d:e").SourceFolders,
            (std::vector<std::string>{"a", "b", "c", "d", "e"}));
}

TEST(Options, Errors) {
  EXPECT_NE(errorOf({"-j"}).find("'-j'"), std::string::npos);
  EXPECT_NE(errorOf({"--nonsense"}).find("'--nonsense'"), std::string::npos);
  EXPECT_NE(errorOf({"-m"}).find("'-m'"), std::string::npos);
  EXPECT_NE(errorOf({"-m", "many"}).find("'many'"), std::string::npos);
  EXPECT_NE(errorOf({"--demangle=foo"}).find("'foo'"), std::string::npos);
}
