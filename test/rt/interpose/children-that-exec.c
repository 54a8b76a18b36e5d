// Children that only execute another program leave no profile, whether created
// by fork, vfork, posix_spawn, system or popen. A child that counts something
// before exec leaves one.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %gmon_clang -O0 %s -o program
// RUN: ./program && ls | FileCheck %s --check-prefix=FILES
// RUN: %calls program gmon.out | FileCheck %s
// RUN: %calls program gmon.out.* | FileCheck %s --check-prefix=CHILD
// RUN: %gmon_clang -O0 -static %s -o program
// RUN: rm *gmon.out* && ./program && ls | FileCheck %s --check-prefix=FILES
// RUN: %calls program gmon.out | FileCheck %s
// RUN: %calls program gmon.out.* | FileCheck %s --check-prefix=CHILD
//
// FILES: {{^gmon.out$}}
// FILES-NEXT: {{^gmon.out.[0-9]+$}}
// FILES-NOT: {{^gmon}}
// FILES: {{^stacks.gmon.out$}}
// FILES-NEXT: {{^stacks.gmon.out.[0-9]+$}}
// FILES-NOT: gmon
//
// CHECK: main -> by_vfork 3
// CHECK-NEXT: main -> expect 4
// CHECK-NEXT: main -> leaf 8
// CHECK-NOT: leaf
//
// CHILD: main -> leaf 2

#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;
static char *list[] = {"true", NULL};

static void leaf(void) {}

/// The status of a child that must end with `expected`.
static void expect(int expected) {
  int status;
  if (wait(&status) < 0 || !WIFEXITED(status) ||
      WEXITSTATUS(status) != expected)
    exit(2);
}

__attribute__((noinline)) static void by_vfork(const char *path, int expected) {
  if (vfork() == 0) {
    execv(path, list);
    _exit(9);
  }
  expect(expected);
}

int main(void) {
  for (int i = 0; i != 4; ++i)
    leaf();
  if (fork() == 0) {
    execlp("true", "true", NULL);
    _exit(9);
  }
  expect(0);
  if (fork() == 0)
    _exit(9);
  expect(9);
  if (fork() == 0) {
    leaf();
    leaf();
    execlp("true", "true", NULL);
  }
  expect(0);
  by_vfork("/bin/true", 0);
  by_vfork("/bin/false", 1);
  by_vfork("/no/such", 9);
  pid_t child;
  if (posix_spawnp(&child, "true", NULL, NULL, list, environ) != 0)
    return 3;
  expect(0);
  if (posix_spawn(&child, "/no/such", NULL, NULL, list, environ) == 0)
    return 4;
  if (system("exit 5") != 5 << 8)
    return 5;
  char text[8] = "";
  FILE *pipe = popen("echo said", "r");
  if (fread(text, 1, 4, pipe) != 4 || pclose(pipe) != 0)
    return 6;
  for (int i = 0; i != 4; ++i)
    leaf();
  return 0;
}
