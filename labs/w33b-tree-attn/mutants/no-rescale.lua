return mutant {
  base = "reference", file = "tree_attn.cu",
  replace = {
    {[==[                out[c][2 * r] *= old;
                out[c][2 * r + 1] *= old;
]==],
     [==[                (void)c;
]==]},
  },
  fails = "correct", message = "expected, got",
  why = "the maximum grew, the sum was brought to it and the row was not",
}
