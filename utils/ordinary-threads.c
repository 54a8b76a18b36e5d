// The ways of utils/ordinary.py that have no children.

#include "ordinary.h"
#include <aio.h>
#include <dlfcn.h>

static void print_masks(const char *name) {
  sigset_t mask;
  pthread_sigmask(SIG_SETMASK, NULL, &mask);
  printf("%s blocks", name);
  for (int signal = 1; signal < 32; ++signal)
    if (sigismember(&mask, signal))
      printf(" %d", signal);
  puts("");
}

static void set_mask(int how) {
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(how, &all, NULL);
}

// --- threads ---

static void *worker(void *argument) {
  (void)argument;
  work(NUM_THREADS);
  return NULL;
}

static void *blocking_worker(void *argument) {
  set_mask(SIG_BLOCK);
  return worker(argument);
}

static void start_and_join(void *(*body)(void *),
                           const pthread_attr_t *attributes) {
  pthread_t threads[NUM_THREADS];
  for (int i = 0; i < NUM_THREADS; ++i)
    pthread_create(&threads[i], attributes, body, NULL);
  for (int i = 0; i < NUM_THREADS; ++i)
    pthread_join(threads[i], NULL);
}

void threads(void) { start_and_join(worker, NULL); }
static void workers_block(void) { start_and_join(blocking_worker, NULL); }

_Atomic int num_done;
static void *detached_worker(void *argument) {
  worker(argument);
  ++num_done;
  return NULL;
}

static void detached(void) {
  for (int i = 0; i < NUM_THREADS; ++i) {
    pthread_t thread;
    pthread_create(&thread, NULL, detached_worker, NULL);
    pthread_detach(thread);
  }
  while (num_done != NUM_THREADS)
    usleep(1000);
}

static void main_blocks(void) {
  set_mask(SIG_BLOCK);
  threads();
  print_masks("main");
}

static void alone_blocks(void) {
  set_mask(SIG_BLOCK);
  work(1);
  print_masks("main");
}

static void blocks_for_half(void) {
  set_mask(SIG_BLOCK);
  work(2);
  set_mask(SIG_UNBLOCK);
  work(2);
}

#ifdef __GLIBC__
static void attribute_blocks(void) {
  pthread_attr_t attributes;
  sigset_t all;
  sigfillset(&all);
  pthread_attr_init(&attributes);
  pthread_attr_setsigmask_np(&attributes, &all);
  start_and_join(worker, &attributes);
}
#endif

static void *waiter(void *argument) {
  int caught = 0;
  sigset_t *wanted = argument;
  sigwait(wanted, &caught);
  printf("sigwait: %d\n", caught);
  return NULL;
}

static void sigwait_thread(void) {
  sigset_t all;
  sigfillset(&all);
  sigdelset(&all, SIGPROF);
  set_mask(SIG_BLOCK);
  pthread_t thread;
  pthread_create(&thread, NULL, waiter, &all);
  threads();
  kill(getpid(), SIGTERM);
  pthread_join(thread, NULL);
}

static void signal_file(void) {
  sigset_t wanted;
  sigemptyset(&wanted);
  sigaddset(&wanted, SIGTERM);
  set_mask(SIG_BLOCK);
  int file = signalfd(-1, &wanted, 0);
  threads();
  kill(getpid(), SIGTERM);
  struct signalfd_siginfo info;
  printf("read %zd, ", read(file, &info, sizeof(info)));
  printf("signal %u\n", info.ssi_signo);
}

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int num_jobs = 60;

static void *pool_worker(void *argument) {
  (void)argument;
  for (;;) {
    pthread_mutex_lock(&mutex);
    if (!num_jobs) {
      pthread_cond_broadcast(&changed);
      pthread_mutex_unlock(&mutex);
      return NULL;
    }
    --num_jobs;
    pthread_mutex_unlock(&mutex);
    work(60);
  }
}

static void pool(void) { start_and_join(pool_worker, NULL); }

static void *short_worker(void *argument) {
  (void)argument;
  work(300);
  return NULL;
}

static void many_threads(void) {
  for (int i = 0; i < 300 / NUM_THREADS; ++i)
    start_and_join(short_worker, NULL);
}

static void *cancelled_worker(void *argument) {
  worker(argument);
  ++num_done;
  for (;;)
    pause();
}

static void cancel(void) {
  pthread_t threads[NUM_THREADS];
  for (int i = 0; i < NUM_THREADS; ++i)
    pthread_create(&threads[i], NULL, cancelled_worker, NULL);
  while (num_done != NUM_THREADS)
    usleep(1000);
  for (int i = 0; i < NUM_THREADS; ++i) {
    void *result;
    pthread_cancel(threads[i]);
    pthread_join(threads[i], &result);
    printf("cancelled: %d\n", result == PTHREAD_CANCELED);
  }
}

static pthread_key_t key;
static void *keeper(void *argument) {
  pthread_setspecific(key, argument);
  return NULL;
}
static void destroy(void *value) { worker(value); }

static void destructors(void) {
  pthread_key_create(&key, destroy);
  pthread_t thread;
  for (int i = 0; i < NUM_THREADS; ++i) {
    pthread_create(&thread, NULL, keeper, self);
    pthread_join(thread, NULL);
  }
}

static void *last_worker(void *argument) {
  worker(argument);
  report();
  exit(0);
}

static void main_ends(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, last_worker, NULL);
  pthread_exit(NULL);
}

#ifdef _OPENMP
static void openmp(void) {
#pragma omp parallel for num_threads(NUM_THREADS)
  for (int i = 0; i < 60; ++i)
    work(60);
}
#endif

// --- handlers and timers ---

static void long_handler(int signal) {
  (void)signal;
  work(1);
}

void handle(int signal, void (*handler)(int), int flags) {
  struct sigaction action = {.sa_handler = handler, .sa_flags = flags};
  sigfillset(&action.sa_mask);
  sigaction(signal, &action, NULL);
}

static void handler(void) {
  handle(SIGUSR1, long_handler, 0);
  raise(SIGUSR1);
}

static void on_own_stack(void) {
  static _Alignas(16) char memory[1 << 17];
  stack_t stack = {.ss_sp = memory, .ss_size = sizeof(memory)};
  sigaltstack(&stack, NULL);
  handle(SIGUSR1, long_handler, SA_ONSTACK);
  raise(SIGUSR1);
}

static sigjmp_buf place;
static void jumping_handler(int signal) {
  (void)signal;
  work(20);
  siglongjmp(place, 1);
}
static void unmasking_handler(int signal) {
  (void)signal;
  longjmp(place, 1);
}

static void jumps(void) {
  handle(SIGUSR1, jumping_handler, 0);
  for (volatile int i = 0; i < 20; ++i)
    if (!sigsetjmp(place, 1))
      raise(SIGUSR1);
}

static void jump_keeps_mask(void) {
  handle(SIGUSR1, unmasking_handler, 0);
  if (!setjmp(place))
    raise(SIGUSR1);
  work(1);
}

_Atomic int num_ticks;
void tick(int signal) {
  (void)signal;
  ++num_ticks;
}

static void own_timer(int which, int signal) {
  handle(signal, tick, SA_RESTART);
  struct itimerval time = {{0, 5000}, {0, 5000}}, none = {{0, 0}, {0, 0}};
  setitimer(which, &time, NULL);
  work(1);
  setitimer(which, &none, NULL);
  printf("ticks: %d\n", num_ticks > 5);
}

static void real_timer(void) { own_timer(ITIMER_REAL, SIGALRM); }
static void virtual_timer(void) { own_timer(ITIMER_VIRTUAL, SIGVTALRM); }
static void profiling_timer(void) { own_timer(ITIMER_PROF, SIGPROF); }

static void on_event(union sigval value) {
  (void)value;
  work(1);
  ++num_done;
}

static void start_timer(struct sigevent *event, long nanoseconds,
                        long interval) {
  timer_t timer;
  struct itimerspec time = {{0, interval}, {0, nanoseconds}};
  timer_create(CLOCK_MONOTONIC, event, &timer);
  timer_settime(timer, 0, &time, NULL);
}

static void timer_thread(void) {
  struct sigevent event = {.sigev_notify = SIGEV_THREAD};
  event.sigev_notify_function = on_event;
  start_timer(&event, 1000000, 0);
  while (!num_done)
    usleep(1000);
}

// Reads a file in a thread of the C library, which then calls on_event().
static void aio(void) {
  char byte;
  struct aiocb request = {
      .aio_fildes = open(self, O_RDONLY), .aio_buf = &byte, .aio_nbytes = 1};
  request.aio_sigevent.sigev_notify = SIGEV_THREAD;
  request.aio_sigevent.sigev_notify_function = on_event;
  if (aio_read(&request))
    abort();
  while (!num_done)
    usleep(1000);
  printf("read: %zd\n", aio_return(&request));
}

// The threads of a library, which ordinary.py makes beside the program.
static void library(void) {
  char name[4096];
  snprintf(name, sizeof(name), "%s.so", self);
  void *opened = dlopen(name, RTLD_NOW);
  typedef void run_threads(void *(*)(void *));
  if (!opened) {
    puts("static");
    return;
  }
  run_threads *run = (run_threads *)dlsym(opened, "run_threads");
  run(worker);
  printf("closed: %d\n", dlclose(opened));
  threads();
}

static void timer_signal(void) {
  struct sigevent event = {.sigev_notify = SIGEV_SIGNAL,
                           .sigev_signo = SIGUSR2};
  handle(SIGUSR2, tick, SA_RESTART);
  start_timer(&event, 2000000, 2000000);
  work(1);
  printf("ticks: %d\n", num_ticks > 5);
}

#ifdef __GLIBC__
static ucontext_t contexts[2];
static void routine(void) {
  for (int i = 0; i < 20; ++i) {
    work(40);
    swapcontext(&contexts[1], &contexts[0]);
  }
}

static void contexts_swap(void) {
  static _Alignas(16) char memory[1 << 17];
  getcontext(&contexts[1]);
  contexts[1].uc_stack.ss_sp = memory;
  contexts[1].uc_stack.ss_size = sizeof(memory);
  makecontext(&contexts[1], routine, 0);
  for (int i = 0; i < 20; ++i) {
    swapcontext(&contexts[0], &contexts[1]);
    work(40);
  }
}
#endif

const struct way thread_ways[] = {
    {"threads", threads},
    {"detached", detached},
    {"main-blocks", main_blocks},
    {"alone-blocks", alone_blocks},
    {"blocks-for-half", blocks_for_half},
    {"workers-block", workers_block},
    {"sigwait", sigwait_thread},
    {"signalfd", signal_file},
    {"pool", pool},
    {"many-threads", many_threads},
    {"cancel", cancel},
    {"destructors", destructors},
    {"main-ends", main_ends},
    {"handler", handler},
    {"own-stack", on_own_stack},
    {"jumps", jumps},
    {"jump-keeps-mask", jump_keeps_mask},
    {"itimer-real", real_timer},
    {"itimer-virtual", virtual_timer},
    {"itimer-prof", profiling_timer},
    {"timer-thread", timer_thread},
    {"timer-signal", timer_signal},
    {"aio", aio},
    {"library", library},
#ifdef __GLIBC__
    {"attribute-blocks", attribute_blocks},
    {"swapcontext", contexts_swap},
#endif
#ifdef _OPENMP
    {"openmp", openmp},
#endif
    {NULL, NULL},
};
