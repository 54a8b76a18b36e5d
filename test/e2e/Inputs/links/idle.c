int idle(int x) { return x & 1; }
