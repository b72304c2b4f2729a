return mutant {
  base = "reference", file = "stream.c",
  replace = {
    {[=[m = m < s->window ? m : s->window;
    int64_t q = first + permute(mix64(key + (uint64_t)v + 1), m, p - first);]=],
     [=[m = m < s->window ? m : s->window;
    int64_t q = first + permute(mix64(key + (uint64_t)v + 1), s->window, p - first) % m;]=]},
  },
  fails = "correct", message = "position",
  why = "the last window is permuted as if it were a whole one, and wraps",
}
