// Libraries that are loaded later have a number of their own, with their path
// and build-id. Another library at the same addresses is not confused with one
// that was unloaded, even if both have the same layout and name; one that is
// loaded again keeps its number. Without samples: one that comes while the
// program learns of a library may give it a number, too.
//
// REQUIRES: native
// RUN: rm -rf %t && mkdir -p %t/a && cd %t
// RUN: %clang -O1 -shared -fPIC -DVALUE=1 %S/../Inputs/calls-back.c -o a/lib1.so -Wl,--build-id=0x1111
// RUN: %clang -O1 -shared -fPIC -DVALUE=2 %S/../Inputs/calls-back.c -o a/lib2.so -Wl,--build-id=0x2222
// RUN: %clang -O1 -shared -fPIC -DVALUE=3 %S/../Inputs/calls-back.c -o a/lib3.so -Wl,--build-id=none
// RUN: cp a/lib1.so a/lib4.so && cp a/lib3.so a/lib5.so
// RUN: %clangxx -O1 %rt_include %s %gmon_rt -o p
// RUN: env GMON_OPTIONS=sampler=off ./p | FileCheck %s
//
// CHECK: lib1.so 1111 complete
// CHECK-NEXT: lib2.so 2222 complete
// CHECK-NEXT: lib3.so complete
// CHECK-NEXT: lib4.so 1111 complete
// CHECK-NEXT: lib5.so complete
// CHECK-NEXT: lib1.so 1111 complete
// CHECK-NEXT: absolute

#include "unwind/modules.h"
#include "unwind/stack.h"

#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

static gmon::code_place places[100];
static size_t count;

static void handle(int, siginfo_t *, void *context) {
  // The second walk finds what the first one has learned.
  for (int i = 0; i != 2; ++i)
    count = gmon::walk_stack(gmon::interrupted_registers(context), true, places,
                             100);
}

static void call_back() { raise(SIGUSR1); }

static bool absolute = true;

static void show(const char *path) {
  void *library = dlopen(path, RTLD_NOW);
  auto call = reinterpret_cast<int (*)(void (*)())>(dlsym(library, "calls"));
  call(call_back);
  for (size_t i = 0; i != count; ++i) {
    uint32_t number = gmon::module_of(places[i]);
    if (number == gmon::no_module)
      continue;
    const gmon::loaded_module &module = gmon::module_at(number);
    const char *name = strstr(module.path, "/a/lib");
    absolute &= module.path[0] == '/' || module.path[0] == '[';
    if (!name)
      continue;
    printf("%s ", name + 3);
    for (uint32_t j = 0; j != module.build_id_size; ++j)
      printf("%02x", module.build_id[j]);
    Dl_info info = {};
    dladdr(reinterpret_cast<void *>(gmon::address_of(places[i]) + module.slide),
           &info);
    printf(module.build_id_size ? " " : "");
    if (!info.dli_sname || strcmp(info.dli_sname, "calls") != 0)
      printf("not in the function ");
  }
  puts(gmon::module_of(places[count - 1]) == gmon::no_module ? "cut"
                                                             : "complete");
  dlclose(library);
}

int main() {
  gmon::update_modules();
  struct sigaction action = {};
  action.sa_sigaction = handle;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGUSR1, &action, nullptr);
  show("a/lib1.so");
  uint32_t before = gmon::num_modules();
  show("a/lib2.so");
  show("./a/lib3.so");
  show("./a/lib4.so");
  show("./a/lib5.so");
  if (gmon::num_modules() != before + 4)
    puts("wrong number of modules");
  show("a/lib1.so");
  puts(absolute ? "absolute" : "relative");
  return 0;
}
