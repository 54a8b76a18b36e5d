// Everything that makes stacks hard, at once, until the time is over: threads
// that come and go, libraries that are loaded and unloaded while they are on
// stacks, exceptions, longjmp, contexts of their own, coroutines, code of a
// compiler at run time, signal handlers on alternate stacks, and stacks that
// end in nothing. Fails only if the program's own results are wrong.
//
// usage: stacks SECONDS THREADS LIBRARY

#include <atomic>
#include <coroutine>
#include <csetjmp>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <dlfcn.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>
#ifdef WITH_LUA
#include <luajit-2.1/lua.hpp>
#endif

#define NOINLINE __attribute__((noinline))

static std::atomic<bool> over;
static std::atomic<unsigned long> rounds;
static const char *library_path;

static void check(bool condition, const char *what) {
  if (condition)
    return;
  fprintf(stderr, "stacks: wrong result: %s\n", what);
  abort();
}

NOINLINE static int spin(int times) {
  volatile int sum = 0;
  for (int i = 0; i < times; ++i)
    sum = sum + i % 7;
  return sum;
}

NOINLINE static int throw_at(int depth) {
  if (!depth)
    throw depth;
  return throw_at(depth - 1) + spin(3);
}

NOINLINE static void exceptions() {
  int caught = 0;
  for (int i = 0; i != 20; ++i)
    try {
      throw_at(i);
    } catch (int) {
      ++caught;
    }
  check(caught == 20, "exceptions");
}

NOINLINE static void jump_from(jmp_buf &to, int depth) {
  spin(5);
  if (!depth)
    longjmp(to, 1);
  jump_from(to, depth - 1);
  spin(1);
}

NOINLINE static void jumps() {
  for (int i = 0; i != 20; ++i) {
    jmp_buf to;
    if (!setjmp(to))
      jump_from(to, i);
  }
}

struct own_context {
  ucontext_t outer, inner;
  int steps = 0;
};

static void in_context(unsigned low, unsigned high) {
  auto *own = reinterpret_cast<own_context *>(uintptr_t(high) << 32 | low);
  for (;;) {
    ++own->steps;
    spin(50);
    swapcontext(&own->inner, &own->outer);
  }
}

NOINLINE static void contexts() {
  constexpr size_t size = 64 << 10;
  own_context own;
  void *stack = mmap(nullptr, size, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  getcontext(&own.inner);
  own.inner.uc_stack = {stack, 0, size};
  own.inner.uc_link = nullptr;
  auto address = reinterpret_cast<uintptr_t>(&own);
  makecontext(&own.inner, reinterpret_cast<void (*)()>(in_context), 2,
              unsigned(address), unsigned(address >> 32));
  for (int i = 0; i != 20; ++i)
    swapcontext(&own.outer, &own.inner);
  munmap(stack, size);
  check(own.steps == 20, "contexts");
}

struct generator {
  struct promise_type {
    int value = 0;
    generator get_return_object() {
      return {std::coroutine_handle<promise_type>::from_promise(*this)};
    }
    std::suspend_always initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int next) {
      value = next;
      return {};
    }
    void return_void() {}
    void unhandled_exception() { abort(); }
  };
  std::coroutine_handle<promise_type> handle;
};

static generator count_to(int last) {
  for (int i = 1; i <= last; ++i) {
    spin(50);
    co_yield i;
  }
}

NOINLINE static void coroutines() {
  generator of = count_to(20);
  int sum = 0;
  while (of.handle.resume(), !of.handle.done())
    sum += of.handle.promise().value;
  of.handle.destroy();
  check(sum == 210, "coroutines");
}

NOINLINE static void libraries() {
  void *library = dlopen(library_path, RTLD_NOW | RTLD_LOCAL);
  check(library, "dlopen");
  auto *call =
      reinterpret_cast<int (*)(int (*)(int), int)>(dlsym(library, "call_back"));
  check(call && call(spin, 100) == spin(100), "library");
  dlclose(library);
}

#ifdef WITH_LUA
NOINLINE static void lua() {
  static const char text[] =
      "local s = 0; local function f(n) if n == 0 then return 1 end "
      "return f(n - 1) + 1 end; for i = 1, 2000 do s = s + i % 7 end; "
      "local co = coroutine.wrap(function() for i = 1, 50 do "
      "coroutine.yield(i) end end); for i = 1, 50 do s = s + co() end; "
      "return s + f(100)";
  lua_State *state = luaL_newstate();
  luaL_openlibs(state);
  check(luaL_dostring(state, text) == 0, "lua");
  check(lua_tonumber(state, -1) > 0, "lua's number");
  lua_close(state);
}
#endif

static thread_local volatile int handled;

static void handle(int) {
  spin(200);
  handled = handled + 1;
}

NOINLINE static void signals() {
  stack_t own = {malloc(64 << 10), 0, 64 << 10}, before;
  sigaltstack(&own, &before);
  int first = handled;
  for (int i = 0; i != 5; ++i)
    raise(SIGUSR1);
  check(handled - first >= 5, "signals");
  sigaltstack(&before, nullptr);
  free(own.ss_sp);
}

/// Runs with a return address and a frame pointer that lead nowhere.
NOINLINE static void in_nothing() {
#ifdef __x86_64__
  static const uintptr_t ends[] = {0, 1, 0xdeadbeef, uintptr_t(-8),
                                   uintptr_t(1) << 47};
  for (uintptr_t end : ends) {
    constexpr size_t size = 64 << 10;
    char *stack =
        static_cast<char *>(mmap(nullptr, size, PROT_READ | PROT_WRITE,
                                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    auto *top = reinterpret_cast<uintptr_t *>(stack + size) - 2;
    top[0] = top[1] = end;
    __asm__ volatile("movq %%rsp, %%r12\n\t"
                     "movq %%rbp, %%r13\n\t"
                     "movq %0, %%rsp\n\t"
                     "movq %1, %%rbp\n\t"
                     "movl $20000, %%ecx\n\t"
                     "1: decl %%ecx\n\t"
                     "jnz 1b\n\t"
                     "movq %%r12, %%rsp\n\t"
                     "movq %%r13, %%rbp"
                     :
                     : "r"(top), "r"(end)
                     : "r12", "r13", "rcx", "memory", "cc");
    munmap(stack, size);
  }
#endif
}

NOINLINE static int alternate(int depth, int seed) {
  if (!depth)
    return spin(20);
  int next = seed * 1103515245 + 12345;
  if (next >> 16 & 1)
    return alternate(depth - 1, next) + 1;
  return alternate(depth - 1, next) + 2;
}

NOINLINE static void forks() {
  pid_t child = fork();
  if (!child) {
    // No exceptions: another thread may have held a lock that they need.
    spin(100000);
    jumps();
    contexts();
    _exit(7);
  }
  int status = 0;
  check(child > 0 && waitpid(child, &status, 0) == child, "fork");
  if (status != 7 << 8)
    fprintf(stderr, "stacks: child's status %#x\n", status);
  check(status == 7 << 8, "a child's status");
}

static void work(unsigned seed) {
  exceptions();
  jumps();
  contexts();
  coroutines();
  signals();
  in_nothing();
  alternate(int(seed % 500), int(seed));
#ifdef WITH_LUA
  if (seed % 4 == 0)
    lua();
#endif
  if (seed % 8 == 0)
    libraries();
  if (seed % 64 == 0)
    forks();
  ++rounds;
}

static void *in_thread(void *) {
  static std::atomic<unsigned> seeds;
  // Threads come and go.
  for (int i = 0; i != 20 && !over; ++i)
    work(seeds++);
  return nullptr;
}

int main(int argc, char **argv) {
  if (argc < 4)
    return 2;
  time_t end = time(nullptr) + atoi(argv[1]);
  int count = atoi(argv[2]);
  library_path = argv[3];
  struct sigaction action = {};
  action.sa_handler = handle;
  action.sa_flags = SA_ONSTACK | SA_RESTART;
  sigaction(SIGUSR1, &action, nullptr);
  auto *threads = new pthread_t[count];
  auto start = [&](int i) {
    check(!pthread_create(&threads[i], nullptr, in_thread, nullptr),
          "pthread_create");
  };
  for (int i = 0; i != count; ++i)
    start(i);
  for (int i = 0; time(nullptr) < end; i = (i + 1) % count) {
    pthread_join(threads[i], nullptr);
    start(i);
  }
  over = true;
  for (int i = 0; i != count; ++i)
    pthread_join(threads[i], nullptr);
  printf("%lu rounds\n", rounds.load());
  return 0;
}
