return mutant {
  base = "reference", file = "evict.c",
  replace = {
    {[==[    for (int j = 0; j < n; j++) {
        turned(key, k + (size_t)j * (size_t)hd, hd, turn + (size_t)(relative ? j : pos[j]) * (size_t)hd);
        for (int g = 0; g < G; g++)
            p]==],
     [==[    for (int g = 0; g < G; g++) {
        for (int j = 0; j < n; j++)
            turned(key, k + (size_t)j * (size_t)hd, hd, turn + (size_t)(relative ? j : pos[j]) * (size_t)hd),
            p]==]},
  },
  fails = "profile",
  why = "each head turns the keys for itself",
}
