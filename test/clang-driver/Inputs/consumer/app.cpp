extern "C" int count(int n);

int main() {
  int result = 0;
  for (int i = 0; i < 12; ++i)
    result = count(i);
  return result != 3;
}
