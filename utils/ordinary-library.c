// The library that the way "library" of utils/ordinary.py opens.

#include "ordinary.h"

void run_threads(void *(*body)(void *)) {
  pthread_t threads[NUM_THREADS];
  for (int i = 0; i < NUM_THREADS; ++i)
    pthread_create(&threads[i], NULL, body, NULL);
  for (int i = 0; i < NUM_THREADS; ++i)
    pthread_join(threads[i], NULL);
}
