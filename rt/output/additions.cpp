//===-- additions.cpp - Profiles that are added to shared files -----------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Under the lock, the next version of each file is written beside it. The
// stacks belong to the profiles that they name by digests. If the stacks that
// are there do not name the profiles that are there, runs without stacks were
// added to those, and stacks are not added any more.
//
//===----------------------------------------------------------------------===//

#include "output/additions.h"
#include "base/memory.h"
#include "base/system.h"
#include "encoding/memory_output.h"
#include "interpose/signals.h"
#include "output/addition_lock.h"
#include "output/digest.h"
#include "output/place.h"
#include "process/report.h"
#include "sums/profile_sum.h"
#include "sums/stacks_sum.h"

#include <errno.h>
#include <string.h>

namespace gmon {

using digest = stacks_snapshot::profile;

//===----------------------------------------------------------------------===//
// Staged files
//===----------------------------------------------------------------------===//

bool kept_file::take(packed_output &from) {
  release();
  if (!from.finish())
    return false;
  packed_file taken = from.get();
  if (is_spare(taken.packed.data)) {
    // The next file needs the reserved space.
    const size_t size = taken.packed.size;
    void *copy = map_zeros(size);
    if (!copy)
      return false;
    memcpy(copy, taken.packed.data, size);
    taken.packed.data = static_cast<char *>(copy);
    mapped = size;
  } else {
    mapped = from.give_up();
  }
  file = taken;
  return true;
}

void kept_file::release() {
  unmap(const_cast<char *>(file.packed.data), mapped);
  file = {};
  mapped = 0;
}

void kept_file::swap(kept_file &other) {
  kept_file kept = other;
  other = *this;
  *this = kept;
}

int stage_addition(const staged_file &file, const path &name,
                   const path &own_name, packed_output &bytes) {
  addition *found = all_additions().first;
  while (found && (found->group != file.group || found->kind != file.kind ||
                   strcmp(found->name.c_str(), name.c_str()) != 0))
    found = found->next;
  if (!found) {
    found = static_cast<addition *>(process().memory.allocate(sizeof(*found)));
    if (!found)
      return ENOMEM;
    found->group = file.group;
    found->kind = file.kind;
    found->series = file.series;
    found->name = name;
    found->own_name = own_name;
    found->next = all_additions().first;
    all_additions().first = found;
  }
  found->is_staged = found->now.take(bytes);
  return found->is_staged ? 0 : ENOMEM;
}

void note_added(addition &of) {
  if (of.is_staged)
    of.before.swap(of.now);
  of.is_staged = false;
}

addition *take_additions() {
  addition *first = all_additions().first;
  all_additions() = {};
  return first;
}

void release_additions(addition *first) {
  // The memory of a few structures is lost.
  for (addition *each = first; each; each = each->next) {
    each->now.release();
    each->before.release();
  }
}

void forget_additions() {
  // The names may differ from now on.
  release_additions(take_additions());
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

/// Reads the file `name`; one that is not there is empty. Returns 0 or an error
/// number.
static int read_file(const path &name, scratch_list<char> &to) {
  int fd = kernel::open(name.c_str(),
                        O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (fd < 0)
    return errno == ENOENT ? 0 : errno;
  constexpr uint64_t most_bytes = uint64_t(1) << 32;
  struct stat status;
  int error = kernel::fstat(fd, &status) != 0 ? errno : 0;
  auto size = size_t(status.st_size);
  if (!error && size > most_bytes)
    error = EFBIG;
  if (!error && !to.fill(size))
    error = ENOMEM;
  for (size_t done = 0; !error && done != size;) {
    ssize_t part =
        kernel::pread(fd, to.begin() + done, size - done, off_t(done));
    if (part > 0)
      done += size_t(part);
    else if (part == 0 || errno != EINTR)
      error = part == 0 ? EINVAL : errno;
  }
  kernel::close(fd);
  return error;
}

/// Writes the next version of the file `name`.
static int write_next_version(const path &name, file_bytes bytes) {
  static stored<path> store;
  path &next = *store;
  struct stat replaced;
  if (int error = may_replace(name.c_str(), replaced))
    return error;
  name_next_version(next, name.c_str());
  if (next.is_cut())
    return ENAMETOOLONG;
  kernel::unlink(next.c_str());
  int fd = kernel::open(
      next.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644);
  if (fd < 0)
    return errno;
  keep_mode_and_owner(fd, replaced);
  int error = write_fully(fd, bytes.data, bytes.size);
  if (kernel::close(fd) != 0 && !error && errno != EINTR)
    error = errno;
  if (error)
    kernel::unlink(next.c_str());
  return error;
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

/// Adds what is staged to the sum; `with_before`: and removes what was added
/// before.
template <typename Sum>
static int add_to(Sum &sum, const addition &of, bool with_before) {
  int error = 0;
  if (with_before && !of.before.is_empty())
    error = add_packed(sum, of.before.get(), -1);
  return error ? error : add_packed(sum, of.now.get());
}

namespace {

/// Adds what is staged for a group, while the lock is held.
class transaction {
public:
  explicit transaction(uint64_t group) : group(group) {}

  int run(addition_lock &lock);

private:
  int add_profile(addition &of);
  int add_stacks(addition &of);
  template <typename Sum, typename Function>
  int make_next(const addition &of, file_bytes old, memory_output &next,
                Function prepare);
  bool choose_profiles(const scratch_list<digest> &known,
                       scratch_list<digest> &to) const;
  void drop_next_versions() const;

  uint64_t group;
  scratch_list<digest> replaced, made; ///< profiles
  scratch_list<const path *, 8> files;
};

} // namespace

/// Writes the next version of the file of `of`: the sum of `old`, its present
/// bytes, and of what is staged. `prepare` completes the sum. Puts the bytes
/// into `next`. Returns 0 or an error number.
template <typename Sum, typename Function>
int transaction::make_next(const addition &of, file_bytes old,
                           memory_output &next, Function prepare) {
  // What was added before is not in a file that replaced the one it is in.
  bool with_before = old.size;
  for (;;) {
    Sum sum;
    int error = old.size ? sum.add(old) : 0;
    if (!error)
      error = add_to(sum, of, with_before);
    if (!error)
      error = prepare(sum);
    if (!error)
      error = sum.write(next);
    if (error == ERANGE && with_before) {
      with_before = false;
      continue;
    }
    if (!error)
      error = write_next_version(of.name, next.bytes());
    return error || files.add(&of.name) ? error : ENOMEM;
  }
}

int transaction::add_profile(addition &of) {
  scratch_list<char> old;
  if (int error = read_file(of.name, old))
    return error;
  file_bytes old_bytes = {old.begin(), old.count()};
  if (old_bytes.size && !replaced.add(digest_of(old_bytes)))
    return ENOMEM;
  memory_output next;
  if (int error = make_next<profile_sum>(of, old_bytes, next,
                                         [](profile_sum &) { return 0; }))
    return error;
  return made.add(digest_of(next.bytes())) ? 0 : ENOMEM;
}

/// Lists the profiles that the sum of stacks belongs to: those that the present
/// file belongs to and that are not replaced, and those that were made. Returns
/// false if the present file does not belong to one that is replaced.
bool transaction::choose_profiles(const scratch_list<digest> &known,
                                  scratch_list<digest> &to) const {
  size_t num_found = 0;
  for (const digest &each : known) {
    bool is_replaced = false;
    for (const digest &other : replaced)
      is_replaced |= other.size == each.size && other.checksum == each.checksum;
    num_found += is_replaced;
    if (!is_replaced && !to.add(each))
      return false;
  }
  for (const digest &each : made)
    if (!to.add(each))
      return false;
  return num_found >= replaced.count();
}

int transaction::add_stacks(addition &of) {
  scratch_list<char> old;
  if (int error = read_file(of.name, old))
    return error;
  file_bytes old_bytes = {old.begin(), old.count()};
  // Stacks without a profile are those of files that were removed.
  bool has_profile = replaced.count();
  for_each_addition(group, [&](const addition &each) {
    has_profile |= !each.before.is_empty();
  });
  if (!has_profile)
    old_bytes = {};
  scratch_list<digest> known, profiles;
  if (old_bytes.size)
    if (int error = list_profiles(old_bytes, known))
      return error;
  if (!choose_profiles(known, profiles))
    return 0;
  memory_output next;
  return make_next<stacks_sum>(of, old_bytes, next, [&](stacks_sum &sum) {
    for (const digest &each : profiles)
      if (!sum.add_profile(each))
        return ENOMEM;
    return 0;
  });
}

void transaction::drop_next_versions() const {
  static stored<path> store;
  path &next = *store;
  for (const path *each : files) {
    name_next_version(next, each->c_str());
    kernel::unlink(next.c_str());
  }
}

int transaction::run(addition_lock &lock) {
  int error = 0;
  for (file_kind kind : kinds_in_order)
    for_each_addition(group, [&](addition &each) {
      if (!error && each.is_staged && each.kind == kind)
        error = kind == stacks_file ? add_stacks(each) : add_profile(each);
    });
  if (!error)
    error = lock.commit(files);
  if (error) {
    drop_next_versions();
    return error;
  }
  for_each_addition(group, note_added);
  return 0;
}

int add_staged(uint64_t group) {
  // A process that dies of a signal has no time.
  constexpr uint64_t patience = 10'000, patience_of_dying = 1000;
  const path *name = nullptr;
  for_each_addition(group, [&](addition &each) {
    if (each.is_staged && (!name || each.kind == stacks_file))
      name = &each.name;
  });
  if (!name)
    return 0;
  addition_lock lock;
  bool dies = __atomic_load_n(&shared_signals().dying_thread, __ATOMIC_RELAXED);
  if (int error = lock.acquire(*name, dies ? patience_of_dying : patience))
    return error;
  return transaction(group).run(lock);
}

/// Makes the sum of what write_own() writes.
template <typename Sum> static int add_own(Sum &sum, const addition &of) {
  return of.is_staged ? add_to(sum, of, true)
                      : add_packed(sum, of.before.get());
}

bool has_rest(const addition &of) {
  if (!of.is_staged)
    return false;
  profile_sum sum;
  return add_to(sum, of, true) != 0 || sum.has_counts();
}

int write_own(output &to, const addition &of, uint64_t own_group) {
  if (of.kind == profile_file) {
    profile_sum sum;
    int error = add_own(sum, of);
    return error ? error : sum.write(to);
  }
  stacks_sum sum;
  if (int error = add_own(sum, of))
    return error;
  bool has_memory =
      for_each_written(own_group, [&](const written_profile &each) {
        return sum.add_profile({each.size, each.checksum});
      });
  return has_memory ? sum.write(to) : ENOMEM;
}

} // namespace gmon
