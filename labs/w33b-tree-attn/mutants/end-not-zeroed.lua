return mutant {
  base = "reference", file = "tree_attn.cu",
  replace = {
    {"            bool real = pos < w.to;", "            bool real = pos < (w.to + w.bs - 1) / w.bs * w.bs;"},
  },
  fails = "correct", message = "got ",
  why = "slots of the last block without a token are loaded as they are: their weight is 0, and 0 times NaN is NaN",
}
