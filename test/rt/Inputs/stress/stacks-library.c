// A library of stacks.cpp. It is on stacks while it is loaded, and other
// libraries take its place later.
int call_back(int (*function)(int), int argument) {
  int result = 0;
  for (int i = 0; i != 20; ++i)
    result = function(argument);
  return result;
}
