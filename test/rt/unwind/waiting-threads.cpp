// Of a thread that waits in a system call, only the program counter and the
// stack pointer are known. Its stack is found all the same: registers that
// functions preserve become known on the way, and the prologue says where an
// unknown frame pointer is.
//
// REQUIRES: native, x86_64
// RUN: rm -rf %t && mkdir %t && cd %t
// DEFINE: %{build} = %rt_include %s -o p %gmon_rt -rdynamic -pthread
// RUN: %clangxx -O0 %{build} && ./p | FileCheck %s
// RUN: %clangxx -O0 -fcf-protection %{build} && ./p | FileCheck %s
// RUN: %clangxx -O2 %{build} && ./p | FileCheck %s
// RUN: %clangxx -O2 -fno-omit-frame-pointer %{build} && ./p | FileCheck %s
// RUN: %if gxx %{ g++ -O0 %{build} && ./p | FileCheck %s %}
// RUN: %if gxx %{ g++ -O2 -fno-omit-frame-pointer %{build} && ./p | FileCheck %s %}
//
// CHECK: reads work begin{{ $}}
// CHECK-NEXT: sleeps work begin{{ $}}
// CHECK-NEXT: polls work begin{{ $}}
// CHECK-NEXT: waits work begin{{ $}}

#include "unwind/modules.h"
#include "unwind/stack.h"

#include <dlfcn.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define FUNCTION extern "C" __attribute__((noinline))

static int ends[2];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static volatile int whole;

FUNCTION void reads() {
  char byte[40];
  whole = whole + int(read(ends[0], byte, sizeof(byte)));
}
FUNCTION void sleeps() { whole = whole + usleep(100000000); }
FUNCTION void polls() {
  pollfd each[3] = {{ends[0], POLLIN, 0}};
  whole = whole + poll(each, 1, -1);
}
FUNCTION void waits() {
  pthread_mutex_lock(&mutex);
  whole = whole + pthread_cond_wait(&condition, &mutex);
}

static void (*const all[])() = {reads, sleeps, polls, waits};
static int threads[4];

FUNCTION void work(long which, long b, long c, long d, long e) {
  all[which]();
  whole = whole + int(b + c + d + e);
}
FUNCTION void *begin(void *which) {
  threads[long(which)] = int(syscall(SYS_gettid));
  work(long(which), 2, 3, 4, 5);
  whole = whole + 1;
  return nullptr;
}

/// Prints the program's functions on the stack, and how it ends.
static void show(int thread) {
  char name[64], line[256];
  snprintf(name, sizeof(name), "/proc/self/task/%d/syscall", thread);
  unsigned long sp = 0, pc = 0;
  do {
    usleep(10000);
    FILE *file = fopen(name, "r");
    if (!fgets(line, sizeof(line), file))
      line[0] = 0;
    fclose(file);
  } while (sscanf(line, "%*d %*x %*x %*x %*x %*x %*x %lx %lx", &sp, &pc) != 2);
  gmon::code_place places[100];
  size_t count =
      gmon::walk_stack(gmon::waiting_registers(pc, sp), false, places, 100);
  for (size_t i = 0; i != count; ++i) {
    uint32_t module = gmon::module_of(places[i]);
    if (module == gmon::no_module) {
      printf("MARK %lu", (unsigned long)gmon::address_of(places[i]));
      continue;
    }
    const gmon::loaded_module &in = gmon::module_at(module);
    Dl_info info = {};
    void *address =
        reinterpret_cast<void *>(gmon::address_of(places[i]) + in.slide);
    if (!strstr(in.path, "libc.so") && dladdr(address, &info) && info.dli_sname)
      printf("%s ", info.dli_sname);
  }
  puts("");
}

int main() {
  gmon::update_modules();
  pipe(ends);
  for (long i = 0; i != 4; ++i) {
    pthread_t thread;
    pthread_create(&thread, nullptr, begin, reinterpret_cast<void *>(i));
    while (!__atomic_load_n(&threads[i], __ATOMIC_ACQUIRE))
      usleep(1000);
    show(threads[i]);
  }
  fflush(stdout);
  _exit(0);
}
