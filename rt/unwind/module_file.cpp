//===-- module_file.cpp - What a module says of itself --------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The loader's name of a module is as the program gave it, and relative to what
// was the working directory then. In that case the kernel's list of mappings
// has the path.
//
//===----------------------------------------------------------------------===//

#include "unwind/module_file.h"
#include "base/memory.h"
#include "base/notes.h"
#include "base/system.h"
#include "frames/checked_memory.h"
#include "libc/loader.h"

#include <elf.h>
#include <limits.h>
#include <link.h>
#include <sys/auxv.h>

namespace gmon {

/// More program headers and notes than any linker makes.
static constexpr size_t most_headers = 128;
static constexpr size_t most_notes = 32;

namespace {

/// Reads a module's headers, which stand close together, by few system calls,
/// or by none if the module cannot be unloaded meanwhile.
class header_reader {
public:
  explicit header_reader(bool is_mapped) : is_mapped(is_mapped) {}

  /// Copies `size` bytes at `address`, or returns false.
  bool read(uintptr_t address, void *target, size_t size) {
    if (is_mapped) {
      memcpy(target, reinterpret_cast<const void *>(address), size);
      return true;
    }
    if (address - low > held || held - (address - low) < size) {
      size_t left = page_size - address % page_size;
      size_t wanted = left < sizeof(bytes) ? left : sizeof(bytes);
      low = address;
      held = read_checked(address, bytes, wanted < size ? size : wanted);
    }
    if (held - (address - low) < size)
      return false;
    memcpy(target, bytes + (address - low), size);
    return true;
  }

private:
  const bool is_mapped;
  uintptr_t low = 0;
  size_t held = 0;
  char bytes[1024];
};

} // namespace

/// Finds the build-id among the notes from `address` to `end`.
static void find_build_id(header_reader &reader, uintptr_t address,
                          uintptr_t end, module_layout &layout) {
  for (size_t i = 0; i != most_notes && address < end; ++i) {
    struct {
      ElfW(Nhdr) header;
      char name[4];
    } found;
    if (!reader.read(address, &found, sizeof(found)))
      return;
    uintptr_t contents =
        address + sizeof(found.header) + note::padded(found.header.n_namesz);
    uintptr_t next = contents + note::padded(found.header.n_descsz);
    // The padding of the last note may be missing.
    if (contents + found.header.n_descsz > end || next <= address)
      return;
    if (found.header.n_type == NT_GNU_BUILD_ID &&
        found.header.n_namesz == sizeof(found.name) &&
        memcmp(found.name, "GNU", sizeof(found.name)) == 0) {
      layout.build_id = contents;
      layout.build_id_size = found.header.n_descsz;
      return;
    }
    address = next;
  }
}

static void add_segment(const ElfW(Phdr) & header, uintptr_t slide,
                        module_layout &layout) {
  uintptr_t low = slide + header.p_vaddr;
  uintptr_t high = low + header.p_memsz;
  uintptr_t page = low & ~(page_size - 1);
  if (!layout.high || page < layout.low)
    layout.low = page;
  if (high > layout.high)
    layout.high = high;
}

/// Finds the readable segment that contains `address`.
static memory_range segment_of(header_reader &reader, uintptr_t address,
                               uintptr_t headers, size_t count,
                               uintptr_t slide) {
  ElfW(Phdr) header;
  for (size_t i = 0; i != count; ++i) {
    if (!reader.read(headers + i * sizeof(header), &header, sizeof(header)))
      break;
    uintptr_t start = slide + header.p_vaddr;
    // Beyond the file's part, a segment contains zeros.
    if (header.p_type == PT_LOAD && (header.p_flags & PF_R) &&
        address - start < header.p_filesz)
      return {start, start + header.p_filesz};
  }
  return {};
}

/// Reads `count` program headers at `headers`.
static module_layout read_layout(header_reader &reader, uintptr_t headers,
                                 size_t count, uintptr_t slide) {
  module_layout layout = {};
  if (count > most_headers)
    return layout;
  ElfW(Phdr) header;
  for (size_t i = 0; i != count; ++i) {
    if (!reader.read(headers + i * sizeof(header), &header, sizeof(header)))
      break;
    uintptr_t start = slide + header.p_vaddr;
    if (header.p_type == PT_LOAD)
      add_segment(header, slide, layout);
    else if (header.p_type == PT_GNU_EH_FRAME)
      layout.tables = start;
    else if (header.p_type == PT_NOTE && !layout.build_id &&
             segment_of(reader, start, headers, count, slide).high)
      find_build_id(reader, start, start + header.p_filesz, layout);
  }
  if (layout.tables)
    layout.readable = segment_of(reader, layout.tables, headers, count, slide);
  return layout;
}

module_layout read_layout(uintptr_t headers, size_t count, uintptr_t slide) {
  header_reader reader(/*is_mapped=*/true);
  return read_layout(reader, headers, count, slide);
}

module_layout read_loaded_file(uintptr_t file, uintptr_t &slide,
                               bool is_mapped) {
  header_reader reader(is_mapped);
  ElfW(Ehdr) header;
  if (!reader.read(file, &header, sizeof(header)) ||
      memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
      header.e_phentsize != sizeof(ElfW(Phdr)) || header.e_phnum > most_headers)
    return {};
  uintptr_t headers = file + header.e_phoff;
  // The first segment has the ELF header.
  for (size_t i = 0; i != header.e_phnum; ++i) {
    ElfW(Phdr) segment;
    if (!reader.read(headers + i * sizeof(segment), &segment, sizeof(segment)))
      return {};
    if (segment.p_type == PT_LOAD && segment.p_offset == 0) {
      slide = file - segment.p_vaddr;
      return read_layout(reader, headers, header.e_phnum, slide);
    }
  }
  return {};
}

namespace {

// The sampling thread has no thread-local storage of its own: no errno.

/// Opens a file for reading. Returns its descriptor, or -errno.
long open_file(const char *path) {
  return raw_syscall(SYS_openat, AT_FDCWD, kernel::address(path),
                     O_RDONLY | O_CLOEXEC);
}

/// An ELF file.
class elf_file {
public:
  explicit elf_file(const char *path) : file(open_file(path)) {}
  ~elf_file() {
    if (file >= 0)
      raw_syscall(SYS_close, file);
  }

  bool read(uint64_t offset, void *target, size_t size) {
    return file >= 0 && raw_syscall(SYS_pread64, file, kernel::address(target),
                                    long(size), long(offset)) == long(size);
  }

private:
  long file;
};

} // namespace

uintptr_t find_frames(const char *path, uintptr_t headers, size_t count,
                      uintptr_t slide, memory_range &segment) {
  elf_file file(path);
  ElfW(Ehdr) header;
  ElfW(Shdr) names, section;
  if (!file.read(0, &header, sizeof(header)) ||
      memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
      header.e_shentsize != sizeof(section) ||
      !file.read(header.e_shoff + header.e_shstrndx * sizeof(section), &names,
                 sizeof(names)))
    return 0;
  for (unsigned i = 0; i != header.e_shnum; ++i) {
    char name[sizeof(".eh_frame")];
    if (!file.read(header.e_shoff + i * sizeof(section), &section,
                   sizeof(section)))
      return 0;
    if (!(section.sh_flags & SHF_ALLOC) || section.sh_type == SHT_NOBITS ||
        !file.read(names.sh_offset + section.sh_name, name, sizeof(name)) ||
        memcmp(name, ".eh_frame", sizeof(name)) != 0)
      continue;
    uintptr_t frames = slide + section.sh_addr;
    header_reader reader(/*is_mapped=*/true);
    segment = segment_of(reader, frames, headers, count, slide);
    return segment.high ? frames : 0;
  }
  return 0;
}

const char *copy_text(arena &memory, const char *text) {
  size_t size = strlen(text) + 1;
  void *copy = memory.allocate(size);
  return static_cast<char *>(copy ? memcpy(copy, text, size) : nullptr);
}

const char *copy_text_checked(arena &memory, uintptr_t text) {
  char piece[64];
  size_t length = 0;
  for (;;) {
    size_t read = read_checked(text + length, piece, sizeof(piece));
    size_t end = 0;
    while (end != read && piece[end])
      ++end;
    length += end;
    if (end != read)
      break;
    if (read != sizeof(piece) || length > PATH_MAX)
      return nullptr;
  }
  auto *copy = static_cast<char *>(memory.allocate(length + 1));
  if (!copy || read_checked(text, copy, length) != length)
    return nullptr;
  return copy;
}

namespace {

/// Reads lines of /proc/self/maps.
class mapping_list {
public:
  mapping_list() : file(open_file("/proc/self/maps")) {}
  ~mapping_list() {
    if (file >= 0)
      raw_syscall(SYS_close, file);
  }

  /// Returns the next character, or 0 at the end.
  char next() {
    if (position == size) {
      long read = file < 0
                      ? 0
                      : raw_syscall(SYS_read, file, kernel::address(buffer),
                                    sizeof(buffer));
      if (read <= 0)
        return 0;
      position = 0;
      size = size_t(read);
    }
    return buffer[position++];
  }

  /// Reads a hexadecimal number and the character behind it.
  uintptr_t number() {
    uintptr_t value = 0;
    for (;;) {
      char digit = next();
      if (digit >= '0' && digit <= '9')
        value = value * 16 + uintptr_t(digit - '0');
      else if (digit >= 'a' && digit <= 'f')
        value = value * 16 + uintptr_t(digit - 'a' + 10);
      else
        return value;
    }
  }

private:
  long file;
  size_t position = 0, size = 0;
  char buffer[512];
};

} // namespace

/// Copies the path of the mapping of a file that contains `address` to `path`.
static bool find_mapped_path(uintptr_t address, char *path) {
  mapping_list list;
  for (;;) {
    uintptr_t low = list.number();
    uintptr_t high = list.number();
    if (!high)
      return false;
    char character = ' ';
    while (character && character != '/' && character != '\n')
      character = list.next();
    size_t length = 0;
    while (character && character != '\n') {
      if (length + 1 < PATH_MAX)
        path[length++] = character;
      character = list.next();
    }
    path[length] = 0;
    if (address - low < high - low)
      return length != 0;
  }
}

/// Asks the kernel for the program's path. `path` has room for PATH_MAX bytes.
static const char *find_path_of_program(char *path) {
  const long size =
      raw_syscall(SYS_readlinkat, AT_FDCWD, kernel::address("/proc/self/exe"),
                  kernel::address(path), PATH_MAX - 1);
  if (size <= 0) {
    // In a root directory without /proc, the name by which it was started.
    auto *name = reinterpret_cast<const char *>(auxiliary_value(AT_EXECFN));
    return name && *name == '/' ? name : "";
  }
  path[size] = 0;
  // The kernel marks a program that was replaced since its start.
  static constexpr char mark[] = " (deleted)";
  constexpr long marked = sizeof(mark) - 1;
  if (size > marked && memcmp(path + size - marked, mark, marked) == 0)
    path[size - marked] = 0;
  return path;
}

const char *find_path(arena &memory, uintptr_t address, const char *name) {
  if (name && *name == '/')
    return name;
  auto *path = static_cast<char *>(memory.allocate(PATH_MAX));
  if (!path)
    return "";
  // A program that the loader was told to run is not the kernel's.
  const bool is_program = !name || !*name;
  const bool is_kernels = is_program && auxiliary_value(AT_BASE);
  if (!is_kernels && find_mapped_path(address, path))
    return path;
  return is_program ? find_path_of_program(path) : "";
}

} // namespace gmon
