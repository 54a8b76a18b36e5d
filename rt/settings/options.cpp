//===-- options.cpp - Settings of a run -----------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads GMON_OPTIONS by a table made from settings/options.inc, and prints that
// table.
//
//===----------------------------------------------------------------------===//

#include "settings/options.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "libc/environment.h"
#include "process/process.h"
#include "process/report.h"

#include <stdlib.h>
#include <string.h>

namespace gmon {

static constexpr option_values defaults;
static const option_values *current = &defaults;

namespace {

enum class option_kind : uint8_t { flag, number, power, choice, text };

struct option_value {
  uint32_t number;  ///< or the index of a word
  const char *text; ///< or null
};

struct option_rule {
  option_kind kind;
  uint16_t offset; ///< of the value in option_values
  uint32_t low = 0, high = 1;
};

/// A setting. All that programs carry of each is a rule and four texts, without
/// pointers, which the loader would have to relocate.
class option {
public:
  option();

  /// Goes on with the next setting.
  void advance();

  explicit operator bool() const;

  const option_rule *rule;
  const char *name;
  const char *initial; ///< the default, as a word
  const char *help;    ///< one line
  const char *words;   ///< of a choice: "first, second"; of a text: its kind

private:
  void read(const char *text);
};

} // namespace

static constexpr option_rule rules[] = {
#define GMON_RULE(kind, name) option_kind::kind, offsetof(option_values, name)
#define GMON_FLAG(name, initial, help) {GMON_RULE(flag, name)},
#define GMON_NUMBER(name, initial, low, high, help)                            \
  {GMON_RULE(number, name), low, high},
#define GMON_POWER(name, initial, low, high, help)                             \
  {GMON_RULE(power, name), low, high},
#define GMON_CHOICE(name, initial, help, ...) {GMON_RULE(choice, name)},
#define GMON_TEXT(name, initial, values, help) {GMON_RULE(text, name)},
#include "settings/options.inc"
#undef GMON_RULE
};

/// The name, the default, the help and the words of each setting.
static constexpr char texts[] =
#define GMON_TEXTS(name, initial, help, words)                                 \
  name "\0" initial "\0" help "\0" words "\0"
#define GMON_FLAG(name, initial, help) GMON_TEXTS(#name, #initial, help, "")
#define GMON_NUMBER(name, initial, low, high, help)                            \
  GMON_TEXTS(#name, #initial, help, "")
#define GMON_POWER(name, initial, low, high, help)                             \
  GMON_TEXTS(#name, #initial, help, "")
#define GMON_CHOICE(name, initial, help, ...)                                  \
  GMON_TEXTS(#name, #initial, help, #__VA_ARGS__)
#define GMON_TEXT(name, initial, values, help)                                 \
  GMON_TEXTS(#name, initial, help, values)
#include "settings/options.inc"
#undef GMON_TEXTS
    ;

option::option() : rule(rules) { read(texts); }

void option::advance() {
  ++rule;
  if (*this)
    read(words + strlen(words) + 1);
}

option::operator bool() const {
  return rule != rules + sizeof(rules) / sizeof(*rules);
}

void option::read(const char *text) {
  const char **const fields[] = {&name, &initial, &help, &words};
  for (const char **field : fields) {
    *field = text;
    text += strlen(text) + 1;
  }
}

const option_values &options() { return *current; }

static void describe_values(report &line, const option &entry) {
  switch (entry.rule->kind) {
  case option_kind::flag:
    line << "0, 1";
    return;
  case option_kind::number:
    line << uint64_t(entry.rule->low) << " to " << uint64_t(entry.rule->high);
    return;
  case option_kind::power:
    line << uint64_t(entry.rule->low) << ", " << uint64_t(entry.rule->low) * 2
         << ", ... " << uint64_t(entry.rule->high);
    return;
  case option_kind::choice:
  case option_kind::text:
    line << entry.words;
    return;
  }
}

static void print_table() {
  constexpr size_t values_at = 13, initial_at = 33, help_at = 43;
  {
    report heading("name");
    heading.pad_to(values_at) << "values";
    heading.pad_to(initial_at) << "default";
    heading.pad_to(help_at) << "meaning";
  }
  for (option entry; entry; entry.advance()) {
    report row(entry.name);
    row.pad_to(values_at);
    describe_values(row, entry);
    row.pad_to(initial_at) << entry.initial;
    row.pad_to(help_at) << entry.help;
  }
}

static bool parse_number(const char *digits, const option &entry,
                         uint32_t &number) {
  uint64_t value;
  if (!is_number(digits, entry.rule->high, value))
    return false;
  number = uint32_t(value);
  return value >= entry.rule->low &&
         (entry.rule->kind != option_kind::power || (value & (value - 1)) == 0);
}

static bool find_word(const char *word, const option &entry, uint32_t &index) {
  size_t length = strlen(word);
  index = 0;
  for (const char *c = entry.words; *c; ++index) {
    size_t end = strcspn(c, ",");
    if (end == length && memcmp(c, word, length) == 0)
      return true;
    c += end;
    c += strspn(c, ", ");
  }
  return false;
}

/// An empty text becomes null. Returns false if no path is as long.
static bool parse_text(const char *text, const char *&value) {
  if (strlen(text) + 1 >= PATH_MAX)
    return false;
  value = *text ? text : nullptr;
  return true;
}

static bool parse_value(const char *text, const option &entry,
                        option_value &value) {
  switch (entry.rule->kind) {
  case option_kind::flag:
  case option_kind::number:
  case option_kind::power:
    return parse_number(text, entry, value.number);
  case option_kind::choice:
    return find_word(text, entry, value.number);
  case option_kind::text:
    return parse_text(text, value.text);
  }
  return false;
}

/// Returns the edit distance: how many characters must be added, removed or
/// replaced to make one name from the other. A name longer than any option is
/// far from all of them.
static unsigned distance(const char *name, const char *known) {
  constexpr size_t longest = 16;
  size_t length = strlen(known);
  if (length > longest || strlen(name) > longest)
    return longest;
  uint8_t row[longest + 1];
  for (size_t i = 0; i <= length; ++i)
    row[i] = uint8_t(i);
  for (uint8_t line = 1; *name; ++name, ++line) {
    uint8_t diagonal = row[0];
    row[0] = line;
    for (size_t i = 1; i <= length; ++i) {
      uint8_t replaced = uint8_t(diagonal + (*name != known[i - 1]));
      uint8_t shorter = row[i] < row[i - 1] ? row[i] : row[i - 1];
      diagonal = row[i];
      row[i] = replaced <= shorter ? replaced : uint8_t(shorter + 1);
    }
  }
  return row[length];
}

static void report_unknown(const char *name) {
  report line;
  line << "GMON_OPTIONS: unknown name '" << name << "'";
  const char *nearest = nullptr;
  unsigned least = unsigned(strlen(name) + 2) / 3 + 1;
  for (option entry; entry; entry.advance()) {
    unsigned away = distance(name, entry.name);
    if (away < least) {
      nearest = entry.name;
      least = away;
    }
  }
  if (nearest)
    line << "; did you mean '" << nearest << "'?";
  else
    line << "; help=1 lists all";
}

static void set_field(option_values &values, const option_rule &rule,
                      const option_value &value) {
  char *field = reinterpret_cast<char *>(&values) + rule.offset;
  if (rule.kind == option_kind::text)
    memcpy(field, &value.text, sizeof(value.text));
  else if (rule.kind == option_kind::flag || rule.kind == option_kind::choice)
    *field = char(value.number);
  else
    memcpy(field, &value.number, sizeof(value.number));
}

static void set_option(option_values &values, const char *name,
                       const char *text) {
  for (option entry; entry; entry.advance()) {
    if (strcmp(name, entry.name) != 0)
      continue;
    option_value value = {};
    if (!parse_value(text, entry, value)) {
      report line;
      line << "GMON_OPTIONS: " << name << "=" << text << ": expected ";
      describe_values(line, entry);
      line << "; using " << entry.initial;
      if (entry.rule->kind != option_kind::text)
        parse_value(entry.initial, entry, value);
    }
    set_field(values, *entry.rule, value);
    // An empty one, too: it names no segment, but asks for one.
    values.add |= strcmp(name, "label") == 0;
    return;
  }
  report_unknown(name);
}

/// Reads one setting, up to the next colon, and removes backslashes. Puts its
/// name and its value to `copy`, and cuts them off where no path is as long;
/// `value` is null if there is none. Returns the text that follows.
static const char *take_setting(const char *text, char *&copy,
                                const char *&value) {
  const char *part = copy;
  value = nullptr;
  for (; *text && *text != ':'; ++text) {
    if (*text == '=' && !value) {
      *copy++ = 0;
      part = value = copy;
      continue;
    }
    if (*text == '\\' && text[1])
      ++text;
    if (copy - part < PATH_MAX - 1)
      *copy++ = *text;
  }
  *copy++ = 0;
  return *text ? text + 1 : text;
}

static void read_environment(option_values &values) {
  // Ignored by programs that run with more rights than the user has.
  const char *text = find_trusted("GMON_OPTIONS");
  if (!text || !*text)
    return;
  // The values refer to the copy. The program may change the environment.
  auto *copy = static_cast<char *>(process().memory.allocate(strlen(text) + 1));
  if (!copy)
    return;
  while (*text) {
    const char *name = copy, *value;
    text = take_setting(text, copy, value);
    if (value)
      set_option(values, name, value);
    else if (*name)
      report() << "GMON_OPTIONS: expected name=value, found '" << name << "'";
  }
}

void read_options(option_settings &shared) {
  if (!shared.read) {
    shared.read = true;
    shared.values = defaults;
    read_environment(shared.values);
    if (shared.values.help)
      print_table();
  }
  current = &shared.values;
}

} // namespace gmon
