// A handler that runs instrumented code may interrupt the runtime at any
// instruction. Here several threads make the same calls, one after the other,
// and the processor's trap flag interrupts each a few instructions later than
// the one before. The handler does the same work as the interrupted code: it
// leases a region, creates and enlarges tables of the same functions, and uses
// the same slots. No call is lost, counted twice, or attributed to another
// caller.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %clang -O1 %rt_include %s %gmon_rt -pthread -o program
// RUN: ./program > output && %calls program gmon.out.* >> output
// RUN: FileCheck %s < output
//
// CHECK: threads [[#M:]] handlers [[#H:]]
// CHECK-DAG: handler_callers -> grown [[#mul(H,2)]]
// CHECK-DAG: handler_callers -> by_mcount [[#H]]
// CHECK-DAG: handler_callers -> touched [[#H]]
// CHECK-DAG: main_callers -> grown [[#mul(M,2)]]
// CHECK-DAG: main_callers -> by_mcount [[#M]]
// CHECK-DAG: main_callers -> touched [[#M]]

#include "../Inputs/emulated.h"
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

FUNCTION(grown, 0, "0")
FUNCTION(touched, 1, "0")
static void by_mcount(void) {}

// What mcount calls where its inline look-up fails.
void __gmon_count_arc(uintptr_t from, uintptr_t self) __asm__("__gmon$count_arc");

// Return addresses. Those of the handler differ from the thread's in a high bit,
// so that they fall into the same slots.
__asm__(".text\n.p2align 15\n"
        ".type main_callers, @function\n"
        "main_callers: .skip 32768\n.size main_callers, 32768\n"
        ".type handler_callers, @function\n"
        "handler_callers: .skip 32768\n.size handler_callers, 32768\n");
extern char main_callers[], handler_callers[];

/// What the processes of the test share.
struct results {
  int threads, handlers;
  int done; ///< a thread has made its calls before it was to be interrupted
};
static struct results *results;

static int traps, interrupt_at;

static void make_calls(char *callers) {
  CALL(grown, callers + 2);
  CALL(grown, callers + 18);
  __gmon_count_arc((uintptr_t)callers + 2, (uintptr_t)by_mcount + 1);
  if (!*(volatile intptr_t *)own(&touched_record))
    __gmon_rt_touch(&touched_descriptor);
  CALL(touched, callers + 2);
}

static void handler(int number) {
  (void)number;
  if (++traps != interrupt_at)
    return;
  make_calls(handler_callers);
  ++results->handlers;
}

#define SET_TRAP_FLAG()                                                        \
  __asm__ volatile("pushfq; orq $0x100, (%%rsp); popfq" ::: "memory", "cc")
#define CLEAR_TRAP_FLAG()                                                      \
  __asm__ volatile("pushfq; andq $~0x100, (%%rsp); popfq" ::: "memory", "cc")

/// Threads stay alive, and so keep their regions: each begins from nothing.
static sem_t finished, leave;

static void *run(void *argument) {
  SET_TRAP_FLAG();
  make_calls(main_callers);
  CLEAR_TRAP_FLAG();
  sem_post(&finished);
  sem_wait(&leave);
  return argument;
}

// Every instruction in turn, with a stride of 1, takes half a minute.
enum { threads_per_process = 32, stride = 3 };

/// Interrupts a thread after its instruction number `first`, another `stride`
/// instructions later, and so on.
static void run_threads(int first) {
  pthread_t thread[threads_per_process];
  sem_init(&finished, 0, 0);
  sem_init(&leave, 0, 0);
  for (int i = 0; i != threads_per_process; ++i) {
    traps = 0;
    interrupt_at = first + i * stride;
    pthread_create(&thread[i], 0, run, 0);
    sem_wait(&finished);
    ++results->threads;
    results->done |= traps < interrupt_at;
  }
  for (int i = 0; i != threads_per_process; ++i)
    sem_post(&leave);
  for (int i = 0; i != threads_per_process; ++i)
    pthread_join(thread[i], 0);
}

int main(void) {
  struct sigaction action = {.sa_handler = handler};
  sigaction(SIGTRAP, &action, 0);
  results = mmap(0, sizeof(*results), PROT_READ | PROT_WRITE,
                 MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  // A process of its own for every few threads: the more regions there are, the
  // longer is the search for one to take over.
  for (int first = 1; !results->done; first += threads_per_process * stride) {
    int status = 0;
    if (fork() == 0) {
      run_threads(first);
      return 0;
    }
    wait(&status);
    if (status != 0)
      return 1;
  }
  printf("threads %d handlers %d\n", results->threads, results->handlers);
  return 0;
}
