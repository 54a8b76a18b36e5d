// A library whose code differs by VALUE only.
int calls(void (*back)(void)) {
  back();
  return VALUE;
}
