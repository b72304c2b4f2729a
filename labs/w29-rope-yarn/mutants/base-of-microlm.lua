return mutant {
  base = "reference", file = "rope.c",
  replace = {{[==[rope_freqs(inv, d, base, ROPE_YARN, s, trained);]==],
              [==[rope_freqs(inv, d, 10000, ROPE_YARN, s, trained);
    (void)base;]==]}},
  fails = "correct",
  why = "every model has the base 10,000",
}
