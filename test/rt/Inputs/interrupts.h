// Interrupts the program by a signal, again and again.

#include <signal.h>
#include <time.h>

static timer_t timer;

// Not periodic: where a handler takes longer than the period, as under an
// emulator, nothing else would run.
static void arm_timer(long nanoseconds) {
  struct itimerspec soon = {{0, 0}, {0, nanoseconds}};
  timer_settime(timer, 0, &soon, 0);
}

// Calls `handler`, which arms the timer again, in so many nanoseconds.
static void begin_interrupts(void (*handler)(int), long nanoseconds) {
  struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};
  sigaction(SIGUSR1, &action, 0);
  struct sigevent event = {.sigev_notify = SIGEV_SIGNAL,
                           .sigev_signo = SIGUSR1};
  timer_create(CLOCK_MONOTONIC, &event, &timer);
  arm_timer(nanoseconds);
}
