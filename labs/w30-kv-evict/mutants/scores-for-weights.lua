return mutant {
  base = "reference", file = "evict.c",
  replace = {
    {[==[ v[(size_t)j * (size_t)hd + (size_t)i];
}]==],
     [==[ v[(size_t)j * (size_t)hd + (size_t)i];
    for (int i = 0; i < G * n; i++)
        p[i] = logf(p[i]);
}]==]},
  },
  fails = "correct", message = "weight",
  why = "p has the scores, and not what the softmax makes of them",
}
