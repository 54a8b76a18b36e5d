export module counting;
export int count(int);
