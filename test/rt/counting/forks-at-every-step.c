// A handler that forks may interrupt the runtime at any instruction, and the
// child goes on there although its tables are gone. It loses no later call, and
// counts no earlier one.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %clang -O1 %rt_include %s %gmon_rt -o program && ./program > output
// RUN: %calls program gmon.out.* >> output
// RUN: FileCheck %s < output
// RUN: rm *gmon.out* && env GMON_OPTIONS=fork=0 ./program && ls > files
// RUN: %calls program gmon.out >> files
// RUN: FileCheck %s -check-prefix=ALONE < files
//
// CHECK: children [[#C:]]
// CHECK-DAG: child_callers -> grown [[#mul(C,10)]]
// CHECK-DAG: child_callers -> by_mcount [[#mul(C,5)]]
// CHECK-DAG: child_callers -> touched [[#mul(C,5)]]
// CHECK-DAG: parent_callers -> grown [[#mul(add(C,1),2)]]
// ALONE: {{^gmon.out$}}
// ALONE-NOT: {{^gmon.out}}
// ALONE: parent_callers -> grown 2

#include "../Inputs/emulated.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

FUNCTION(grown, 0, "0")
FUNCTION(touched, 1, "0")
static void by_mcount(void) {}

// What mcount calls where its inline look-up fails.
void __gmon_count_arc(uintptr_t from, uintptr_t self, uintptr_t hook) __asm__(
    "__gmon$count_arc");

// Return addresses; those of one function fall into the same slots as those of
// another.
__asm__(".text\n.p2align 15\n"
        ".type parent_callers, @function\n"
        "parent_callers: .skip 32768\n.size parent_callers, 32768\n"
        ".type interrupted_callers, @function\n"
        "interrupted_callers: .skip 32768\n.size interrupted_callers, 32768\n"
        ".type child_callers, @function\n"
        "child_callers: .skip 32768\n.size child_callers, 32768\n");
extern char parent_callers[], interrupted_callers[], child_callers[];

static int traps, interrupt_at, is_child;

static void make_calls(char *callers) {
  CALL(grown, callers + 2);
  CALL(grown, callers + 18);
  __gmon_count_arc((uintptr_t)callers + 2, (uintptr_t)by_mcount + 1, 0);
  if (!*(volatile intptr_t *)own(&touched_record))
    __gmon_rt_touch(&touched_descriptor);
  CALL(touched, callers + 2);
}

static void handler(int number) {
  (void)number;
  if (++traps != interrupt_at)
    return;
  is_child = fork() == 0;
  if (is_child)
    make_calls(child_callers);
}

#define SET_TRAP_FLAG()                                                        \
  __asm__ volatile("pushfq; orq $0x100, (%%rsp); popfq" ::: "memory", "cc")
#define CLEAR_TRAP_FLAG()                                                      \
  __asm__ volatile("pushfq; andq $~0x100, (%%rsp); popfq" ::: "memory", "cc")

// Every instruction in turn takes minutes.
enum { stride = 31 };

int main(void) {
  struct sigaction action = {.sa_handler = handler};
  sigaction(SIGTRAP, &action, 0);
  make_calls(parent_callers);
  int children = 0;
  // A process of its own for each: it begins without tables.
  for (int done = 0; !done;) {
    interrupt_at = 1 + children++ * stride;
    if (fork() == 0) {
      make_calls(parent_callers + 32);
      SET_TRAP_FLAG();
      make_calls(interrupted_callers);
      CLEAR_TRAP_FLAG();
      if (is_child) {
        for (int i = 0; i != 4; ++i)
          make_calls(child_callers);
        exit(0);
      }
      int status = 0;
      if (wait(&status) < 0)
        _exit(1);
      _exit(status ? 2 : 0);
    }
    int status;
    wait(&status);
    if (WEXITSTATUS(status) == 1) {
      --children;
      done = 1;
    } else if (status) {
      return 1;
    }
  }
  printf("children %d\n", children);
  return 0;
}
