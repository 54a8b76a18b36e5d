// A calculator: sums of products. Most characters are digits and blanks.
// docs/manual/pgo.md makes it faster.

#include <stdio.h>
#include <stdlib.h>

struct Input {
  const char *Next;
  unsigned Errors, Names;
};

static unsigned value(struct Input *In) {
  for (unsigned Value = 0;; ++In->Next) {
    const char C = *In->Next;
    if (C == '\0' || C == '+' || C == '*')
      return Value;
    if (C == '#')
      In->Errors += Value;
    else if (C >= 'a' && C <= 'z')
      In->Names += C;
    else if (C >= '0' && C <= '9')
      Value = Value * 10 + (C - '0');
    else if (C != ' ')
      ++In->Errors;
  }
}

static unsigned product(struct Input *In) {
  unsigned Value = value(In);
  while (*In->Next == '*') {
    ++In->Next;
    Value *= value(In);
  }
  return Value;
}

static unsigned sum(struct Input *In) {
  unsigned Value = product(In);
  while (*In->Next == '+') {
    ++In->Next;
    Value += product(In);
  }
  return Value;
}

int main(int Argc, char **Argv) {
  unsigned Total = 0;
  struct Input In = {0};
  for (int I = 0; I < 20000; ++I)
    for (int J = 1; J < Argc; ++J) {
      In.Next = Argv[J];
      Total += sum(&In);
    }
  printf("%u, %u errors\n", Total, In.Errors);
  return 0;
}
