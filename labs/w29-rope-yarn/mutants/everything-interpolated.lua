return mutant {
  base = "reference", file = "rope.c",
  replace = {
    {[==[rope_freqs(inv, d, base, ROPE_YARN, s, trained);]==],
     [==[rope_freqs(inv, d, base, ROPE_PI, s, trained);]==]},
  },
  fails = "correct", message = "within reach",
  why = "position interpolation without the training that it needs",
}
