// Counts the different words of a text of N words: words N.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 4096, LENGTH = 8 };

struct word {
  struct word *next;
  char text[LENGTH];
};
static struct word *table[BUCKETS];

__attribute__((noinline)) static unsigned hash(const char *text) {
  unsigned value = 0;
  while (*text)
    value = value * 31 + (unsigned char)*text++;
  return value % BUCKETS;
}

__attribute__((noinline)) static int same(const struct word *a, const char *b) {
  return strcmp(a->text, b) == 0;
}

static int insert(const char *text) {
  struct word **at = &table[hash(text)];
  for (; *at; at = &(*at)->next)
    if (same(*at, text))
      return 0;
  *at = calloc(1, sizeof(struct word));
  if (!*at)
    exit(2);
  strcpy((*at)->text, text);
  return 1;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 1000, different = 0;
  for (int i = 0; i < n; i++) {
    char text[LENGTH];
    snprintf(text, sizeof(text), "w%d", i % 500);
    different += insert(text);
  }
  printf("%d different words\n", different);
  return 0;
}
