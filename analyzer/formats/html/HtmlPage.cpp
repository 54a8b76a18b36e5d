//===-- formats/html/HtmlPage.cpp - Pages for a browser -------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Puts style, policy, JSON and scripts into the page's frame. All except the
// JSON are literals, which cmake/GmonPage.cmake makes from the files in html/.
//
//===----------------------------------------------------------------------===//

#include "formats/html/HtmlPage.h"
#include "llvm/Support/Base64.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/SHA256.h"
#include <cmath>

#include "HtmlPage.inc"

using namespace gmon;
using namespace llvm;

void HtmlData::number(double Value) {
  const char *Form = std::trunc(Value) == Value ? "%.17g" : "%.12g";
  J.rawValue([&](raw_ostream &OS) { OS << format(Form, Value); });
}

void HtmlData::count(uint64_t Value) {
  if (Value <= uint64_t(1) << 53)
    J.value(Value);
  else
    J.value(std::to_string(Value));
}

int64_t HtmlData::pathIndex(StringRef Path) {
  if (Path.empty())
    return -1;
  return Paths.try_emplace(Path, Paths.size()).first->second;
}

/// Writes \p Json for a script element. Characters that begin a tag, or end a
/// line in some scripts, occur only in strings, and are escaped there.
static void printForScript(raw_ostream &OS, StringRef Json) {
  while (!Json.empty()) {
    size_t End = Json.find_first_of("<>&\xE2");
    OS << Json.take_front(End);
    Json = Json.drop_front(std::min(End, Json.size()));
    if (Json.consume_front("\xE2\x80\xA8"))
      OS << "\\u2028";
    else if (Json.consume_front("\xE2\x80\xA9"))
      OS << "\\u2029";
    else if (Json.consume_front("\xE2"))
      OS << '\xE2';
    else if (!Json.empty()) {
      OS << format("\\u%04x", Json.front());
      Json = Json.drop_front();
    }
  }
}

/// Returns the name of the script or style \p Text in a policy.
static std::string hashSource(StringRef Text) {
  return "'sha256-" + encodeBase64(SHA256::hash(arrayRefFromStringRef(Text))) +
         "'";
}

void gmon::printHtmlPage(raw_ostream &OS, HtmlPage Which, StringRef Json) {
  StringRef Script = Which == HtmlPage::Diff ? DiffScript : ProfileScript;
  StringRef Rest = PageFrame;
  auto PrintTo = [&](StringRef Marker) {
    auto [Front, Back] = Rest.split(Marker);
    OS << Front;
    Rest = Back;
  };
  PrintTo("@policy@");
  OS << "default-src 'none'; base-uri 'none'; form-action 'none'; "
        "img-src data:; style-src "
     << hashSource(PageStyle) << "; script-src " << hashSource(Script);
  PrintTo("@style@");
  OS << PageStyle;
  PrintTo("@data@");
  printForScript(OS, Json);
  PrintTo("@script@");
  OS << Script << Rest;
}
