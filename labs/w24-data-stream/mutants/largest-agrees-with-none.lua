return mutant {
  base = "reference", file = "stream.c",
  replace = {
    {[=[j < n && d[j].key == d[i].key; j++)
            if (!memcmp(]=],
     [=[j < n && d[j].key == d[i].key; j++)
            if (sig[(size_t)d[i].doc * (size_t)K + k * r] != UINT32_MAX &&
                !memcmp(]=]},
  },
  fails = "correct", message = "pair",
  why = [[a band that begins with the largest value agrees with no other]],
}
