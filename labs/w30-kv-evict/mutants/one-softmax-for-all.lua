return mutant {
  base = "reference", file = "evict.c",
  replace = {
    {[==[    for (int g = 0; g < G; g++)
        softmax(p + (size_t)g * (size_t)n, n);]==],
     [==[    softmax(p, G * n);]==]},
  },
  fails = "correct", message = "weight",
  why = "one sum over all heads that share the cache",
}
