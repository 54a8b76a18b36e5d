int step(int x) { return x * 3 + 1; }
