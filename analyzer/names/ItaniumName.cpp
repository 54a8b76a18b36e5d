//===-- ItaniumName.cpp - Names of the Itanium C++ ABI --------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "names/ItaniumName.h"

using namespace gmon;
using namespace llvm::itanium_demangle;

// <local-name> ::= Z <encoding> E <name> [<discriminator>]
//              ::= Z <encoding> E s [<discriminator>]
//              ::= Z <encoding> E d [<number>] _ <name>
Node *ItaniumParser::parseLocalName(NameState *State) {
  if (!consumeIf('Z'))
    return nullptr;
  Node *Function = parseEncoding();
  if (!Function || !consumeIf('E'))
    return nullptr;
  if (consumeIf('s')) {
    First = parse_discriminator(First, Last);
    return make<LocalName>(Function, make<NameType>("string literal"));
  }

  // The template arguments around a local entity are not its own. If the entity
  // is a type, they are restored behind it. If it is the entity that the whole
  // name names, the rest of the name refers to its own arguments.
  std::optional<SaveTemplateParams> Saved;
  if (State) {
    TemplateParams.clear();
    OuterTemplateParams.clear();
  } else {
    Saved.emplace(this);
  }
  bool IsInArgument = consumeIf('d');
  if (IsInArgument) {
    parseNumber(/*AllowNegative=*/true);
    if (!consumeIf('_'))
      return nullptr;
  }
  Node *Entity = parseName(State);
  if (!Entity)
    return nullptr;
  if (!IsInArgument)
    First = parse_discriminator(First, Last);
  return make<LocalName>(Function, Entity);
}
