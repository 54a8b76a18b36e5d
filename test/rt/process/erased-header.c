// A program may erase or unmap its ELF header and its program headers, as
// programs do that hide from debuggers.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %gmon_clang -O0 %s -o program
// RUN: ./program erase && %calls program gmon.out | FileCheck %s
// RUN: rm gmon.out && ./program unmap && %calls program gmon.out | FileCheck %s
// RUN: %gmon_clang -O0 -static %s -o program
// RUN: rm gmon.out && ./program erase && %calls program gmon.out | FileCheck %s
// RUN: rm gmon.out && ./program unmap && %calls program gmon.out | FileCheck %s

// CHECK: main -> work 1000
// CHECK: work -> leaf 100000

#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

extern const ElfW(Ehdr) __ehdr_start;

static void leaf(void) {}
static void work(void) {
  for (int i = 0; i != 100; ++i)
    leaf();
}

int main(int argc, char **argv) {
  void *page = (void *)&__ehdr_start;
  size_t size = sysconf(_SC_PAGESIZE);
  if (argc != 2)
    return 1;
  if (strcmp(argv[1], "unmap") == 0) {
    // The dynamic section and the notes may be in the same page.
    if (munmap(page, size))
      return 2;
  } else {
    if (mprotect(page, size, PROT_READ | PROT_WRITE))
      return 2;
    memset(page, 0, __ehdr_start.e_phoff + __ehdr_start.e_phnum * sizeof(ElfW(Phdr)));
  }
  for (int i = 0; i != 1000; ++i)
    work();
  return 0;
}
