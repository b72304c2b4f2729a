return mutant {
  base = "reference", file = "tree_attn.cu",
  replace = {
    {"        max[0] = max[1] = -INFINITY;", "        max[0] = max[1] = -10000;"},
  },
  fails = "correct", message = "expected, got",
  why = "the running maximum starts at a number that scores may lie below",
}
