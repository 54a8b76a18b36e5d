//===-- Rules.cpp - What a profile is checked for -------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A parser by recursive descent, a line at a time:
//
//   rule     := quantity operator quantity
//             | ("cycle" | "known-cycle" | "no-cycle") "(" name {"," name} ")"
//             | "no-new-cycles"
//   quantity := "calls" "(" name ["->" name] ["," "label" "=" name] ")"
//             | "measured" "(" name ["->" name] ")" | "cycles"
//             | "imbalance" "(" [name ["->" name]] ")"
//             | (cost | "mpi") "(" [name] ")"
//             | "coverage" "(" [file] ")"
//             | ("self" | "time" | "total" | "blocks") "(" name ")"
//             | "lines" "(" file ":" number ")"
//             | number ["%" | "s" | "ms" | "us"]
//   operator := "==" | "!=" | "<" | "<=" | ">" | ">="
//   name     := quoted | text up to a comma, an arrow or a closing parenthesis
//               that matches none in it
//
//===----------------------------------------------------------------------===//

#include "commands/check/Rules.h"
#include "commands/CostText.h"
#include "commands/check/RuleLine.h"
#include "support/Errors.h"
#include "support/Pattern.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include <cmath>

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

namespace {

class RuleParser : RuleLine {
public:
  using RuleLine::RuleLine;

  Error parse(Rule &Result);

private:
  Error notWhole(StringRef Place, StringRef Found) const {
    return fail(Place,
                "expected a whole number or a time, found '" + Found + "'");
  }
  Error parseFileAndLine(Quantity &Result);
  StringRef takeUnit();
  Error parseNumber(Quantity &Result);
  Error parseQuantity(Quantity &Result);
  Error parseArc(Quantity &Result);
  Error parseLabel(Quantity &Result);
  Error parseFunctionOrAll(Quantity &Result);
  Error parseBaseline(Quantity &Result);
  Error parseGrowth(Rule &Result);
  Error parseOperator(Rule &Result);
  Error parseComparison(Rule &Result);
  Error checkKinds(const Rule &Parsed, StringRef Left, StringRef Right) const;
};

} // namespace

/// The words that begin a rule or a quantity. costName() knows more costs.
static constexpr StringLiteral KnownWords[] = {
    "calls",     "self",         "time",     "total",         "measured",
    "lines",     "blocks",       "cycles",   "baseline",      "growth",
    "cycle",     "known-cycle",  "no-cycle", "no-new-cycles", "page-faults",
    "switches",  "instructions", "loads",    "stores",        "branches",
    "imbalance", "mpi",          "coverage"};

/// Parses "file:line".
Error RuleParser::parseFileAndLine(Quantity &Result) {
  skipSpaces();
  StringRef Start = Rest;
  if (Error E = parseName(Result.Names.emplace_back()))
    return E;
  auto [File, Digits] = StringRef(Result.Names.front()).rsplit(':');
  if (File.empty() || Digits.getAsInteger(10, Result.Line) || Result.Line == 0)
    return fail(Start, "expected a file, a colon and a line, found '" +
                           Result.Names.front() + "'");
  Result.Names.front() = File.str();
  return Error::success();
}

/// Takes the unit behind a number, and behind spaces if it is a known one: % or
/// letters. Returns an empty text if there is none.
StringRef RuleParser::takeUnit() {
  auto IsOfName = [](char C) { return isAlnum(C) || C == '-'; };
  const StringRef Next = Rest.ltrim();
  StringRef Unit =
      Next.starts_with("%") ? Next.take_front() : Next.take_while(IsOfName);
  if (costName(Unit).empty() && !is_contained({"%", "s", "ms", "us"}, Unit))
    Unit = Rest.take_while([](char C) { return isAlpha(C); });
  if (!Unit.empty())
    Rest = StringRef(Unit.end(), Rest.end() - Unit.end());
  return Unit;
}

Error RuleParser::parseNumber(Quantity &Result) {
  StringRef Start = Rest;
  StringRef Digits =
      Rest.take_while([](char C) { return isDigit(C) || C == '.'; });
  Rest = Rest.drop_front(Digits.size());
  // "1.2e6", but not the unit of "1.2 e".
  StringRef Exponent = Rest;
  if (Exponent.consume_front("e")) {
    (void)Exponent.consume_front("+");
    StringRef OfTen = Exponent.take_while(isDigit);
    if (!OfTen.empty()) {
      Digits = StringRef(Start.data(), OfTen.end() - Start.begin());
      Rest = Start.drop_front(Digits.size());
    }
  }
  StringRef Unit = takeUnit();
  if (Unit.empty()) {
    double Value;
    if (!Digits.getAsInteger(10, Result.Number))
      return Error::success();
    // A double has all whole numbers up to this one.
    constexpr double Most = 0x1p53;
    if (Digits.getAsDouble(Value) ||
        (Digits.contains('e') && (Value > Most || Value != std::floor(Value))))
      return notWhole(Start, Digits);
    if (!Digits.contains('e')) {
      Result.Kind = Quantity::Ratio;
      Result.Fraction = Value;
      return Error::success();
    }
    Result.Number = uint64_t(Value);
    return Error::success();
  }
  double Factor = StringSwitch<double>(Unit)
                      .Case("%", 1)
                      .Case("s", 1)
                      .Case("ms", 1e-3)
                      .Case("us", 1e-6)
                      .Default(costName(Unit).empty() ? 0 : 1);
  if (Factor == 0)
    return fail(Unit, "expected the unit %, s, ms, us or a cost, found '" +
                          Unit + "'");
  if (Digits.getAsDouble(Result.Fraction))
    return fail(Start, "expected a number, found '" + Digits + "'");
  Result.Kind = Unit == "%" ? Quantity::Percent : Quantity::Seconds;
  if (std::string Name = costName(Unit); !Name.empty()) {
    Result.Kind = Quantity::Units;
    Result.CostName = std::move(Name);
  }
  Result.Fraction *= Factor;
  return Error::success();
}

Error RuleParser::parseQuantity(Quantity &Result) {
  skipSpaces();
  if (!Rest.empty() && isDigit(Rest.front()))
    return parseNumber(Result);
  StringRef Start = Rest;
  StringRef Word = takeWord();
  auto Kind = StringSwitch<std::optional<Quantity::QuantityKind>>(Word)
                  .Case("calls", Quantity::Calls)
                  .Case("self", Quantity::Self)
                  .Case("time", Quantity::Self)
                  .Case("total", Quantity::Total)
                  .Case("measured", Quantity::Measured)
                  .Case("lines", Quantity::Lines)
                  .Case("blocks", Quantity::Blocks)
                  .Case("cycles", Quantity::Cycles)
                  .Case("imbalance", Quantity::Imbalance)
                  .Case("mpi", Quantity::Mpi)
                  .Case("coverage", Quantity::Coverage)
                  .Case("baseline", Quantity::Baseline)
                  .Default(std::nullopt);
  // "calls()" is the cost, "calls(f)" the calls of f.
  const bool IsOfAll = Word == "calls" && Rest.starts_with("(") &&
                       Rest.drop_front().ltrim().starts_with(")");
  if (std::string Name = costName(Word); IsOfAll || (!Kind && !Name.empty())) {
    Result.Kind = Quantity::Cost;
    Result.CostName = std::move(Name);
    return parseFunctionOrAll(Result);
  }
  if (!Kind) {
    Rest = Start;
    return expected(
        "calls, self, time, total, measured, lines, blocks, "
        "cycles, imbalance, mpi, coverage, growth, a cost or a number",
        KnownWords);
  }
  Result.Kind = *Kind;
  if (*Kind == Quantity::Cycles)
    return Error::success();
  if (*Kind == Quantity::Imbalance || Result.isShare())
    return parseFunctionOrAll(Result);
  if (*Kind == Quantity::Baseline)
    return parseBaseline(Result);
  if (Error E = expect("("))
    return E;
  if (Error E = *Kind == Quantity::Lines
                    ? parseFileAndLine(Result)
                    : parseName(Result.Names.emplace_back()))
    return E;
  if (*Kind == Quantity::Calls || *Kind == Quantity::Measured)
    if (Error E = parseArc(Result))
      return E;
  if (*Kind == Quantity::Calls)
    if (Error E = parseLabel(Result))
      return E;
  return expect(")");
}

/// Parses the "-> function" behind a function, if it is there.
Error RuleParser::parseArc(Quantity &Result) {
  skipSpaces();
  return Rest.consume_front("->") ? parseName(Result.Names.emplace_back())
                                  : Error::success();
}

/// Parses ", label = pattern", if it is there. The n of a growth may follow a
/// comma, too, but not in the parentheses of calls.
Error RuleParser::parseLabel(Quantity &Result) {
  skipSpaces();
  if (!Rest.consume_front(","))
    return Error::success();
  for (StringRef Token : {"label", "="})
    if (Error E = expect(Token))
      return E;
  skipSpaces();
  Result.Label.emplace();
  if (Rest.starts_with(")")) // profiles without a label
    return Error::success();
  return parseName(*Result.Label);
}

/// Parses "(function)", or "()" for all functions; of an imbalance also
/// "(function -> function)".
Error RuleParser::parseFunctionOrAll(Quantity &Result) {
  if (Error E = expect("("))
    return E;
  skipSpaces();
  if (Rest.consume_front(")"))
    return Error::success();
  if (Error E = parseName(Result.Names.emplace_back()))
    return E;
  if (Result.Kind == Quantity::Imbalance)
    if (Error E = parseArc(Result))
      return E;
  return expect(")");
}

/// Parses the "* number" behind "baseline", if it is there.
Error RuleParser::parseBaseline(Quantity &Result) {
  Result.Fraction = 1;
  skipSpaces();
  if (!Rest.consume_front("*"))
    return Error::success();
  skipSpaces();
  StringRef Digits =
      Rest.take_while([](char C) { return isDigit(C) || C == '.'; });
  if (Digits.empty())
    return expected("a number");
  if (Digits.getAsDouble(Result.Fraction))
    return fail(Rest, "expected a number, found '" + Digits + "'");
  Rest = Rest.drop_front(Digits.size());
  return Error::success();
}

/// Parses "(function, n) <= order" or "(quantity, n) <= order".
Error RuleParser::parseGrowth(Rule &Result) {
  if (Error E = expect("("))
    return E;
  skipSpaces();
  StringRef Start = Rest;
  StringRef Word = takeWord();
  const bool IsQuantity =
      Rest.starts_with("(") && (is_contained({"calls", "self", "time", "total",
                                              "measured", "lines", "blocks"},
                                             Word) ||
                                !costName(Word).empty());
  Rest = Start;
  if (IsQuantity) {
    if (Error E = parseQuantity(Result.Left))
      return E;
  } else {
    Result.Left.Kind = Quantity::Work;
    if (Error E = parseName(Result.Left.Names.emplace_back()))
      return E;
  }
  for (StringRef Token : {",", "n", ")", "<="})
    if (Error E = expect(Token))
      return E;
  do {
    if (Error E = parseFactor(Result.Bound))
      return E;
    skipSpaces();
  } while (Rest.consume_front("*"));
  return Error::success();
}

Error RuleParser::parseOperator(Rule &Result) {
  skipSpaces();
  // Longer operators first.
  static constexpr std::pair<StringLiteral, Rule::OperatorKind> Operators[] = {
      {"==", Rule::Equal},     {"!=", Rule::NotEqual},
      {"<=", Rule::LessEqual}, {">=", Rule::GreaterEqual},
      {"<", Rule::Less},       {">", Rule::Greater}};
  for (const auto &[Token, Operator] : Operators)
    if (Rest.consume_front(Token)) {
      Result.Operator = Operator;
      return Error::success();
    }
  return expected("==, !=, <, <=, > or >=");
}

/// Times compare with times, counts with counts. One side is of the profile.
Error RuleParser::checkKinds(const Rule &Parsed, StringRef Left,
                             StringRef Right) const {
  const Quantity &A = Parsed.Left, &B = Parsed.Right;
  if (A.Kind == Quantity::Baseline)
    return fail(Left, "the baseline is on the right side");
  if (B.Kind == Quantity::Baseline)
    return A.isNumber()
               ? fail(Left, "expected a quantity of the profile in front of "
                            "the baseline")
               : Error::success();
  if (A.isShare() || B.isShare()) {
    auto IsIn = [](const Quantity &Q, const Quantity &Share) {
      return Q.Kind == Share.Kind || Q.Kind == Quantity::Percent;
    };
    const Quantity &Share = A.isShare() ? A : B;
    return IsIn(A, Share) && IsIn(B, Share)
               ? Error::success()
               : fail(Right, Share.Kind == Quantity::Mpi
                                 ? "time in MPI is compared with a percentage "
                                   "or other time in MPI"
                                 : "coverage is compared with a percentage or "
                                   "other coverage");
  }
  if ((A.Kind == Quantity::Imbalance || A.Kind == Quantity::Ratio) !=
      (B.Kind == Quantity::Imbalance || B.Kind == Quantity::Ratio)) {
    if (A.Kind == Quantity::Ratio || B.Kind == Quantity::Ratio) {
      StringRef Place = A.Kind == Quantity::Ratio ? Left : Right;
      return notWhole(Place, Place.take_while([](char C) {
        return isDigit(C) || C == '.';
      }));
    }
    return fail(Right, "an imbalance is compared with a number or another "
                       "imbalance");
  }
  if (A.Kind == Quantity::Cost && B.Kind == Quantity::Cost &&
      A.CostName != B.CostName)
    return fail(Right, "a rule has one cost, found " + A.CostName + " and " +
                           B.CostName);
  bool HasTime = A.isTime() || A.isTimeLimit();
  if (HasTime == (B.isTime() || B.isTimeLimit())) {
    if (A.isTimeLimit() && B.isTimeLimit() && A.Kind != B.Kind)
      return fail(Right, "a percentage and seconds cannot be compared");
    if (A.isNumber() && B.isNumber())
      return fail(Right, "expected a quantity of the profile, found a second "
                         "number");
    return Error::success();
  }
  const Quantity &Measured = HasTime ? B : A, &Limit = HasTime ? A : B;
  if (Measured.Kind == Quantity::Cost && Limit.Kind == Quantity::Units)
    return fail(HasTime ? Left : Right,
                splitUnit(Measured.CostName).Event ==
                        splitUnit(Limit.CostName).Event
                    ? "this is no whole number of " + Measured.CostName
                    : "a rule has one cost, found " + A.CostName + " and " +
                          B.CostName);
  bool IsNumber = Measured.Kind == Quantity::Count;
  return fail(HasTime ? Right : Left,
              IsNumber ? "this time needs a unit: %, s, ms, us or a cost"
                       : "a count and a time cannot be compared");
}

/// A whole number of a cost beside that cost is a count: in
/// "switches(f) <= 20 switches" the unit says nothing new. Of two units of one
/// event, both get the smaller: "page-faults(f) <= 2 kpage-faults" has 2000.
static void dropUnit(Quantity &Limit, Quantity &Cost) {
  if (Limit.Kind != Quantity::Units || Cost.Kind != Quantity::Cost)
    return;
  const EventUnit Unit = splitUnit(Limit.CostName);
  const EventUnit CostUnit = splitUnit(Cost.CostName);
  if (Unit.Event != CostUnit.Event)
    return;
  double Number = Limit.Fraction;
  if (Unit.Number < CostUnit.Number)
    Cost.CostName = Limit.CostName;
  else
    Number *= double(Unit.Number) / double(CostUnit.Number);
  if (Number != std::floor(Number) || Number >= 0x1p53)
    return;
  Limit.Kind = Quantity::Count;
  Limit.Number = uint64_t(Number);
}

/// A whole number beside an imbalance is a ratio.
static void makeRatio(Quantity &Number, const Quantity &Measured) {
  if (Number.Kind != Quantity::Count || Measured.Kind != Quantity::Imbalance)
    return;
  Number.Kind = Quantity::Ratio;
  Number.Fraction = double(Number.Number);
}

Error RuleParser::parseComparison(Rule &Result) {
  skipSpaces();
  StringRef Left = Rest;
  if (Error E = parseQuantity(Result.Left))
    return E;
  if (Error E = parseOperator(Result))
    return E;
  skipSpaces();
  StringRef Right = Rest;
  if (Error E = parseQuantity(Result.Right))
    return E;
  dropUnit(Result.Right, Result.Left);
  dropUnit(Result.Left, Result.Right);
  makeRatio(Result.Right, Result.Left);
  makeRatio(Result.Left, Result.Right);
  return checkKinds(Result, Left, Right);
}

Error RuleParser::parse(Rule &Result) {
  StringRef Start = Rest;
  auto Kind = StringSwitch<Rule::RuleKind>(takeWord())
                  .Case("cycle", Rule::Cycle)
                  .Case("known-cycle", Rule::KnownCycle)
                  .Case("no-cycle", Rule::NoCycle)
                  .Case("no-new-cycles", Rule::NoNewCycles)
                  .Case("growth", Rule::Growth)
                  .Default(Rule::Compare);
  Result.Kind = Kind;
  if (Kind == Rule::Compare) {
    Rest = Start;
    if (Error E = parseComparison(Result))
      return E;
  } else if (Kind == Rule::Growth) {
    if (Error E = parseGrowth(Result))
      return E;
  } else if (Kind != Rule::NoNewCycles) {
    if (Error E = parseNames(Result.Names))
      return E;
  }
  skipSpaces();
  return Rest.empty() || Rest.starts_with("#")
             ? Error::success()
             : expected("the end of the rule");
}

/// Returns \p Line without the comment at its end: a # outside of quotes.
static StringRef withoutComment(StringRef Line) {
  bool IsQuoted = false;
  for (size_t I = 0; I < Line.size(); ++I) {
    IsQuoted ^= Line[I] == '"';
    if (Line[I] == '#' && !IsQuoted)
      return Line.take_front(I);
  }
  return Line;
}

std::string Quantity::text() const {
  static constexpr StringLiteral Words[] = {
      "calls",  "self",   "total",     "measured", "lines",
      "blocks", "cycles", "imbalance", "mpi",      "coverage"};
  if (Kind == Cycles)
    return "cycles";
  if (Kind == Work)
    return Names.front();
  std::string Result = Kind == Cost ? CostName : Words[Kind].str();
  Result += "(" + join(Names, " -> ");
  if (Kind == Lines)
    Result += ":" + utostr(Line);
  if (Label)
    Result += ", label=" + *Label;
  return Result + ")";
}

Expected<std::vector<Rule>> command::parseRules(StringRef Text,
                                                StringRef FileName) {
  std::vector<Rule> Rules;
  for (unsigned Number = 1; !Text.empty(); ++Number) {
    StringRef Line;
    std::tie(Line, Text) = Text.split('\n');
    Line = withoutComment(Line).rtrim();
    if (Line.ltrim().empty())
      continue;
    Rule &New = Rules.emplace_back();
    New.Line = Number;
    New.Text = Line.trim().str();
    if (Error E = RuleParser(Line, Number, FileName).parse(New))
      return std::move(E);
  }
  if (Rules.empty())
    return makeError(FileName + ":1:1: expected a rule, found none");
  return Rules;
}
