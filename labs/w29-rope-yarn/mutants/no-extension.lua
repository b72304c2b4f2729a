return mutant {
  base = "reference", file = "rope.c",
  replace = {
    {[==[rope_freqs(inv, d, base, ROPE_YARN, s, trained);]==],
     [==[rope_freqs(inv, d, base, ROPE_NONE, s, trained);
    s = 1;]==]},
  },
  fails = "correct", message = "within reach",
  why = "the model reads on as if nothing had happened",
}
