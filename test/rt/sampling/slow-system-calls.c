// Sampling makes no system call fail with EINTR. Waiting threads get no signal,
// however much CPU time others use. A thread that is about to wait gets the
// signal before or after its system call.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %gmon_clang -O1 -pthread -I%S/../Inputs %s -o program
// RUN: env GMON_OPTIONS=hz=1000 ./program
// RUN: %samples program gmon.out | FileCheck %s
//
// CHECK: burn {{[1-9][0-9]}}

#define _GNU_SOURCE
#include "burn.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/msg.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <unistd.h>

static volatile int finished;

static void *burn(void *argument) {
  burn_until_sampled(10);
  while (!finished)
    burn_a_little();
  return argument;
}

static int interrupted;

static void note(const char *call, long result) {
  if (result < 0 && errno == EINTR) {
    printf("%s: EINTR\n", call);
    ++interrupted;
  }
}

/// Enters 12,500 calls, at any time between two ticks.
static void enter(int epoll) {
  for (int i = 0; i != 2500; ++i) {
    struct timespec shortly = {0, 20000};
    struct timeval limit = {0, 20};
    struct epoll_event event;
    for (volatile int j = 0; j != 10000 + i % 977 * 20; ++j) {
    }
    note("poll", poll(0, 0, 0));
    note("nanosleep", nanosleep(&shortly, 0));
    note("ppoll", ppoll(0, 0, &shortly, 0));
    note("epoll_wait", epoll_wait(epoll, &event, 1, i % 20 == 0));
    note("select", select(0, 0, 0, 0, &limit));
  }
}

int main(void) {
  enum { threads = 3, rounds = 10, milliseconds = 20 };
  pthread_t burning[threads];
  for (int i = 0; i != threads; ++i)
    pthread_create(&burning[i], 0, burn, 0);
  int pipe_ends[2], sockets[2], epoll = epoll_create1(0);
  int queue = msgget(IPC_PRIVATE, 0600);
  sem_t never;
  sem_init(&never, 0, 0);
  if (pipe(pipe_ends) || socketpair(AF_UNIX, SOCK_STREAM, 0, sockets))
    return 2;
  struct timeval limit = {0, milliseconds * 1000};
  setsockopt(sockets[0], SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof(limit));
  for (int i = 0; i != rounds; ++i) {
    struct pollfd readable = {pipe_ends[0], POLLIN, 0};
    note("poll", poll(&readable, 1, milliseconds));
    limit = (struct timeval){0, milliseconds * 1000};
    note("select", select(0, 0, 0, 0, &limit));
    struct epoll_event event;
    note("epoll_wait", epoll_wait(epoll, &event, 1, milliseconds));
    struct timespec duration = {0, milliseconds * 1000000};
    note("nanosleep", nanosleep(&duration, 0));
    char byte;
    note("recv", recv(sockets[0], &byte, 1, 0));
    clock_gettime(CLOCK_REALTIME, &duration);
    duration.tv_nsec += milliseconds * 1000000;
    if (duration.tv_nsec >= 1000000000) {
      duration.tv_nsec -= 1000000000;
      ++duration.tv_sec;
    }
    note("sem_timedwait", sem_timedwait(&never, &duration));
    struct {
      long type;
      char text[1];
    } message;
    note("msgrcv", msgrcv(queue, &message, 1, 0, IPC_NOWAIT));
    usleep(milliseconds * 1000);
  }
  enter(epoll);
  finished = 1;
  for (int i = 0; i != threads; ++i)
    pthread_join(burning[i], 0);
  msgctl(queue, IPC_RMID, 0);
  return interrupted != 0;
}
