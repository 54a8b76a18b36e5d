//===-- contexts.cpp - Contexts and their samples -------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The heads of the hash table, the pieces of nodes, and the operations on them.
//
//===----------------------------------------------------------------------===//

#include "sampling/contexts.h"
#include "base/memory.h"

namespace gmon {

/// The upper bits of context_node::link. The lower bits of a context are 1 +
/// the number of its caller; those of a count, the number of its context.
static constexpr uint32_t count_node = 1u << 30;
static constexpr uint32_t thread_node = 2u << 30;
static constexpr uint32_t name_node = 3u << 30;
static constexpr uint32_t type_bits = 3u << 30;

static constexpr uint32_t nodes_per_piece =
    context_table::piece_size / sizeof(context_node);
static constexpr uint32_t most_pieces = 4096;
static constexpr unsigned log_heads = 12;

/// A count's value has its generation in the upper bits.
static constexpr unsigned generation_shift = 40;
static constexpr uint64_t count_mask = (uint64_t(1) << generation_shift) - 1;

struct context_table::index {
  uint32_t heads[1 << log_heads];
  context_node *pieces[most_pieces];
};

/// The key of a count has the series in its upper bits. The kernel's thread ids
/// have 22 bits.
static constexpr unsigned series_shift = 24;

static uint32_t key_of(context_table::origin source) {
  return source.series << series_shift | source.thread << 1 | source.kind;
}

static context_table::origin origin_of(uint32_t key) {
  constexpr uint32_t thread_and_kind = (uint32_t(1) << series_shift) - 1;
  return {(key & thread_and_kind) >> 1, key & 1, key >> series_shift};
}

static context_node *map_piece() {
  return static_cast<context_node *>(map_zeros(context_table::piece_size));
}

bool context_table::prepare(size_t bytes) {
  all = static_cast<index *>(map_zeros(sizeof(index)));
  size_t pieces = bytes / piece_size;
  pieces = pieces < 1 ? 1 : pieces > most_pieces ? most_pieces : pieces;
  capacity = all ? uint32_t(pieces) * nodes_per_piece : 0;
  first_piece = all ? map_piece() : nullptr;
  return all;
}

void context_table::clear() {
  if (end() == 1)
    return;
  for (unsigned i = first_piece ? 1 : 0; i != most_pieces; ++i)
    unmap(all->pieces[i], piece_size);
  zero(all, sizeof(index));
  zero(first_piece, piece_size);
  used = 1;
}

context_node &context_table::node(uint32_t number) const {
  context_node *piece =
      __atomic_load_n(&all->pieces[number / nodes_per_piece], __ATOMIC_ACQUIRE);
  return piece[number % nodes_per_piece];
}

/// Mixes the bits of both numbers; the upper bits are the best.
static uint64_t hash(uint64_t a, uint64_t b) {
  uint64_t mixed = (a ^ b << 32 ^ b) * 0x9e3779b97f4a7c15;
  return (mixed ^ mixed >> 29) * 0xbf58476d1ce4e5b9;
}

/// Makes a node with a number below `limit`. Returns 0 if there is no memory.
uint32_t context_table::make(const sought &wanted, uint32_t limit) {
  uint32_t number = end();
  for (;;) {
    if (number >= limit)
      return 0;
    context_node **place = &all->pieces[number / nodes_per_piece];
    context_node *piece = __atomic_load_n(place, __ATOMIC_ACQUIRE);
    if (!piece) {
      context_node *made =
          first_piece && number < nodes_per_piece ? first_piece : map_piece();
      if (!made)
        return 0;
      if (!__atomic_compare_exchange_n(place, &piece, made, false,
                                       __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE) &&
          made != first_piece)
        unmap(made, piece_size);
    }
    if (__atomic_compare_exchange_n(&used, &number, number + 1, false,
                                    __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
      break;
  }
  context_node &made = node(number);
  made.value = wanted.value;
  made.key = wanted.key;
  __atomic_store_n(&made.link, wanted.link, __ATOMIC_RELEASE);
  return number;
}

/// Returns the number of the node, or 0 if there is no memory. If two threads
/// make the same node, the second one stays unused.
uint32_t context_table::find_or_make(const sought &wanted, uint32_t limit) {
  bool is_context = !(wanted.link & type_bits);
  uint64_t bits = hash(is_context ? wanted.value : wanted.key, wanted.link);
  uint32_t *link = &all->heads[bits >> (64 - log_heads)];
  bits <<= log_heads;
  uint32_t made = 0;
  for (;;) {
    uint32_t number = __atomic_load_n(link, __ATOMIC_ACQUIRE);
    if (!number) {
      if (!made && !(made = make(wanted, limit)))
        return 0;
      if (__atomic_compare_exchange_n(link, &number, made, false,
                                      __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
        return made;
    }
    context_node &n = node(number);
    if (n.link == wanted.link &&
        (is_context ? n.value == wanted.value : n.key == wanted.key))
      return number;
    link = &n.below[bits >> 62];
    bits <<= 2;
  }
}

uint32_t context_table::find_stack(const code_place *places, size_t count,
                                   bool &folded) {
  // The rest is for counts: they need no new context.
  uint32_t limit = capacity - capacity / 8;
  uint32_t context = 0;
  folded = false;
  while (count) {
    uint32_t next = find_or_make({places[--count], context + 1, 0}, limit);
    if (!next) {
      folded = true;
      break;
    }
    context = next;
  }
  return context;
}

bool context_table::count(uint32_t context, origin source, uint32_t amount) {
  uint32_t limit = source.thread ? capacity - capacity / 16 : capacity;
  uint32_t number =
      find_or_make({0, count_node | context, key_of(source)}, limit);
  if (!number)
    return source.thread &&
           count(context, {0, source.kind, source.series}, amount);
  uint64_t *value = &node(number).value;
  uint64_t seen = __atomic_load_n(value, __ATOMIC_RELAXED);
  uint64_t current =
      uint64_t(__atomic_load_n(&generation, __ATOMIC_RELAXED) & 0xffffff)
      << generation_shift;
  uint64_t next;
  do
    next = ((seen & ~count_mask) == current ? seen : current) + amount;
  while (!__atomic_compare_exchange_n(value, &seen, next, false,
                                      __ATOMIC_RELAXED, __ATOMIC_RELAXED));
  return true;
}

char *context_table::name_of(uint32_t thread) {
  uint32_t limit = capacity - capacity / 16;
  uint32_t number = find_or_make({0, thread_node, thread}, limit);
  if (!number)
    return nullptr;
  context_node &thread_of_name = node(number);
  uint64_t name = __atomic_load_n(&thread_of_name.value, __ATOMIC_ACQUIRE);
  if (!name) {
    uint64_t made = make({0, name_node, thread}, limit);
    if (!made)
      return nullptr;
    if (__atomic_compare_exchange_n(&thread_of_name.value, &name, made, false,
                                    __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
      name = made;
  }
  return reinterpret_cast<char *>(node(uint32_t(name)).below);
}

bool context_table::is_context(uint32_t number) const {
  uint32_t link = __atomic_load_n(&node(number).link, __ATOMIC_ACQUIRE);
  return link && !(link & type_bits);
}

bool context_table::is_counted(uint32_t number, counted &result) const {
  const context_node &n = node(number);
  uint32_t link = __atomic_load_n(&n.link, __ATOMIC_ACQUIRE);
  if ((link & type_bits) != count_node)
    return false;
  uint64_t value = __atomic_load_n(&n.value, __ATOMIC_RELAXED);
  if ((value >> generation_shift) != (generation & 0xffffff))
    return false;
  result = {link & ~type_bits, origin_of(n.key), value & count_mask};
  return result.count != 0;
}

} // namespace gmon
