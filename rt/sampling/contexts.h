//===-- contexts.h - Contexts and their samples -----------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A context is a place in the code and the context of its caller. The table has
// a node for each context, for the samples of a context by thread, kind and
// series, and for each thread with samples. Nodes are numbered from 1, in
// pieces of mapped memory, and never freed. They are found by a hash: first by
// an array of heads, then from node to node, by two bits of the hash each. So a
// node is added by one compare-and-swap, and nothing ever moves.
//
// Threads and signal handlers share a table without a lock. Unless a comment
// says otherwise, all functions are async-signal-safe.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_SAMPLING_CONTEXTS_H
#define GMON_RT_SAMPLING_CONTEXTS_H

#include "unwind/stack.h"

#include <stddef.h>
#include <stdint.h>

namespace gmon {

struct context_node {
  uint64_t value;    ///< a context's place; a count; see context_table
  uint32_t link;     ///< the type, and the number of the node that this node
                     ///< belongs to; 0: not yet made
  uint32_t key;      ///< what a count is of; a thread's id
  uint32_t below[4]; ///< the nodes to look at next; a name's characters
};
static_assert(sizeof(context_node) == 32);

class context_table {
public:
  static constexpr size_t piece_size = size_t(1) << 20;
  static constexpr size_t name_size = 16;

  /// Prepares for at most `bytes` of nodes, at least one piece, and maps the
  /// first: a handler may interrupt a program that has unmapped memory to map
  /// other memory there. Returns false if there is no memory. No other thread
  /// uses the table.
  bool prepare(size_t bytes);

  /// Whether prepare() was called and returned true.
  bool is_ready() const { return all; }

  /// Makes the table as it was after prepare(). No other thread uses it.
  void clear();

  /// Returns the context of a stack, `places` from the innermost on. If there
  /// is no memory, returns the innermost context that exists, or 0, and sets
  /// `folded`.
  uint32_t find_stack(const code_place *places, size_t count, bool &folded);

  /// What samples are of.
  struct origin {
    uint32_t thread; ///< its id, less than 2^23
    uint32_t kind;   ///< 0 or 1
    uint32_t series; ///< less than 256
  };

  /// Counts samples of a context, or of an unknown stack: 0. A table that is
  /// nearly full counts them for thread 0. Returns false if there is no memory.
  bool count(uint32_t context, origin source, uint32_t amount);

  /// Resets all counts. Contexts stay, and cost nothing when they occur again.
  void reset_counts() { __atomic_fetch_add(&generation, 1, __ATOMIC_RELAXED); }

  /// Returns the place for the name of a thread, or null if the thread has no
  /// samples or there is no memory.
  char *name_of(uint32_t thread);

  /// One more than the greatest number of a node so far.
  uint32_t end() const { return __atomic_load_n(&used, __ATOMIC_ACQUIRE); }

  // Of the node with a number below end():
  bool is_context(uint32_t number) const;
  code_place place(uint32_t number) const { return node(number).value; }
  /// The caller's number, or 0. A caller has a smaller number.
  uint32_t caller(uint32_t number) const { return node(number).link - 1; }

  struct counted {
    uint32_t context;
    origin source;
    uint64_t count;
  };
  /// Whether the node has samples. Sets `result`.
  bool is_counted(uint32_t number, counted &result) const;

private:
  struct index;
  struct sought {
    uint64_t value;
    uint32_t link, key;
  };

  context_node &node(uint32_t number) const;
  uint32_t make(const sought &wanted, uint32_t limit);
  uint32_t find_or_make(const sought &wanted, uint32_t limit);

  index *all = nullptr;
  context_node *first_piece = nullptr; ///< in `all` once it has a node
  uint32_t used = 1;
  uint32_t capacity = 0;
  /// Counts of another generation are 0.
  uint32_t generation = 1;
};

} // namespace gmon

#endif // GMON_RT_SAMPLING_CONTEXTS_H
