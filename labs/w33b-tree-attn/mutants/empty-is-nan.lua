return mutant {
  base = "reference", file = "tree_attn.cu",
  replace = {
    {"        if (f > 0) { /* 0 times NaN is NaN */", "        {"},
  },
  fails = "correct", message = "mismatch",
  why = "an empty split has weight 0, and what stands in its part is NaN",
}
